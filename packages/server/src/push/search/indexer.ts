// Keeps the index of words a few changes behind the boxes: it adds the changes of one box, many pushes per write.

import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/db.ts'
import { noProcessorLimits, openProcessor, type ProcessorTime } from '../../processor/time.ts'
import {
  boxesBehind,
  changedAfter,
  countChanged,
  everIndexedTo,
  hasTakenOut,
  indexedTo,
  indexPush,
  mergeSome,
  moveIndexedTo,
  stampsAfter,
  unindexPush,
} from './rows.ts'
import { cutTerms } from './terms.ts'

/** Updates boxes that are far behind, one after another, and leaves requests at least as much processor time. */
export interface Indexer {
  /** A box has changed. Called for every change of every box, so it inspects only a few of them. */
  changed(owner: string): void
  isBehind(owner: string): void
  /** Checks all boxes, because the changes of an earlier process may not be indexed. */
  start(): void
  idle(): Promise<void>
  /** Ends after the current write, and after the words of deleted pushes are overwritten, which takes two seconds at most. */
  stop(): Promise<void>
}

/**
 * A box is indexed only when this many of its pushes have changed. Each search reads those that aren't indexed; adding many at a time costs
 * a fraction of adding each in its own write, and makes the index faster.
 */
const usualFewest = 200
/** It is also indexed at this many bytes of changed texts, because each search reads them. */
const fewestBytes = 200_000
/** The maximum pushes that one write adds, and the bytes at which it ends: requests wait for it. */
const most = { pushes: 400, bytes: 100_000 }
/** The load from which the processor counts as busy, and up to which it counts as idle; and how often a write waits for that. */
const busy = 0.8
const idle = 0.3
const mostWaits = 8
/** Milliseconds until words removed from the index are purged, and the multiple of that duration to wait afterwards. */
const purgeAfter = 60_000
const restFor = 100
/** Milliseconds for purging when the server stops; the next one continues. */
const stopWithin = 2_000
const slice = 100

/** Keeps one index: one piece of work at a time, for which boxes wait. */
export function openIndexer(db: Db, report: (error: unknown) => void, { fewest = usualFewest } = {}): Indexer {
  // It never cuts work short, but runs it in slices.
  const processor = openProcessor(noProcessorLimits)
  const merge: Merge = { hasBegun: false }
  const waiting = new Set<string>()
  let working: Promise<void> | undefined
  let stopped = false
  let purging: NodeJS.Timeout | undefined

  function add(owner: string): void {
    if (stopped) return
    waiting.add(owner)
    begin(work)
  }

  function begin(some: () => Promise<void>): void {
    working ??= some()
      .catch(report)
      .finally(() => {
        working = undefined
        if (waiting.size > 0 && !stopped) begin(work)
      })
  }

  async function work(): Promise<void> {
    for (const owner of waiting) {
      waiting.delete(owner)
      await catchUp(owner)
      if (stopped) return
    }
    await tidy(db, mayTidy)
  }

  /** The rest is done after the next work. */
  const mayTidy = () => !stopped && waiting.size === 0

  async function all(): Promise<void> {
    for (let after = ''; !stopped; ) {
      const boxes = await boxesBehind(db, after, slice)
      for (const { owner } of boxes) await catchUp(owner)
      if (boxes.length < slice) return tidy(db, mayTidy)
      after = boxes.at(-1)?.owner ?? ''
    }
  }

  async function catchUp(owner: string): Promise<void> {
    while (!stopped && (await isFarBehind(db, owner, fewest))) {
      const began = performance.now()
      await indexSome(db, owner, processor.time(`the index of ${owner}`))
      await giveWay(performance.now() - began)
    }
  }

  /** Purges now and then. It may read and write all of the index, so it rests much longer than it has taken. */
  function purgeSoon(rest: number): void {
    purging = setTimeout(() => {
      if (working) {
        purgeSoon(purgeAfter)
        return
      }
      const began = performance.now()
      begin(async () => {
        try {
          await purge(
            db,
            merge,
            () => !stopped,
            async (took) => {
              if (!stopped) await giveWay(took)
            },
          )
        } finally {
          if (!stopped) purgeSoon(Math.max(purgeAfter, restFor * (performance.now() - began)))
        }
      })
    }, rest).unref()
  }

  return {
    changed(owner) {
      if (Math.random() * fewest < 1) add(owner)
    },
    isBehind: add,
    start() {
      begin(all)
      purgeSoon(purgeAfter)
    },
    async idle() {
      while (working) await working
    },
    async stop() {
      stopped = true
      clearTimeout(purging)
      await working
      const until = performance.now() + stopWithin
      await purge(db, merge, () => performance.now() < until).catch(report)
    },
  }
}

