import { describe, expect, it } from 'vitest'
import {
  authorizeAddress,
  desktopAddress,
  desktopDone,
  desktopProvider,
  desktopRequest,
  errorPage,
  handOver,
  placeAfter,
  providerErrorPage,
} from './flow.ts'
import { pathHere, readReturn, signInRequest } from './sign-in-request.ts'

const origin = 'https://waypost.example'

describe('/signin', () => {
  it('AUTH-004 AUTH-005 AUTH-006 has its defaults', () => {
    expect(signInRequest({}, origin)).toEqual({ next: '/', source: 'web', method: 'login' })
  })

  it('AUTH-004 AUTH-005 AUTH-006 takes next, source or platform, and method', () => {
    expect(signInRequest({ next: '/#people/me', source: 'cli', method: 'add' }, origin)).toEqual({
      next: '/#people/me',
      source: 'cli',
      method: 'add',
    })
    expect(signInRequest({ platform: 'mac' }, origin).source).toBe('mac')
  })

  it('AUTH-004 goes nowhere but to a path on this origin', () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'people',
      '/\t/evil.example',
      '',
    ]) {
      expect(signInRequest({ next }, origin).next).toBe('/')
    }
    expect(pathHere('/desktop_auth?state=a#b', origin)).toBe('/desktop_auth?state=a#b')
  })

  it('AUTH-007 AUTH-008 AUTH-009 asks the provider for a token, the email and the profile, and to choose an account', () => {
    const address = new URL(authorizeAddress({ authorize_url: '/provider/local?a=1', client_id: 'waypost' }, origin, 'abc'))
    expect(address.origin + address.pathname).toBe(`${origin}/provider/local`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      a: '1',
      response_type: 'token',
      client_id: 'waypost',
      redirect_uri: `${origin}/`,
      scope: 'email profile',
      prompt: 'select_account',
      state: 'abc',
    })
  })
})

describe('after the sign-in', () => {
  it('AUTH-017 (deviates) leads to the page that was asked for; without one, a new account begins at its own conversation', () => {
    const fresh = { created: 1_790_000_000.5, modified: 1_790_000_001 }
    const used = { created: 1_790_000_000.5, modified: 1_790_000_090 }
    expect(placeAfter(fresh, '/')).toBe('/#people/me')
    expect(placeAfter(fresh, '/device?code=BCDF')).toBe('/device?code=BCDF')
    expect(placeAfter(used, '/')).toBe('/')
    expect(placeAfter(used, '/#settings/devices')).toBe('/#settings/devices')
  })
})

describe('confirming that it is you', () => {
  it('asks our own server for a sign-in that is not remembered; others may not know that wish', () => {
    const promptAt = (authorize_url: string) =>
      new URL(authorizeAddress({ authorize_url, client_id: 'w' }, origin, 'abc', { method: 'elevate' })).searchParams.get(
        'prompt',
      )
    expect(promptAt('/provider/oidc-home/start')).toBe('login')
    expect(promptAt('https://accounts.example.com/auth')).toBe('select_account')
  })
})

