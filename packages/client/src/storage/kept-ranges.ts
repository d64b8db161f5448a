// Records the range of each conversation that the large store keeps.

import { isRecord, isStamp } from '../ground/objects.ts'
import type { LargeTransaction } from './large-store.ts'

/** The kept range of a conversation: everything from `from` on. `size` is the sum of its pushes', `newest` the `created` of the newest. */
export interface Range {
  from: number
  size: number
  newest: number
}

export const rangePrefix = 'history.'

/** The ranges of conversations, as a transaction reads and changes them. */
export interface Ranges {
  of(conversation: string): Promise<Range | undefined>
  all(): Promise<[conversation: string, range: Range][]>
  add(conversation: string, from: number): void
  /** Adds to the size of a kept range. */
  resize(conversation: string, by: number): Promise<void>
  /** Marks the range of a conversation as changed. */
  touch(conversation: string): void
  /** Writes those that have changed. */
  write(): void
}

/** The ranges in a transaction. */
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