async function isFarBehind(db: Db, owner: string, fewest: number): Promise<boolean> {
  const { pushes, bytes } = await countChanged(db, owner, await indexedTo(db, owner), fewest)
  return pushes === fewest || bytes >= fewestBytes
}

/** Makes searches faster while nobody else needs the processor. */
async function tidy(db: Db, mayGoOn: () => boolean): Promise<void> {
  for (let took = 10; mayGoOn(); ) {
    if (!(await giveWay(took, idle))) return
    const began = performance.now()
    if (!(await mergeSome(db))) return
    took = performance.now() - began
  }
}

interface Merge {
  hasBegun: boolean
}

/**
 * Overwrites words that were taken out of the index until none are left or `mayGoOn` says no. `rest` is called between two writes with the
 * milliseconds of the last one.
 */
async function purge(db: Db, merge: Merge, mayGoOn: () => boolean, rest?: (took: number) => Promise<unknown>): Promise<void> {
  while (mayGoOn() && (await hasTakenOut(db))) {
    const began = performance.now()
    const more = await mergeSome(db, !merge.hasBegun)
    merge.hasBegun = more
    if (!more) return
    await rest?.(performance.now() - began)
  }
  merge.hasBegun = false
}

/** Waits as long as the last write took, and several times that while the processor is busy; returns whether it no longer is. */
async function giveWay(took: number, share = busy): Promise<boolean> {
  for (let time = 0; time < mostWaits; time++) {
    const before = performance.eventLoopUtilization()
    await sleep(took)
    if (performance.eventLoopUtilization(before).utilization < share) return true
  }
  return false
}

/** Adds the earliest unindexed changes of a box. Terms are computed before the write, in slices: the server's writes wait for one. */
async function indexSome(db: Db, owner: string, time: ProcessorTime): Promise<void> {
  const before = await indexedTo(db, owner)
  const stamps = fitting(await time.ask(() => stampsAfter(db, owner, before, most.pushes)))
  const rows = await time.ask(() => changedAfter(db, owner, before, stamps.length))
  const terms: ReadonlySet<string>[] = []
  for (const row of rows) terms.push((await time.run(cutTerms(row)))?.result ?? new Set())
  await db.write(
    async (tx) => {
      // A push changed in the meantime gets a later stamp than these.
      await tx.lockBoxes([owner])
      const indexed = await indexedTo(tx, owner)
      const now = await stampsAfter(tx, owner, indexed, rows.length)
      // Pushes changed since they were read are read again.
      if (indexed !== before || rows.some(({ iden, modified }, at) => now[at]?.iden !== iden || now[at].modified !== modified))
        return
      const ever = await everIndexedTo(tx, owner)
      for (const [at, row] of rows.entries()) {
        if (row.created <= ever) unindexPush(tx, row)
        if (row.active === 1 && row.deleted_by_sender !== 1) indexPush(tx, row, terms[at] ?? new Set())
      }
      const last = rows.at(-1)
      if (last) await moveIndexedTo(tx, owner, last.modified)
    },
    [owner],
  )
}

function fitting<Sized extends { bytes: number }>(rows: readonly Sized[]): readonly Sized[] {
  let bytes = 0
  const end = rows.findIndex((row) => {
    bytes += row.bytes
    return bytes > most.bytes
  })
  return end === -1 ? rows : rows.slice(0, Math.max(1, end))
}
