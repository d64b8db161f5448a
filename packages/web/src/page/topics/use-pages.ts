import type { Session } from '@waypost/client'
import type { Call, Gives, Takes } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { isFailure, useLoaded } from './use-loaded.ts'

/** Empty texts are left out. */
type Query<C extends Call> = { [K in Exclude<keyof Takes<C>, 'cursor'>]?: Takes<C>[K] | '' | undefined }

interface Pages<T, Page> {
  items: T[]
  page: Page
  more: boolean
}

/**
 * Loads the first pages of a list and one more with each `loadMore`; keeps them up to date like `useLoaded`.
 * @param itemsOf the items of a page
 */
export function usePages<C extends Call, T>(call: C, query: Query<C>, itemsOf: (page: Gives<C>) => readonly T[]) {
  const [count, setCount] = useState(1)
  const asked = JSON.stringify(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items of a page are found in the same way on every render
  const load = useCallback(
    async (session: Session): Promise<Pages<T, Gives<C>>> => {
      const items: T[] = []
      const input: Record<string, unknown> = Object.fromEntries(JSON.parse(asked))
      for (let left = count; ; left--) {
        const page = await session.call(call, input as Takes<C>)
        items.push(...itemsOf(page))
        input.cursor = (page as { cursor?: string }).cursor
        if (left === 1 || input.cursor === undefined) return { items, page, more: input.cursor !== undefined }
      }
    },
    [call, asked, count],
  )
  const [loaded, reload] = useLoaded(load)
  return {
    loaded,
    shown: isFailure(loaded) ? undefined : loaded,
    reload,
    loadMore: () => setCount((before) => before + 1),
  }
}
