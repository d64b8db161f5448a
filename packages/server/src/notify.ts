// Publishes messages that are not changes of synced rows: frames for streams, changed accounts, ended tokens.

import type { ServerFrame } from '@waypost/protocol'
import type { Bus } from './bus/bus.ts'
import { boxSubject } from './change.ts'

/** A bus message to the open streams of a box: a frame, as text, that is stored nowhere. */
export interface BoxFrame {
  frame: string
}

/** Sends a frame to the open streams of an account on every node. */
export function sendToStreams(bus: Bus, owner: string, frame: ServerFrame): void {
  bus.publish(boxSubject(owner), { frame: JSON.stringify(frame) } satisfies BoxFrame)
}

/** Notifies the streams of an account that the output of `GET /v2/users/me` has changed. */
export function notifyAccountChanged(bus: Bus, owner: string): void {
  sendToStreams(bus, owner, { type: 'tickle', subtype: 'account' })
}

/** The bus subject for changes of an account or its tokens. */
export const accountSubject = 'account'

export interface AccountChanged {
  account: string
  /** Hashes of tokens that are no longer valid. */
  endedTokens?: 'all' | string[]
}

/** Notifies every node that tokens, of any number of accounts, are no longer valid. */
export function notifyTokensEnded(bus: Bus, ended: readonly { account: string; hash: string }[]): void {
  const hashes = new Map<string, string[]>()
  for (const { account, hash } of ended) hashes.set(account, [...(hashes.get(account) ?? []), hash])
  for (const [account, endedTokens] of hashes) bus.publish(accountSubject, { account, endedTokens } satisfies AccountChanged)
}

/** Notifies every node that all tokens of an account are no longer valid. */
export const notifyAllTokensEnded = (bus: Bus, account: string): void =>
  bus.publish(accountSubject, { account, endedTokens: 'all' } satisfies AccountChanged)

/** Notifies every node and the account's streams of its changed name, picture or address. */
export function notifyProfileChanged(bus: Bus, account: string): void {
  bus.publish(accountSubject, { account } satisfies AccountChanged)
  notifyAccountChanged(bus, account)
}
