// Defines the large store: where a browser keeps what does not fit into local storage.

import { type Push, Refusal } from '@waypost/protocol'
import type { FileSource } from '../ground/platform.ts'

/**
 * A store with more room than a `KeyValueStore`, read and written in transactions: texts and files by key, and pushes by conversation.
 * All windows of a browser and its service worker share one. `large-store.contract.ts` tests what every engine must do.
 */
export interface LargeStore {
  /**
   * Runs `work` in a transaction: all that it writes is stored, or nothing is. Transactions run one after the other, in the order of these
   * calls. `work` may wait for nothing but the transaction. Its writes are on their way when it returns, also if the window closes then.
   * @throws Refusal `storage_full`; what `work` throws; an Error if the browser fails
   */
  transact<T>(work: (transaction: LargeTransaction) => Promise<T>): Promise<T>
  /** How many more bytes the browser has room for, as far as it tells. */
  room(): Promise<number>
}

export interface LargeTransaction {
  readText(key: string): Promise<string | undefined>
  /** All texts whose keys start with `prefix`. */
  readTexts(prefix: string): Promise<[key: string, text: string][]>
  writeText(key: string, text: string): void
  eraseText(key: string): void
  readFile(key: string): Promise<FileSource | undefined>
  fileKeys(): Promise<string[]>
  writeFile(key: string, file: FileSource): void
  eraseFile(key: string): void
  readPush(iden: string): Promise<StoredPush | undefined>
  /** The pushes in a part of a conversation, at most `limit` of them: those that were created last or first, in that order. */
  readPushes(part: PushRange, limit: number, from: 'last' | 'first'): Promise<StoredPush[]>
  /** Writes a push in place of the one with its iden. */
  writePush(push: StoredPush): void
  erasePush(iden: string): void
  /** Erases everything. */
  clear(): void
}

/** A part of a conversation, by the `created` of its pushes in seconds: from `from` up to, but not including, `before`. */
interface PushRange {
  conversation: string
  from: number
  before: number
}

export interface StoredPush {
  readonly iden: string
  readonly conversation: string
  readonly created: number
  /** About how much room it takes, in UTF-16 units. */
  readonly size: number
  readonly push: Push
}

const ownerKey = 'owner'

/** The store is no longer that of the account that wants to use it: this one has signed out. */
class OtherOwner extends Error {}

/** Makes the store the one of an account: what another account has left is erased. Notes without an owner stay. @throws as `transact` */
export function claimLargeStore(store: LargeStore, user: string): Promise<void> {
  return store.transact(async (transaction) => {
    const owner = await transaction.readText(ownerKey)
    if (owner === user) return
    if (owner !== undefined) transaction.clear()
    transaction.writeText(ownerKey, user)
  })
}

/** The store for one account: each transaction fails once the store belongs to another one, or to none, as after a sign-out. */
export function largeStoreOf(store: LargeStore, user: string): LargeStore {
  return {
    room: store.room,
    transact: (work) =>
      store.transact(async (transaction) => {
        if ((await transaction.readText(ownerKey)) !== user) throw new OtherOwner('Another account is signed in here.')
        return work(transaction)
      }),
  }
}

/** The store until something is over: each transaction that begins later fails, also one that was asked for before. */
export function largeStoreUntil(store: LargeStore, isOver: () => boolean): LargeStore {
  return {
    room: store.room,
    transact: (work) =>
      store.transact(async (transaction) => {
        if (isOver()) throw new OtherOwner('It is over.')
        return work(transaction)
      }),
  }
}

/** Whether a transaction failed because the store belongs to another account, or to none. */
export const isOthers = (error: unknown): boolean => error instanceof OtherOwner

/** Whether a write failed because there is no room. */
export const isFull = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 'storage_full'
