// Fetches what has changed since the baseline of a mirror, and decides when to fetch again.

import { getEverything, isLockout, objectsPerPage, Refusal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import { type Objects, readPage, withOwnTypes } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry } from '../ground/retry.ts'

interface Deps {
  callRaw: Calls['callRaw']
  platform: Platform
  $baseline: ReadableAtom<number>
  /** Merges a page of changes, and moves the baseline to its newest one. */
  merge(objects: Objects, newest: number): void
}

const maxEmptyPages = 20

export function openCatchUp({ callRaw, platform, $baseline, merge }: Deps) {
  let closed = false
  let running: Promise<void> | undefined
  /** The newest stamp that was announced while a run is under way. */
  let heardOf = 0
  const retry = openRetry(platform)

  function catchUp(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  async function run(): Promise<void> {
    do {
      heardOf = 0
      await fetchChanges()
    } while (heardOf > $baseline.get() && !closed)
  }

  async function fetchChanges(): Promise<void> {
    const modified_after = $baseline.get()
    let cursor: string | undefined
    let empty = 0
    do {
      const page = readPage(await callRaw(getEverything, { modified_after, limit: objectsPerPage, cursor, ...withOwnTypes }))
      if (closed) return
      empty = page.count === 0 ? empty + 1 : 0
      if (empty > maxEmptyPages) throw new Refusal('bad_answer')
      // The earliest change comes first, so each page advances the baseline, and an interrupted run resumes from there.
      merge(page.objects, page.newest)
      cursor = page.cursor
    } while (cursor !== undefined)
  }

  /** Goes on until a stamp is merged, however long that takes. */
  function catchUpTo(stamp: number): void {
    heardOf = Math.max(heardOf, stamp)
    if (closed || !retry.mayTryNow()) return
    catchUp().then(retry.worked, (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // Any other refusal comes from a fault in between: this call itself is valid.
      if (!closed && !isLockout(error) && !retry.isWaiting()) retry.later(error, keepUp)
    })
  }

  function keepUp(): void {
    // A run in progress may have sent its request before this change.
    catchUpTo(running ? Number.POSITIVE_INFINITY : 0)
  }

  return {
    catchUp,
    catchUpTo,
    keepUp,
    isCatchingUp: () => running !== undefined,
    close() {
      closed = true
      retry.cancel()
    },
  }
}
