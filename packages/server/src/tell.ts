import type { ServerFrame } from '@waypost/protocol'
import type { Bus } from './bus/bus.ts'
import { boxSubject } from './change.ts'

/** Something that every open stream of an account is to hear as it is, and that is kept nowhere. `frame` is its text. */
export interface BoxTold {
  frame: string
}

/** Tells the open streams of an account, on every node, what is in no row. */
export function tellStreams(bus: Bus, owner: string, frame: ServerFrame): void {
  bus.publish(boxSubject(owner), { frame: JSON.stringify(frame) } satisfies BoxTold)
}

/** Tells that what `GET /v2/users/me` answers has changed. */
export function tellAccount(bus: Bus, owner: string): void {
  tellStreams(bus, owner, { type: 'tickle', subtype: 'account' })
}

/** The bus subject that tells that an account or its tokens changed. */
export const accountSubject = 'account'

export interface AccountChanged {
  account: string
  /** Hashes of tokens that are no longer good. */
  endedTokens?: 'all' | string[]
}

/** Tells every node that tokens of several accounts are no longer good. */
export function tellEnded(bus: Bus, ended: readonly { account: string; hash: string }[]): void {
  const hashes = new Map<string, string[]>()
  for (const { account, hash } of ended) hashes.set(account, [...(hashes.get(account) ?? []), hash])
  for (const [account, endedTokens] of hashes) bus.publish(accountSubject, { account, endedTokens } satisfies AccountChanged)
}
