import type { Push } from '@waypost/protocol'
import { isRecord, isStamp } from '../ground/objects.ts'
import type { LargeTransaction } from './large-store.ts'

/** The key of the baseline up to which everything is written. */
export const baselineKey = 'history'
const sliceSize = 200
const microsecond = 1e-6

/** A message to or from a device is part of the account's own conversation, and kept with it: each push is kept once. */
export const isPart = (name: string) => name.startsWith('device:')

/** Writes a push to a conversation if its kept range covers it, and does not overwrite a later version. */
export async function put(transaction: LargeTransaction, ranges: Ranges, conversation: string, push: Push): Promise<void> {
  const range = await ranges.of(conversation)
  if (!range || push.created < range.from) return
  const stored = await transaction.readPush(push.iden)
  if (stored && stored.push.modified >= push.modified) return
  const size = JSON.stringify(push).length
  if (stored && stored.conversation !== conversation) await ranges.resize(stored.conversation, -stored.size)
  range.size += size - (stored?.conversation === conversation ? stored.size : 0)
  range.newest = Math.max(range.newest, push.created)
  ranges.touch(conversation)
  transaction.writePush({ iden: push.iden, conversation, created: push.created, size, push })
}

/** Drops a push that was deleted, unless a later version is kept. */
export async function drop(transaction: LargeTransaction, ranges: Ranges, { iden, modified }: Push): Promise<void> {
  const stored = await transaction.readPush(iden)
  if (!stored || stored.push.modified >= modified) return
  transaction.erasePush(iden)
  await ranges.resize(stored.conversation, -stored.size)
}

/** Drops pushes created before a stamp, and then the oldest pushes of the longest-idle conversations, until the rest fits. */
export async function trim(transaction: LargeTransaction, ranges: Ranges, earliest: number, room: number): Promise<void> {
  const all = await ranges.all()
  for (const [name, { from }] of all) if (from < earliest) await dropOldest(transaction, ranges, name, earliest)
  let used = all.reduce((sum, [, { size }]) => sum + size, 0)
  for (const [name, range] of all.sort(([, one], [, other]) => one.newest - other.newest)) {
    while (used > room && range.size > 0) {
      const before = range.size
      await dropOldest(transaction, ranges, name)
      used -= before - range.size
      if (range.size >= before) break
    }
  }
}

/** Drops all pushes of a conversation before a stamp, or one slice of them. */
async function dropOldest(transaction: LargeTransaction, ranges: Ranges, name: string, before?: number): Promise<void> {
  const range = (await ranges.of(name)) as Range
  for (;;) {
    const part = { conversation: name, from: 0, before: before ?? Number.MAX_VALUE }
    const oldest = await transaction.readPushes(part, sliceSize, 'first')
    const last = oldest.at(-1)
    if (!last) return
    for (const { iden, size } of oldest) {
      transaction.erasePush(iden)
      range.size -= size
    }
    // Others created at the same time may not have been in the slice.
    range.from = Math.max(range.from, last.created + microsecond)
    ranges.touch(name)
    if (before === undefined || oldest.length < sliceSize) return
  }
}

export async function eraseAll({ readTexts, eraseText, readPushes, erasePush }: LargeTransaction): Promise<void> {
  for (const [key] of await readTexts(rangePrefix)) {
    const conversation = key.slice(rangePrefix.length)
    for (;;) {
      const some = await readPushes({ conversation, from: 0, before: Number.MAX_VALUE }, sliceSize, 'first')
      for (const { iden } of some) erasePush(iden)
      if (some.length < sliceSize) break
    }
    eraseText(key)
  }
  eraseText(baselineKey)
}

/**
 * The kept range of a conversation: everything from `from` on. `size` is the sum of its pushes' sizes, `newest` the `created` of the
 * newest.
 */
interface Range {
  from: number
  size: number
  newest: number
}

const rangePrefix = 'history.'

/** The ranges of conversations, as a transaction reads and changes them. */
export interface Ranges {
  of(conversation: string): Promise<Range | undefined>
  all(): Promise<[conversation: string, range: Range][]>
  add(conversation: string, from: number): void
  resize(conversation: string, by: number): Promise<void>
  touch(conversation: string): void
  write(): void
}

export function rangesIn({ readText, readTexts, writeText }: LargeTransaction): Ranges {
  const read = new Map<string, Range | undefined>()
  const changed = new Set<string>()

  async function of(conversation: string): Promise<Range | undefined> {
    if (!read.has(conversation)) read.set(conversation, parsed(await readText(rangePrefix + conversation)))
    return read.get(conversation)
  }

  return {
    of,
    async all() {
      for (const [key, text] of await readTexts(rangePrefix)) {
        const conversation = key.slice(rangePrefix.length)
        if (!read.has(conversation)) read.set(conversation, parsed(text))
      }
      return [...read].filter((each): each is [string, Range] => each[1] !== undefined)
    },
    add(conversation, from) {
      read.set(conversation, { from, size: 0, newest: 0 })
    },
    async resize(conversation, by) {
      const range = await of(conversation)
      if (!range) return
      range.size += by
      changed.add(conversation)
    },
    touch: (conversation) => void changed.add(conversation),
    write() {
      for (const conversation of changed) writeText(rangePrefix + conversation, JSON.stringify(read.get(conversation)))
    },
  }
}

function parsed(text: string | undefined): Range | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isRecord(value) || !isStamp(value.from)) return undefined
    return { from: value.from, size: Number(value.size) || 0, newest: Number(value.newest) || 0 }
  } catch {
    return undefined
  }
}
