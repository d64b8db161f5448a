// Finds out which items of a conversation a person has actually seen.

import { useEffect, useRef } from 'react'

/** How long an item must be visible to count as seen, in milliseconds, so items that rush past while scrolling don't. */
const seenAfter = 500

interface Options<T> {
  items: readonly T[]
  visible: () => readonly [first: number, last: number]
  watching: boolean
  /** Called with the index of the newest item that has been visible long enough, whenever something may have changed. */
  onSeen: (index: number) => void
}

/** @returns a function to call whenever something else may have become visible; renders are noticed anyway */
export function useSeen<T extends { key: string }>(options: Options<T>): () => void {
  const latest = useRef(options)
  latest.current = options
  const since = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function look(): void {
    clearTimeout(timer.current)
    const { items, visible, watching, onSeen } = latest.current
    const before = since.current
    since.current = new Map()
    if (!watching) return
    const now = Date.now()
    const [first, last] = visible()
    let [newest, next] = [-1, Number.POSITIVE_INFINITY]
    for (let index = first; index <= last; index++) {
      const key = items[index]?.key
      if (key === undefined) continue
      const from = before.get(key) ?? now
      since.current.set(key, from)
      if (now - from >= seenAfter) newest = index
      else next = Math.min(next, from + seenAfter - now)
    }
    if (newest >= 0) onSeen(newest)
    if (next !== Number.POSITIVE_INFINITY) timer.current = setTimeout(look, next)
  }

  useEffect(look)
  useEffect(() => () => clearTimeout(timer.current), [])
  return look
}
