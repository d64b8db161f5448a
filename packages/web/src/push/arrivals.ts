import { useStore } from '@nanostores/react'
import type { HistoryRow } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { $watched } from '../browser.ts'
import { useClient } from '../target/client.ts'

/**
 * What came in the open conversation: where 'New' stands, how many lie below the sight, and what counts as seen. Seen is what came
 * while the end is in sight and somebody is looking.
 */
export function useArrivals(rows: readonly HistoryRow[], atEnd: boolean) {
  const client = useClient()
  const watched = useStore($watched)
  const [firstNew, setFirstNew] = useState(() => rows.find(unseen)?.key)
  const [seenUpTo, setSeenUpTo] = useState<string>()
  /** The last row that somebody had before their eyes. */
  const [lookedAt, setLookedAt] = useState(() => rows.at(-1)?.key)
  const jumped = useRef(false)
  const opening = useRef<{ keys: ReadonlySet<string>; newest: number } | undefined>(undefined)
  opening.current ??= openingOf(rows)
  const last = rows.at(-1)?.key
  const looking = atEnd && watched

  useEffect(() => {
    if (atEnd && last !== undefined) {
      setSeenUpTo(last)
      jumped.current = false
    }
  }, [atEnd, last])

  useEffect(() => {
    if (looking && last !== undefined) setLookedAt(last)
  }, [looking, last])

  useEffect(() => {
    if (looking) for (const row of rows) if (unseen(row)) void client.push.dismiss(row.push.iden)
  }, [looking, rows, client])

  // The bar stands where the first one came that nobody saw coming, and stays until the conversation is left.
  // (Where this browser counts as awake, what arrives is marked as seen at once.)
  const arrived = looking ? [] : rows.slice(rows.findIndex((row) => row.key === lookedAt) + 1)
  const firstUnseen = arrived.find((row) => row.push.direction === 'incoming' && !opening.current?.keys.has(row.key))?.key
  useEffect(() => {
    if (firstUnseen !== undefined) setFirstNew((known) => known ?? firstUnseen)
  }, [firstUnseen])

  const from = atEnd || seenUpTo === undefined ? -1 : rows.findIndex((row) => row.key === seenUpTo)
  const below = from === -1 ? [] : rows.slice(from + 1).filter((row) => row.side === 'in')
  return {
    firstNew,
    below: below.length,
    /** Where the pill leads: first to the bar or the first new one, then to the end. */
    nextJump(): string | undefined {
      const key = jumped.current ? undefined : below[0]?.key
      jumped.current = true
      return key
    },
    /** Came while the conversation was open, at its end; earlier ones that are loaded do not. */
    isFresh: ({ key, push }: HistoryRow): boolean =>
      opening.current !== undefined && push.created >= opening.current.newest && !opening.current.keys.has(key),
  }
}

const unseen = ({ push }: HistoryRow): boolean => push.direction === 'incoming' && !push.dismissed && push.iden !== ''

/** What a conversation held when it was opened, and when the newest of that was created, in seconds. */
function openingOf(rows: readonly HistoryRow[]) {
  const last = rows.at(-1)
  return last && { keys: new Set(rows.map((row) => row.key)), newest: last.push.created }
}
