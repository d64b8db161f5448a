import { platform } from '@waypost/client'
import { type Account, addAccount, authenticate, elevate, type Gives, getMe, type localSignIn, Refusal } from '@waypost/protocol'
import { leaveFor, origin, reloadAt } from '../browser/location.ts'
import { track } from '../browser/log.ts'
import { readSetting, settingKeys, writeCookie, writeSetting } from '../browser/storage.ts'
import { browserId, callsOf, markEntering, signedIn, visitor } from '../session/account.ts'
import { replaceAccount } from '../session/replace-account.ts'
import { authorizeAddress, errorPage, handOver, type Provider, placeAfter, providerErrorPage, type SignInState } from './flow.ts'
import type { Return, SignInRequest } from './sign-in-request.ts'

/** In milliseconds: the cookie lets a browser extension use the account. */
const extensionCookieMilliseconds = 365 * 24 * 60 * 60_000

type Granted = Gives<typeof localSignIn>

/** The setting with the secret of a sign-up that is waiting for the emailed code. */
export const pendingSignUp = 'pending_sign_up'
const stateKey = 'sign_in_'
const noStorage = '/auth_error?reason=localstorage'
/** A started sign-in expires after this time, in milliseconds. */
const statesLast = 24 * 60 * 60_000

/** Stores the state of the sign-in and goes to the provider's page. */
export function beginSignIn(provider: Provider, request: SignInRequest): void {
  const id = keepState(provider, request)
  leaveFor(id ? authorizeAddress(provider, origin(), id, request) : noStorage)
}

/** Completes a sign-in with the grant that the built-in provider made on one of our pages, as if the user had gone to its own page. */
export function bringSignIn(provider: Provider, request: SignInRequest, granted: Granted): void {
  const id = keepState(provider, request)
  const address = handOver(`${origin()}/`, origin(), granted.access_token, id, granted.expires_in)
  leaveFor((id && address) ?? noStorage, { replace: true })
}

/** Stores the state of a sign-in under a new id; undefined if the browser stores nothing. */
function keepState(provider: Provider, request: SignInRequest): string | undefined {
  const now = Date.now()
  for (const key of settingKeys(stateKey)) if (now - (readState(key)?.begun ?? 0) > statesLast) writeSetting(key, undefined)
  const state: SignInState = {
    type: provider.type,
    redirect_url: request.next,
    method: request.method,
    source: request.source,
    ...(request.invited && { invite: request.invited.invite }),
    begun: now,
  }
  const id = platform.unique()
  return writeSetting(stateKey + id, JSON.stringify(state)) ? id : undefined
}

/** The next page of a started sign-in; undefined if there is no such sign-in, or it serves another purpose. */
export function nextOf(id: string | undefined): string | undefined {
  const state = id ? readState(stateKey + id) : undefined
  return state?.method === 'login' ? state.redirect_url : undefined
}

interface SignInFailure {
  page: string
  message?: string
  /** Whether a provider was being added to an existing account. */
  adding?: boolean
  /** The account requires a one-time code: the error of the typed one, empty if none was typed. */
  code?: string
}

/**
 * Completes a sign-in: stores the account and loads the requested page. Returns only on failure.
 * @param code the one-time code, in the second step
 */
export async function completeSignIn(returned: Return, code?: string): Promise<SignInFailure | undefined> {
  if ('error' in returned) return { page: providerErrorPage(returned.error) }
  const key = stateKey + (returned.state ?? '')
  const state = returned.state ? readState(key) : undefined
  if (!state) return { page: noStorage }
  const adding = state.method === 'add'
  const elevating = state.method === 'elevate'
  const own = signedIn()
  // The user signed out in the meantime: there is no account to add to.
  if ((adding || elevating) && !own) return { page: '/signin' }
  try {
    if ((adding || elevating) && own) {
      const proof = { access_token: returned.token, type: state.type }
      if (elevating) await callsOf(own.api_key).call(elevate, proof)
      else await callsOf(own.api_key).call(addAccount, proof)
      writeSetting(key, undefined)
      reloadAt(state.redirect_url)
      return undefined
    }
    const { invite } = state
    const account = await enter(state.type, returned.token, state.source, { code, invite })
    if (!account) return { page: noStorage }
    writeSetting(key, undefined)
    reloadAt(placeAfter(account, state.redirect_url))
    return undefined
  } catch (error) {
    const message = error instanceof Refusal ? error.message : String(error)
    if (asksForCode(error, code)) return { page: '/signin', code: code === undefined ? '' : message }
    writeSetting(key, undefined)
    track(adding ? 'add_account_error' : 'sign_in_error', error instanceof Refusal ? error.code : 'fault')
    return { page: errorPage(error instanceof Refusal ? error.code : undefined), message, adding }
  }
}

/** Exchanges a provider's token for an account, and stores it in this browser. @returns undefined if there is no storage @throws Refusal */
async function enter(
  type: string,
  token: string,
  source: string,
  { code, invite }: { code?: string | undefined; invite?: string | undefined } = {},
): Promise<Account | undefined> {
  const tracking = { source, client_id: browserId(), session_id: platform.unique() }
  const more = { ...(code && { code }), ...(invite && { invite }) }
  const account = await visitor().call(authenticate, { access_token: token, type, tracking, ...more })
  return keepAccount(account, type) ? account : undefined
}

function keepAccount(account: Account, type: string): boolean {
  if (!replaceAccount(account, type)) return false
  track('sign_in', type)
  // Our browser extension reads this cookie. Signing out deletes it.
  if (account.api_key) writeCookie('api_key', account.api_key, extensionCookieMilliseconds)
  return true
}

/** Whether a refused sign-in may continue with a code, or with a different one. */
export function asksForCode(error: unknown, code: string | undefined): boolean {
  if (!(error instanceof Refusal)) return false
  return error.code === 'code_needed' || (code !== undefined && error.code !== 'sign_in_failed')
}

/** Signs in with a token of the built-in provider that didn't arrive through an address, and loads the main page. @throws Refusal */
export async function enterWithToken(token: string, source: string, code?: string): Promise<void> {
  const entered = await enter('local', token, source, { code })
  markEntering(false)
  reloadAt(entered ? placeAfter(entered, '/') : noStorage)
}

/**
 * Stores a session that the server created for this browser, and loads the user's own conversation.
 * @param onEntered called once it is stored, before the page is left
 * @throws Refusal
 */
export async function enterWithSession(token: string, onEntered: () => void): Promise<void> {
  const account = await callsOf(token).call(getMe, {})
  const entered = keepAccount({ ...account, api_key: token }, 'phone')
  if (entered) onEntered()
  reloadAt(entered ? '/#people/me' : noStorage)
}

/** Signs in with the token of a passkey or the secret of a link, and loads a page of this client. @throws Refusal */
export async function enterBy({ access_token, type }: { access_token: string; type: string }, next: string): Promise<void> {
  const entered = await enter(type, access_token, type, {})
  reloadAt(entered ? placeAfter(entered, next) : noStorage)
}

function readState(key: string): SignInState | undefined {
  try {
    const state: SignInState | null = JSON.parse(readSetting(key) ?? 'null')
    return typeof state?.type === 'string' && typeof state.redirect_url === 'string' ? state : undefined
  } catch {
    return undefined
  }
}
