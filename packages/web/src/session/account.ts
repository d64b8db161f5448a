// Stores the account of this browser, from sign-in to sign-out.

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
/** The identity provider that the session began at. */
export const providerKey = 'signed_in_with'
const enteringKey = 'entering'
/** The account of an administrator who is signed in to another person's for support, and the provider of that session. */
export const waitingKey = 'waiting_account'
export const waitingProviderKey = 'waiting_provider'
/** The longest time that replacing a session takes, in milliseconds. */
const enteringLasts = 10_000
/** How long a server may take to say where signing out goes on, in milliseconds. */
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

/** Whether an account is still the one that is signed in here: another window may have changed that, and this one not noticed yet. */
export const isSignedIn = (account: string | undefined): boolean => signedIn()?.iden === account

/**
 * What an account keeps in local storage. Once it has signed out, here or in another window, nothing is written any more; once another one
 * has signed in, nothing of that one is read or erased.
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

/** Calls with a token. */
export const callsOf = (token: string, elevate?: () => Promise<boolean>) =>
  openCalls({ origin: origin(), token, agent, platform, ...(elevate && { elevate }) })

/** Calls that need no account. */
export const visitor = () => callsOf('')

/**
 * Tells the other windows of this browser whether this one is about to replace their session by a new one. Until it has, they do not sign
 * the browser out when the server ends theirs.
 */
export function markEntering(entering: boolean): void {
  writeSetting(enteringKey, entering ? String(Date.now()) : undefined)
}

/** Calls back once no window is about to replace the session: at once if none is. */
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

/** Whether this window has changed its account itself, and is about to load what follows. */
export const isLeaving = (): boolean => leaving || hasForgotten()

/** This window has changed its account itself; see `isLeaving`. */
export function markLeaving(): void {
  leaving = true
}

/** Whether this page is one of a session for support, and how it ends. */
export function readSupportSession(): { name: string; end: () => void } | undefined {
  const account = signedIn()
  return account?.opened_by === undefined ? undefined : { name: account.name || account.email, end: () => signOut() }
}

/**
 * Ends the session on the server, erases the account and its data from this browser, and loads `page`; by default the first page, or the
 * page on which the user signs out of the OpenID provider too. Without a network the session stays in the account's list of sessions,
 * although its token is gone from here.
 */
export function signOut(page?: string): void {
  // Maybe for the page of a provider.
  if (isLeaving()) return
  track('sign_out')
  const own = signedIn()
  // Only a provider can say where to go on; nobody should wait long for it.
  const ended =
    own && page === undefined && readSetting(providerKey)?.startsWith('oidc')
      ? Promise.race([callsOf(own.api_key).call(signOutCall, {}), after(signOutLasts)])
      : undefined
  if (own && !ended) sendAside(signOutCall.path, {}, { 'Access-Token': own.api_key })
  // The end of a session for support is not that of the administrator's own.
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

/** The id of this browser; signing out erases it. A window that another one has signed out does not write it again. */
export function browserId(): string {
  knownId ??= readSetting('client_id')
  if (knownId) return knownId
  knownId = platform.unique()
  writeSetting('client_id', knownId)
  return knownId
}
