// Reads the messages of several sources as one list, newest first, without reading more of each than needed.

import type { Reader } from '../db/db.ts'
import { logBefore } from '../push/source/log-rows.ts'
import type { SourceMessage } from '../source/message.ts'
import type { SourceRow } from '../source/rows.ts'
import { inTurns } from './turns.ts'

/** Messages of one source read at a time: few until they are known to be short. */
const read = { first: 4, short: 20, long: 2 }
/** Total characters up to which messages count as short. */
const short = 100_000

interface Part {
  source: string
  /** Newest last. */
  messages: SourceMessage[]
  /** An upper bound for the numbers of all earlier messages; negative if there are none. */
  most: number
  size: number
}

/** Messages of some sources with numbers below `before`, newest first. A source whose last message is too old is not read. */
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

/** The approximate number of characters of a message. */
export const charactersOf = ({ content }: SourceMessage): number => JSON.stringify(content).length

/** The part that has, or may have once read further, the newest message; undefined if there is none. */
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
