import { type Account, desktopPort, type Gives, type listProviders, type RefusalCode } from '@waypost/protocol'
import type { SignInRequest } from './sign-in-request.ts'

// The pure part of signing in: its URLs.

export type Provider = Gives<typeof listProviders>['providers'][number]

/** The data stored while the user is at the provider's page. */
export interface SignInState {
  type: string
  redirect_url: string
  method: string
  source: string
  /** The secret of the invitation to sign up with. */
  invite?: string
  /** Milliseconds since 1970. */
  begun: number
}

/** The URL of the provider's page. It returns a token in the hash of our root page. */
export function authorizeAddress(
  provider: Pick<Provider, 'authorize_url' | 'client_id'>,
  origin: string,
  state: string,
  { invited, create, method }: Partial<SignInRequest> = {},
): string {
  const url = new URL(provider.authorize_url, origin)
  const asked = {
    response_type: 'token',
    client_id: provider.client_id,
    redirect_uri: `${origin}/`,
    scope: 'email profile',
    // As in https://openid.net/specs/openid-connect-prompt-create-1_0.html. A provider that merely remembers the person proves nothing.
    prompt: create ? 'create' : method === 'elevate' && url.origin === origin ? 'login' : 'select_account',
    state,
    ...(invited?.email && { login_hint: invited.email }),
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  // Only our own page may see the secret.
  if (invited && url.origin === origin) url.hash = new URLSearchParams({ invite: invited.invite }).toString()
  return url.href
}

/** The `/auth_error` page for a refusal of the server. */
export function errorPage(code: RefusalCode | undefined): string {
  const reason = code && reasons.get(code)
  return reason ? `/auth_error?reason=${reason}` : '/auth_error'
}

const reasons = new Map<RefusalCode, string>([
  ['email_missing', 'email'],
  ['account_taken', 'another_exists'],
  ['sign_up_closed', 'not_invited'],
  ['setup_needed', 'setup'],
  ['invite_ended', 'invite_ended'],
  ['invite_other', 'invite_other'],
  ['email_taken', 'email_taken'],
  ['account_suspended', 'suspended'],
  ['domain_refused', 'domain'],
  ['group_needed', 'group'],
  ['local_off', 'local_off'],
])

/** The `/auth_error` page for an error returned by a provider. `access_denied` is OAuth's code for a person who cancelled. */
export const providerErrorPage = (error: string): string =>
  error === 'access_denied' ? '/auth_error?reason=denied' : '/auth_error?reason=provider'

/** The page after a sign-in. A new account without a requested place starts with one thing to try; the checklist comes later. */
export function placeAfter({ created, modified }: Pick<Account, 'created' | 'modified'>, next: string): string {
  return next === '/' && modified - created < untouchedFor ? '/#people/me' : next
}

/** An account unchanged after this time, in seconds, has hardly been used. Signing up may change it once more. */
const untouchedFor = 60

/** The URL that the built-in provider returns to with a token; undefined if it is another site. */
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

/** The parameters of `/desktop_auth`. */
interface DesktopRequest {
  platform: string
  /** The name of the program, for the log. */
  source: string
  /** The provider to use, or `done` after the sign-in; undefined lets the user choose. */
  type: string | undefined
  /** Returned to the program, so it recognizes its own sign-in. */
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

/** The local URL where the program listens for the access token. */
export function desktopAddress({ platform, state }: DesktopRequest, key: string): string {
  const host = platform === 'mac' ? '127.0.0.1' : 'localhost'
  const query = new URLSearchParams({ api_key: key, ...(state && { state }) })
  return `http://${host}:${desktopPort}/?${query}`
}

/** The URL of this page after the sign-in. */
export function desktopDone({ platform, source, state }: DesktopRequest): string {
  return `/desktop_auth?${new URLSearchParams({ platform, source, type: 'done', ...(state && { state }) })}`
}

/** The provider that a program requested, if this server has it. Facebook is retired; the user then chooses another one. */
export function desktopProvider<P extends Pick<Provider, 'type'>>(
  { type }: DesktopRequest,
  providers: readonly P[],
): P | undefined {
  return providers.find((provider) => provider.type === type)
}
