// Writes texts to a large store, and tries again later what failed.

import type { Platform } from '../ground/platform.ts'
import type { LargeStore } from './large-store.ts'

interface Deps {
  store: LargeStore
  platform: Pick<Platform, 'after'>
  /** The text of a key as it is now; undefined if it is erased. */
  read(key: string): string | undefined
  stamp(): number
  onBegun(key: string): void
  /** The large store has a text, or has erased it. */
  onConfirmed(key: string, text: string | undefined): void
  /** Called before the latest write of a key is tried again. `isRetry`: it has failed before. */
  onFailed(key: string, error: unknown, isRetry: boolean): void
}

/** Milliseconds until failed writes are retried: the first and the longest wait. */
const retryAfter = { first: 5_000, longest: 300_000 }

export function openStoreWrites({ store, platform, read, stamp, onBegun, onConfirmed, onFailed }: Deps) {
  /** Writes that the large store has not confirmed, with their stamps. */
  const unconfirmed = new Map<string, number>()
  const failed = new Set<string>()
  let stopRetry: (() => void) | undefined
  let wait = retryAfter.first
  let writing: Promise<unknown> = Promise.resolve()
  let closed = false

  /** Writes the current text of a key to the large store when the transaction begins. */
  function write(key: string, at: number, isRetry = false): void {
    unconfirmed.set(key, at)
    const done = store
      .transact(async ({ writeText, eraseText }) => {
        onBegun(key)
        const text = read(key)
        if (text === undefined) eraseText(key)
        else writeText(key, text)
        return text
      })
      .then(
        (text) => confirm(key, text, at),
        (error: unknown) => fail(key, at, error, isRetry),
      )
    writing = Promise.all([writing, done])
  }

  function confirm(key: string, text: string | undefined, at: number): void {
    wait = retryAfter.first
    if (unconfirmed.get(key) !== at) return
    forget(key)
    onConfirmed(key, text)
  }

  function fail(key: string, at: number, error: unknown, isRetry: boolean): void {
    if (unconfirmed.get(key) !== at) return
    failed.add(key)
    onFailed(key, error, isRetry)
    if (!closed) stopRetry ??= platform.after(wait, retry)
  }

  function retry(): void {
    stopRetry = undefined
    wait = Math.min(retryAfter.longest, wait * 2)
    for (const key of failed) write(key, unconfirmed.get(key) ?? stamp(), true)
  }

  function forget(key: string): void {
    unconfirmed.delete(key)
    failed.delete(key)
  }

  return {
    write: (key: string, at: number): void => write(key, at),
    isPending: (key: string): boolean => unconfirmed.has(key),
    /** Somebody else has written the key later: what becomes of the write here does not matter any more. */
    forget,
    failed: failed as ReadonlySet<string>,
    /** Resolves once all earlier writes are stored, or have failed. */
    async settled(): Promise<void> {
      await writing
    },
    close(): void {
      closed = true
      stopRetry?.()
    },
  }
}
