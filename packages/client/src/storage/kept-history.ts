// Keeps long conversations in the large store for a year, beyond the pushes in the snapshot.

import { conversationOf, type Push } from '@waypost/protocol'
import type { Platform } from '../ground/platform.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import { placeOf } from '../sync/timeline.ts'
import { baselineKey, drop, eraseAll, isPart, put, type Ranges, rangesIn, trim } from './kept-pushes.ts'
import { isFull, isOthers, type LargeStore, type LargeTransaction } from './large-store.ts'

export type KeptHistory = Awaited<ReturnType<typeof openKeptHistory>>

export interface KeptPage {
  pushes: Push[]
  from: number
}

export interface HistoryDeps {
  store: LargeStore
  conversations: Conversations
  platform: Pick<Platform, 'now' | 'after'>
  baseline(): number
  /** How many pushes of a conversation the snapshot holds. */
  snapshotHolds(): number
  onReached(): void
  /** The room for all pushes together, in UTF-16 units. */
  room?: number
}

/** Milliseconds until pending changes are written: normally, and after a failure. */
const writeAfter = { first: 50, failure: 5_000 }
/** After this many failures in a row, or a write of this many milliseconds, nothing more is kept. */
const mostFailures = 5
const longestWrite = 60_000
const year = 365 * 86_400
const mostPushes = 64_000_000

/**
 * The pushes of conversations that were loaded beyond the snapshot. The kept history of a conversation is complete from a stamp on: all
 * changes that the mirror receives are written here too, along with the mirror's baseline. If that is behind the baseline of the snapshot,
 * changes were missed, and none of it is used.
 * @param since the baseline of the snapshot when the session started; undefined if it had none, so that none of the kept history is used
 * @throws as `LargeStore.transact`
 */
