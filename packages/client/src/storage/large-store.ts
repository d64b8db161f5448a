import { type Push, Refusal } from '@waypost/protocol'
import type { FileSource } from '../ground/platform.ts'

/**
 * A store with more room than a `KeyValueStore`, read and written in transactions: texts and files by key, and pushes by conversation.
 * All windows of a browser and its service worker share one. `large-store.contract.ts` tests what every engine must do.
 */
export interface LargeStore {
  /**
   * Runs `work` in a transaction: either all its writes are stored, or none. Transactions run one after the other, in the order of these
   * calls. `work` may await only the transaction. Its writes are in flight when it returns, and survive the closing of the window.
   * @throws Refusal `storage_full`; errors of `work`; an Error if the browser fails
   */
  transact<T>(work: (transaction: LargeTransaction) => Promise<T>): Promise<T>
  /** How many more bytes the browser has room for, by its own estimate. */
  room(): Promise<number>
}

export interface LargeTransaction {
  readText(key: string): Promise<string | undefined>
  readTexts(prefix: string): Promise<[key: string, text: string][]>
  writeText(key: string, text: string): void
  eraseText(key: string): void
  readFile(key: string): Promise<FileSource | undefined>
  fileKeys(): Promise<string[]>
  writeFile(key: string, file: FileSource): void
  eraseFile(key: string): void
  readPush(iden: string): Promise<StoredPush | undefined>
  /** At most `limit`: the last or first created ones, in that order. */
  readPushes(part: PushRange, limit: number, from: 'last' | 'first'): Promise<StoredPush[]>
  /** Replaces the push with its iden. */
  writePush(push: StoredPush): void
  erasePush(iden: string): void
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
  /** Approximate, in UTF-16 units. */
  readonly size: number
  readonly push: Push
}

const ownerKey = 'owner'

/** The store no longer belongs to the account that wants to use it, which has signed out. */
class OtherOwner extends Error {}

/** Claims the store for an account: erases the data of another account. Notes without an owner stay. @throws as `transact` */
export function claimLargeStore(store: LargeStore, user: string): Promise<void> {
  return store.transact(async (transaction) => {
    const owner = await transaction.readText(ownerKey)
    if (owner === user) return
    if (owner !== undefined) transaction.clear()
    transaction.writeText(ownerKey, user)
  })
}

/** The store for one account: each transaction fails once the store belongs to another account or to none, as after a sign-out. */
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

/** The store until `isOver` returns true: each transaction that begins later fails, even if it was requested before. */
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