describe('the return from a provider', () => {
  it('AUTH-012 is read from the hash', () => {
    expect(readReturn('/', '#access_token=t&token_type=bearer&state=s')).toEqual({ token: 't', state: 's' })
    expect(readReturn('/', '#state=s&access_token=t')).toEqual({ token: 't', state: 's' })
    expect(readReturn('/', '#error=access_denied&state=s')).toEqual({ error: 'access_denied' })
  })

  it('AUTH-016 may lack its state', () => {
    expect(readReturn('/', '#access_token=t')).toEqual({ token: 't', state: undefined })
  })

  it('AUTH-012 is not taken from a hash route', () => {
    expect(readReturn('/', '#people/me')).toBeUndefined()
    expect(readReturn('/', '#people/access_token=t@example.org')).toBeUndefined()
  })

  it('AUTH-014 AUTH-015 is none on /login-success and /widget.html', () => {
    expect(readReturn('/login-success', '#access_token=t&state=s')).toBeUndefined()
    expect(readReturn('/widget.html', '#access_token=t&state=s')).toBeUndefined()
  })

  it('AUTH-021 AUTH-025 AUTH-026 a refusal has its page', () => {
    expect(errorPage('email_missing')).toBe('/auth_error?reason=email')
    expect(errorPage('account_taken')).toBe('/auth_error?reason=another_exists')
    expect(errorPage('internal')).toBe('/auth_error')
    expect(errorPage('domain_refused')).toBe('/auth_error?reason=domain')
    expect(errorPage('group_needed')).toBe('/auth_error?reason=group')
    expect(errorPage(undefined)).toBe('/auth_error')
  })

  it('AUTH-022 (deviates) a person who may not sign up, and one who turned back, get a page that says what to do', () => {
    expect(errorPage('sign_up_closed')).toBe('/auth_error?reason=not_invited')
    for (const code of ['invite_ended', 'invite_other', 'email_taken'] as const)
      expect(errorPage(code)).toBe(`/auth_error?reason=${code}`)
    expect(providerErrorPage('access_denied')).toBe('/auth_error?reason=denied')
    expect(providerErrorPage('server_error')).toBe('/auth_error?reason=provider')
  })

  it('the secret of an invitation goes to our own page alone, in the fragment', () => {
    const invited = { invite: 's3cret', email: 'ana@example.org' }
    const own = new URL(authorizeAddress({ authorize_url: '/provider/local', client_id: 'w' }, origin, 'abc', { invited }))
    expect([own.hash, own.searchParams.get('login_hint')]).toEqual(['#invite=s3cret', 'ana@example.org'])
    expect(own.search).not.toContain('s3cret')
    const other = authorizeAddress({ authorize_url: 'https://idp.example/auth', client_id: 'w' }, origin, 'abc', { invited })
    expect(other).not.toContain('s3cret')
  })
})

describe('the built-in provider', () => {
  it('AUTH-001 hands its token over in the hash, with the state', () => {
    expect(handOver(`${origin}/`, origin, 't&', 's', 600)).toBe(
      `${origin}/#access_token=t%26&token_type=bearer&expires_in=600&state=s`,
    )
  })

  it('AUTH-001 hands nothing to another site', () => {
    for (const redirect of ['https://evil.example/', 'javascript:alert(1)', '/', '', undefined, `${origin}.evil.example/`]) {
      expect(handOver(redirect, origin, 't', undefined, 600)).toBeUndefined()
    }
  })
})

describe('/desktop_auth', () => {
  it('AUTH-036 AUTH-037 leads to this machine, by number on a Mac', () => {
    const addressOf = (query: Record<string, string>) => desktopAddress(desktopRequest(query), 'o.key')
    expect(addressOf({ state: 'a b' })).toBe('http://localhost:20807/?api_key=o.key&state=a+b')
    expect(addressOf({ platform: 'windows' })).toBe('http://localhost:20807/?api_key=o.key')
    expect(addressOf({ platform: 'mac', state: 's' })).toBe('http://127.0.0.1:20807/?api_key=o.key&state=s')
  })

  it('AUTH-033 AUTH-034 comes back with the platform, windows unless said, the source and the state, and type=done', () => {
    const doneOf = (query: Record<string, string>) => desktopDone(desktopRequest(query))
    expect(doneOf({ platform: 'mac', source: 'cli', type: 'google', state: 's' })).toBe(
      '/desktop_auth?platform=mac&source=cli&type=done&state=s',
    )
    expect(doneOf({ source: 'tray' })).toBe('/desktop_auth?platform=windows&source=tray&type=done')
  })

  it('AUTH-035 a type names a provider of this server; done, facebook, which has ended, and none name none', () => {
    const providers = [{ type: 'local' }, { type: 'google' }]
    const providerOf = (query: Record<string, string>) => desktopProvider(desktopRequest(query), providers)?.type
    expect(providerOf({ type: 'google' })).toBe('google')
    for (const query of [{ type: 'done' }, { type: 'facebook' }, {}] as Record<string, string>[])
      expect(providerOf(query)).toBeUndefined()
  })
})