export async function openKeptHistory(deps: HistoryDeps, since: number | undefined) {
  const { store, conversations, platform, baseline, snapshotHolds, onReached, room = mostPushes } = deps
  const waiting = new Map<string, Push>()
  const grown = new Set<string>()
  const known = new Set<string>()
  let reached = 0
  let running = Promise.resolve()
  let stopTimer: (() => void) | undefined
  let ended = false
  let failures = 0

  const aYearAgo = () => platform.now() / 1_000 - year

  await store.transact(async (transaction) => {
    const saved = Number((await transaction.readText(baselineKey)) ?? Number.NaN)
    if (since === undefined || !(saved >= since)) {
      await eraseAll(transaction)
      transaction.writeText(baselineKey, String(baseline()))
      for (const name of conversations.names()) grow(name)
    } else {
      const ranges = rangesIn(transaction)
      await trim(transaction, ranges, aYearAgo(), room)
      for (const [name] of await ranges.all()) known.add(name)
      ranges.write()
    }
    reached = since ?? baseline()
  })
  if (grown.size > 0) soon()

  function grow(name: string): void {
    if (!isPart(name)) grown.add(name)
  }

  function soon(): void {
    if (!ended) stopTimer ??= platform.after(failures > 0 ? writeAfter.failure : writeAfter.first, () => void flush())
  }

  function flush(): Promise<void> {
    stopTimer?.()
    stopTimer = undefined
    running = running.then(run)
    return running
  }

  async function run(): Promise<void> {
    if (reached === Number.POSITIVE_INFINITY) return
    const at = baseline()
    const pushes = [...waiting.values()]
    const names = [...grown]
    waiting.clear()
    grown.clear()
    const putBack = () => {
      for (const push of pushes) if (!waiting.has(push.iden)) waiting.set(push.iden, push)
      for (const name of names) grown.add(name)
    }
    const stopWaiting = platform.after(longestWrite, end)
    try {
      const outcome = await store.transact((transaction) => write(transaction, at, pushes, names))
      failures = 0
      if (outcome === 'gone') return end()
      // Another window is ahead; this one writes when it has caught up.
      if (outcome === 'behind') return putBack()
    } catch (error) {
      if (isFull(error)) await erase()
      if (isFull(error) || isOthers(error) || ++failures === mostFailures) return end()
      putBack()
      return soon()
    } finally {
      stopWaiting()
    }
    if (at <= reached) return
    reached = at
    onReached()
  }

  const erase = () => store.transact(eraseAll).catch(() => {})

  /** The history will be behind the snapshot, and is erased at the next start. */
  function end(): void {
    ended = true
    reached = Number.POSITIVE_INFINITY
    waiting.clear()
    grown.clear()
    onReached()
  }

  async function write(
    transaction: LargeTransaction,
    at: number,
    pushes: readonly Push[],
    names: readonly string[],
  ): Promise<'written' | 'behind' | 'gone'> {
    const saved = await transaction.readText(baselineKey)
    if (saved === undefined) return 'gone'
    if (Number(saved) > at) return 'behind'
    const ranges = rangesIn(transaction)
    for (const push of pushes) {
      if (!push.active) await drop(transaction, ranges, push)
      else await put(transaction, ranges, conversationOf(push), push)
    }
    let more = false
    for (const name of names) if (await extend(transaction, ranges, name)) more = true
    if (more) await trim(transaction, ranges, aYearAgo(), room)
    ranges.write()
    transaction.writeText(baselineKey, String(at))
    return 'written'
  }

  /** Writes the pushes of a conversation that the mirror has and the store lacks. @returns whether there were any */
  async function extend(transaction: LargeTransaction, ranges: Ranges, name: string): Promise<boolean> {
    const earliest = aYearAgo()
    const { pushes, from } = conversations.of(name).$pushes.get()
    const first = from > 0 ? placeOf(pushes, { created: from, iden: '' }) : 0
    const range = await ranges.of(name)
    if (range) known.add(name)
    else if (pushes.length - first <= snapshotHolds()) return false
    const start = Math.max(first, placeOf(pushes, { created: earliest, iden: '' }))
    const since = start > first ? (pushes[start]?.created ?? earliest) : from
    const until = range ? range.from : Number.POSITIVE_INFINITY
    if (since >= until) return false
    if (range) range.from = since
    else ranges.add(name, since)
    for (let at = start; at < pushes.length; at++) {
      const push = pushes[at] as Push
      if (push.created > until) break
      await put(transaction, ranges, name, push)
    }
    ranges.touch(name)
    known.add(name)
    return true
  }

  return {
    /**
     * The latest pushes of a conversation before a stamp, and the stamp from which it is complete with them; undefined if nothing earlier
     * is kept.
     */
    async before(conversation: string, before: number, limit: number): Promise<KeptPage | undefined> {
      if (ended || !known.has(conversation)) return undefined
      try {
        return await store.transact(async (transaction) => {
          const range = await rangesIn(transaction).of(conversation)
          if (!range || range.from >= before) return undefined
          const found = await transaction.readPushes({ conversation, from: range.from, before }, limit, 'last')
          const oldest = found.length < limit ? range.from : (found.at(-1)?.created ?? range.from)
          return { pushes: found.map(({ push }) => push), from: oldest }
        })
      } catch {
        return undefined
      }
    },
    /** Takes pushes that the mirror has received, and conversations that are now known further back. */
    take({ pushes = [], known: name }: { pushes?: readonly Push[]; known?: string }): void {
      if (ended) return
      for (const push of pushes) {
        const other = waiting.get(push.iden)
        if (!other || other.modified < push.modified) waiting.set(push.iden, push)
        const conversation = conversationOf(push)
        if (push.active && !known.has(conversation)) grown.add(conversation)
      }
      if (name !== undefined) grow(name)
      soon()
    },
    /** The baseline up to which everything is written; infinite if nothing is kept any more. */
    reached: () => reached,
    flush,
    /** Erases the kept history because it has missed changes, and stops keeping more. */
    giveUp(): void {
      end()
      void erase()
    },
    close(): void {
      // The saved baseline has not passed the unwritten changes, so they are fetched again.
      ended = true
      stopTimer?.()
    },
  }
}
