import { expect, test } from 'vitest'
import { isRedirectUri, isSafeRedirect, redirectTarget, resolveRedirect, withHash, withQuery } from './redirect.ts'

test('GAP-083 redirects are allowed to https, the local machine and apps, but not to schemes that run or display something', () => {
  const good = ['https://lamp.example.org/back?a=1', 'http://localhost:80/x', 'http://127.0.0.1:9/', 'http://[::1]/', 'lamp://x']
  for (const address of good) expect([address, isSafeRedirect(address)]).toEqual([address, true])
  const bad = ['', 'back', '//x.org', 'javascript:alert(1)', 'JAVASCRIPT:1', 'java\tscript:1', 'data:text/html,x', 'blob:x']
  const worse = [
    'vbscript:x',
    'file:///x',
    'http://x.org/',
    'https://me@x.org/',
    'https://x.org\\@y.org/',
    ' javascript:1',
    'about:x',
  ]
  for (const address of [...bad, ...worse]) {
    expect([address, isSafeRedirect(address)]).toEqual([address, false])
    expect([address, isRedirectUri(address)]).toEqual([address, false])
  }
})

test('an OAuth client cannot register a URL with a fragment', () => {
  expect([isRedirectUri('https://x.org/'), isRedirectUri('https://x.org/#'), isSafeRedirect('https://x.org/#')]).toEqual([
    true,
    false,
    true,
  ])
})

test('only the query of a requested URL may differ from the registered one', () => {
  const registered = 'https://x.org/back?a=1'
  expect(resolveRedirect(registered, undefined)).toEqual({ uri: registered })
  expect(resolveRedirect(null, undefined)).toEqual({ uri: undefined })
  expect(resolveRedirect(registered, 'https://x.org/back?b=2')).toEqual({ uri: 'https://x.org/back?b=2' })
  for (const wrong of [
    'https://y.org/back',
    'http://x.org/back',
    'https://x.org/',
    'https://me@x.org/back',
    'https://x.org/back#',
    '',
  ])
    expect(resolveRedirect(registered, wrong)).toEqual({ error: expect.stringContaining('does not match') })
  expect(resolveRedirect(null, registered)).toEqual({ error: 'This app has no registered redirect_uri.' })
})

test('the target of a redirect is shown as its host in ASCII, or as its scheme', () => {
  expect(redirectTarget('https://lamp.example.org:8443/back')).toEqual({ kind: 'site', host: 'lamp.example.org:8443' })
  expect(redirectTarget('https://lämp.example.org/')).toEqual({ kind: 'site', host: 'xn--lmp-qla.example.org' })
  expect(redirectTarget('http://localhost:8080/back')).toEqual({ kind: 'here', host: 'localhost:8080' })
  expect(redirectTarget('lamp-app://back')).toEqual({ kind: 'app', scheme: 'lamp-app:' })
})

test('OAUTH-018 a response is added to an existing query', () => {
  const answer = { error: 'access_denied', state: undefined }
  expect(withQuery('https://x.org/back', answer)).toBe('https://x.org/back?error=access_denied')
  expect(withQuery('https://x.org/back?a=b', { error: 'access_denied', state: 'a b&c' })).toBe(
    'https://x.org/back?a=b&error=access_denied&state=a+b%26c',
  )
  expect(withQuery('https://x.org/back?', answer)).toBe('https://x.org/back?error=access_denied')
  expect(withHash('https://x.org/back', { access_token: 'o.1', state: undefined })).toBe('https://x.org/back#access_token=o.1')
})
