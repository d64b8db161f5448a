import { type KeyValueStore, platform } from '@waypost/client'
import { openCalls } from '@waypost/client/ground/call'
import { type Account, appVersion, signOut as signOutCall } from '@waypost/protocol'
import { leaveFor, origin, reloadAt } from '../browser/location.ts'
import { track } from '../browser/log.ts'
import { sendAside } from '../browser/network.ts'
import {
  forgetAllBut,
  forgetEverything,
  hasForgotten,
  onSettingChanged,
  readSetting,
  savedLocally,
  writeSetting,
} from '../browser/storage.ts'

export const accountKey = 'account'
/** The identity provider used for the session. */
export const providerKey = 'signed_in_with'
const enteringKey = 'entering'
/** The account of an administrator who is signed in to another person's account for support, and that account's provider. */
export const waitingKey = 'waiting_account'
export const waitingProviderKey = 'waiting_provider'
/** The longest time that replacing a session takes, in milliseconds. */
const enteringLasts = 10_000
/** How long the server may take to return the sign-out page, in milliseconds. */
const signOutLasts = 8_000

export const agent = `waypost-web/${appVersion}`

/** The account with its access token; undefined for a visitor. */
export function signedIn(): (Account & { api_key: string }) | undefined {
  try {
    const account: Account | null = JSON.parse(readSetting(accountKey) ?? 'null')
    return account?.api_key && account.email ? { ...account, api_key: account.api_key } : undefined
  } catch {
    return undefined
  }
}

/** Whether an account is still the one signed in here: another window may have changed that without this one noticing yet. */
export const isSignedIn = (account: string | undefined): boolean => signedIn()?.iden === account

/**
 * An account's values in local storage. Once it has signed out, here or in another window, nothing more is written; once another account
 * has signed in, its values are neither read nor erased.
 */
export function savedOf(account: string | undefined): KeyValueStore {
  const saved = savedLocally()
  const isFree = () => [account, undefined].includes(signedIn()?.iden)
  return {
    read: (key) => (isFree() ? saved.read(key) : undefined),
    write: (key, text) => isSignedIn(account) && saved.write(key, text),
    erase: (key) => isFree() && saved.erase(key),
    keys: (prefix) => (isFree() ? saved.keys(prefix) : []),
  }
}

export const isAccountSetting = (key: string | null): boolean => key === null || key === accountKey

/** Opens calls with a token. */
export const callsOf = (token: string, elevate?: () => Promise<boolean>) =>
  openCalls({ origin: origin(), token, agent, platform, ...(elevate && { elevate }) })

/** Opens calls that need no account. */
export const visitor = () => callsOf('')

/**
 * Tells this browser's other windows whether this one is about to replace their session. Until it has, they don't sign the browser out when
 * the server ends theirs.
 */
export function markEntering(entering: boolean): void {
  writeSetting(enteringKey, entering ? String(Date.now()) : undefined)
}

/** Calls back once no window is replacing the session: at once if none is. */
export function onceEntered(then: () => void): void {
  const since = Date.now() - Number(readSetting(enteringKey) ?? 0)
  if (since > enteringLasts) {
    then()
    return
  }
  const end = () => {
    stop()
    clearTimeout(timer)
    then()
  }
  const stop = onSettingChanged((key) => (key === enteringKey || key === null) && end())
  const timer = setTimeout(end, enteringLasts)
}

let leaving = false

/** Whether this window itself has changed the account, and is about to load the next page. */
export const isLeaving = (): boolean => leaving || hasForgotten()

/** Records that this window itself has changed the account; see `isLeaving`. */
export function markLeaving(): void {
  leaving = true
}

/** The support session of this page, if it is one, and a function that ends it. */
export function readSupportSession(): { name: string; end: () => void } | undefined {
  const account = signedIn()
  return account?.opened_by === undefined ? undefined : { name: account.name || account.email, end: () => signOut() }
}

/**
 * Ends the session on the server, erases the account and its data from this browser, and loads `page`; by default the first page, or the
 * page for signing out of the OpenID provider too. Offline, the session stays in the account's list of sessions, although its token is gone
 * from here.
 */
export function signOut(page?: string): void {
  // The next page may be a provider's.
  if (isLeaving()) return
  track('sign_out')
  const own = signedIn()
  // Only a provider has a sign-out page, and nobody should have to wait long for it.
  const ended =
    own && page === undefined && readSetting(providerKey)?.startsWith('oidc')
      ? Promise.race([callsOf(own.api_key).call(signOutCall, {}), after(signOutLasts)])
      : undefined
  if (own && !ended) sendAside(signOutCall.path, {}, { 'Access-Token': own.api_key })
  // Ending a support session doesn't end the administrator's own session.
  const waiting = readSetting(waitingKey)
  if (waiting !== undefined) {
    const provider = readSetting(waitingProviderKey)
    leaving = true
    writeSetting(accountKey, waiting)
    const forgotten = forgetAllBut(accountKey)
    writeSetting(providerKey, provider)
    void forgotten.then(() => reloadAt('/#admin/people'))
    return
  }
  const forgotten = forgetEverything()
  const leave = async (address?: string) => {
    await forgotten
    if (address) leaveFor(address)
    else reloadAt(page ?? '/')
  }
  if (!ended) void leave()
  else
    ended.then(
      (answer) => leave(answer?.continue_at),
      () => leave(),
    )
}

const after = (milliseconds: number) => new Promise<undefined>((done) => setTimeout(done, milliseconds))

/** The id of this browser in presence messages. */
export const appGuid = (): string => `web-${browserId()}`

let knownId: string | undefined

/** This browser's id, erased by signing out. A window that was signed out by another one doesn't write it again. */
export function browserId(): string {
  knownId ??= readSetting('client_id')
  if (knownId) return knownId
  knownId = platform.unique()
  writeSetting('client_id', knownId)
  return knownId
}
