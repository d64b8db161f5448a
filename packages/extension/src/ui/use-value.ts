import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'preact/hooks'

/** The value of a store; re-renders the component when it changes. */
export function useValue<T>(store: ReadableAtom<T>): T {
  const [value, setValue] = useState(() => store.get())
  useEffect(() => store.subscribe((next) => setValue(() => next as T)), [store])
  return value
}
