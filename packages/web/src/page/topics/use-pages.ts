// Loads a list that a call returns in pages.

import type { Session } from '@waypost/client'
import { useCallback, useState } from 'react'
import { useLoaded } from './use-loaded.ts'

interface Pages<T> {
  items: T[]
  /** Whether there are more pages. */
  more: boolean
}

/**
 * Loads the first pages of a list, one more with each `loadMore`, and keeps them up to date like `useLoaded`.
 * @param load loads the page at a cursor; the same function until something else is to be listed
 */
export function usePages<T>(load: (session: Session, cursor: string | undefined) => Promise<{ items: T[]; cursor?: string }>) {
  const [count, setCount] = useState(1)
  const loadAll = useCallback(
    async (session: Session): Promise<Pages<T>> => {
      const items: T[] = []
      let cursor: string | undefined
      for (let page = 0; page < count; page++) {
        const given = await load(session, cursor)
        items.push(...given.items)
        cursor = given.cursor
        if (cursor === undefined) break
      }
      return { items, more: cursor !== undefined }
    },
    [load, count],
  )
  const [loaded, reload] = useLoaded(loadAll)
  return { loaded, reload, loadMore: () => setCount((before) => before + 1) }
}
