// Reads the messages of several sources as one list, the newest first, without reading more of each than is needed.

import type { Reader } from '../db/db.ts'
import { logBefore } from '../push/source/log-rows.ts'
import type { SourceMessage } from '../source/message.ts'
import type { SourceRow } from '../source/rows.ts'
import { inTurns } from './turns.ts'

/** Messages of one source that are read at a time: few until it is known that they are short. */
const read = { first: 4, short: 20, long: 2 }
/** Characters of messages that count as short, together. */
const short = 100_000

/** One source as far as it was read. */
interface Part {
  source: string
  /** The newest last. */
  messages: SourceMessage[]
  /** No message before those has a higher number; below zero if there is none. */
  most: number
  /** How many messages are read next. */
  size: number
}

/**
 * Messages of some sources, the newest first. A source whose last message is older than all that are asked for is not read.
 * @param before their numbers are below it
 */
export async function* newestOf(
  reader: Reader,
  sources: readonly Pick<SourceRow, 'iden' | 'last_message'>[],
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<SourceMessage> {
  const pause = inTurns()
  const parts = sources.map(({ iden, last_message }): Part => {
    return { source: iden, messages: [], most: Math.min(last_message ?? -1, before - 1), size: read.first }
  })
  for (let next = newestPart(parts); next; next = newestPart(parts)) {
    const message = next.messages.pop()
    if (message) {
      yield message
      continue
    }
    await pause()
    const found = await logBefore(reader, [next.source], next.most + 1, next.size)
    next.messages = found.toReversed()
    next.most = found.length === next.size ? (found.at(-1) as SourceMessage).number - 1 : -1
    next.size = found.reduce((sum, each) => sum + charactersOf(each), 0) < short ? read.short : read.long
  }
}

/** About how many characters a message has. */
export const charactersOf = ({ content }: SourceMessage): number => JSON.stringify(content).length

/** The part that has the newest message, or may have it once it is read on; undefined if there is none. */
function newestPart(parts: readonly Part[]): Part | undefined {
  let newest: Part | undefined
  let most = -1
  for (const part of parts) {
    const number = part.messages.at(-1)?.number ?? part.most
    if (number <= most) continue
    newest = part
    most = number
  }
  return newest
}
