// Keeps the index of words a few changes behind the boxes: it adds the changes of one box, many pushes in a write.

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

/** Brings boxes up to date that are far behind, one after another, and leaves requests at least as much of the processor: most, if they need it. */
export interface Indexer {
  /** Something has changed in a box. Called for every change of every box, so it looks at few of them. */
  changed(owner: string): void
  /** A box is known to be behind. */
  isBehind(owner: string): void
  /** Looks at all boxes, as the changes of an earlier process may not be in the index. */
  start(): void
  /** Resolves once nothing is left to do. */
  idle(): Promise<void>
  /** Ends after the write that is under way, and after the words of deleted pushes are overwritten, for which it takes two seconds at most. */
  stop(): Promise<void>
}

/**
 * A box is left alone until so many of its pushes have changed. Each search reads those that are not in the index; adding many at a time
 * costs a fraction of adding each with its own write, and makes the index faster.
 */
const usualFewest = 200
/** It is not left alone either if they are long, as each search reads them: so many bytes of texts. */
const fewestBytes = 200_000
/** Pushes that one write adds, and the bytes of them after which it ends: requests wait for it. */
const most = { pushes: 400, bytes: 100_000 }
/** The shares of time from which on the processor is busy, and up to which it is idle; and how often a write waits for that. */
const busy = 0.8
const idle = 0.3
const mostWaits = 8
/** Milliseconds after which words that were taken out of the index are looked for, and how many times as long as it took to wait again. */
const purgeAfter = 60_000
const restFor = 100
/** Milliseconds for which they are overwritten when the server stops; the next one goes on. */
const stopWithin = 2_000
/** Boxes that are looked up at a time. */
const slice = 100

/** Keeps one index: one piece of work at a time, for which boxes wait. */
export function openIndexer(db: Db, report: (error: unknown) => void, { fewest = usualFewest } = {}): Indexer {
  // It ends no work, but does it in slices.
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

/** The merge of the whole index that a purge goes on with. */
interface Merge {
  hasBegun: boolean
}

/**
 * Overwrites words that were taken out of the index, until there are none or it may not go on.
 * @param rest called between two writes with the milliseconds that the last one took
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

/** Waits as long as the last write took, and several times that while the processor is busy. @returns whether it no longer is */
async function giveWay(took: number, share = busy): Promise<boolean> {
  for (let time = 0; time < mostWaits; time++) {
    const before = performance.eventLoopUtilization()
    await sleep(took)
    if (performance.eventLoopUtilization(before).utilization < share) return true
  }
  return false
}

/**
 * Adds the earliest changes of a box that are not in the index. Their words are cut before the write, in slices: all writes of the server
 * wait for one.
 */
async function indexSome(db: Db, owner: string, time: ProcessorTime): Promise<void> {
  const before = await indexedTo(db, owner)
  const stamps = fitting(await time.ask(() => stampsAfter(db, owner, before, most.pushes)))
  const rows = await time.ask(() => changedAfter(db, owner, before, stamps.length))
  const terms: ReadonlySet<string>[] = []
  for (const row of rows) terms.push((await time.run(cutTerms(row)))?.result ?? new Set())
  await db.write(
    async (tx) => {
      // A push that changes meanwhile gets a stamp behind these.
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

/** The first ones that are not too long together: at least one. */
function fitting<Sized extends { bytes: number }>(rows: readonly Sized[]): readonly Sized[] {
  let bytes = 0
  const end = rows.findIndex((row) => {
    bytes += row.bytes
    return bytes > most.bytes
  })
  return end === -1 ? rows : rows.slice(0, Math.max(1, end))
}
