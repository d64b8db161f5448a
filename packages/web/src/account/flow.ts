import { type Gives, limits, type listProviders } from '@waypost/protocol'

/** The pure part of signing in: what is read from addresses, and which addresses come of it. */

export type Provider = Gives<typeof listProviders>['providers'][number]

/** What is kept in this browser while a person is at the provider's page. */
export interface SignInState {
  type: string
  redirect_url: string
  method: string
  source: string
  /** Milliseconds since 1970. */
  begun: number
}

/** What `/signin` was asked for. */
export interface SignInRequest {
  next: string
  source: string
  method: string
}

export function signInRequest(query: Record<string, string>, origin: string): SignInRequest {
  return {
    next: pathHere(query.next, origin) ?? '/',
    source: query.source ?? query.platform ?? 'web',
    method: query.method ?? 'login',
  }
}

/** A path on our own origin, or undefined: whoever writes a link to us must not send people elsewhere through it. */
export function pathHere(path: string | undefined, origin: string): string | undefined {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** The provider's page, asked for a token that comes back in the hash of our root page. */
export function authorizeAddress(provider: Pick<Provider, 'authorize_url' | 'client_id'>, origin: string, state: string): string {
  const url = new URL(provider.authorize_url, origin)
  const asked = {
    response_type: 'token',
    client_id: provider.client_id,
    redirect_uri: `${origin}/`,
    scope: 'email profile',
    prompt: 'select_account',
    state,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/** What a provider brought back: a token, or the word that there is none. */
export type Return = { token: string; state: string | undefined } | { error: string }

/** Pages that have a hash of their own, which is none of our business. */
const notOurs = ['/login-success', '/widget.html']

export function readReturn(path: string, hash: string): Return | undefined {
  if (notOurs.includes(path) || !/^#(.*&)?(access_token|error)=/.test(hash)) return undefined
  const values = new URLSearchParams(hash.slice(1))
  const token = values.get('access_token')
  if (token) return { token, state: values.get('state') || undefined }
  const error = values.get('error')
  return error ? { error } : undefined
}

/** Why a sign-in did not work, as `/auth_error` is told. */
export function errorPage(message: string): string {
  const reason = reasons.get(message)
  return reason ? `/auth_error?reason=${reason}` : '/auth_error'
}

const reasons = new Map([
  ['Email address missing from account.', 'email'],
  ['Another user already owns this account.', 'another_exists'],
])

/** Where the built-in provider hands its token over; undefined when that would be another site. */
export function handOver(
  redirect: string | undefined,
  origin: string,
  token: string,
  state: string | undefined,
  seconds: number,
) {
  if (!redirect || !URL.canParse(redirect)) return undefined
  const url = new URL(redirect)
  if (url.origin !== origin) return undefined
  const brought = new URLSearchParams({ access_token: token, token_type: 'bearer', expires_in: String(seconds) })
  if (state) brought.set('state', state)
  url.hash = brought.toString()
  return url.href
}

/** What `/desktop_auth` was asked for. */
export interface DesktopRequest {
  /** The program's system. */
  platform: string
  /** Which program it is, for the record. */
  source: string
  /** A provider to sign in with at once, or `done` when the sign-in is behind; undefined lets the person choose. */
  type: string | undefined
  /** What the program wants back, so that it can tell its own sign-in from another's. */
  state: string | undefined
}

export function desktopRequest({
  platform = 'windows',
  source = 'desktop',
  type,
  state,
}: Record<string, string>): DesktopRequest {
  return { platform, source, type, state }
}

/** Where a program on this machine waits for the key. */
export function desktopAddress({ platform, state }: DesktopRequest, key: string): string {
  const host = platform === 'mac' ? '127.0.0.1' : 'localhost'
  const query = new URLSearchParams({ api_key: key, ...(state && { state }) })
  return `http://${host}:${limits.desktopPort}/?${query}`
}

/** The same page once the person is signed in. */
export function desktopDone({ platform, source, state }: DesktopRequest): string {
  return `/desktop_auth?${new URLSearchParams({ platform, source, type: 'done', ...(state && { state }) })}`
}

/** The provider that a program asked for, where this server has it. Facebook, which programs may ask for, has ended: people choose another. */
export function desktopProvider<P extends Pick<Provider, 'type'>>(
  { type }: DesktopRequest,
  providers: readonly P[],
): P | undefined {
  return providers.find((provider) => provider.type === type)
}
