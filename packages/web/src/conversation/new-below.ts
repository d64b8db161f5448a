// Finds the messages that came while the user reads further up.

import { useEffect, useState } from 'react'

/** The items below the last one that was there while the end of the conversation was visible. */
export function useNewBelow<T extends { key: string }>(items: readonly T[], atEnd: boolean): readonly T[] {
  const [seenUpTo, setSeenUpTo] = useState<string>()
  const last = items.at(-1)?.key
  useEffect(() => {
    if (atEnd && last !== undefined) setSeenUpTo(last)
  }, [atEnd, last])
  const from = atEnd || seenUpTo === undefined ? -1 : items.findIndex(({ key }) => key === seenUpTo)
  return from === -1 ? [] : items.slice(from + 1)
}
