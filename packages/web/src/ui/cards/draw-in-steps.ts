import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../browser/clock.ts'

/** How many items of a long list are drawn at a time, after the first ones. */
const step = 32

/** How many of `all` items to draw now: `first` at once, then more whenever the browser is idle. */
export function useInSteps(first: number, all: number): number {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn >= all) return
    return whenIdle(0, () => startTransition(() => setDrawn(drawn + step)))
  }, [drawn, all])
  return drawn
}
