// Renders a long list in steps, so that its first items appear at once.

import { startTransition, useEffect, useState } from 'react'

/** How many items of a long list are drawn per frame after the first ones. */
const step = 32

/** How many of `all` items to draw now: `first` at once, then more with each frame. */
export function useInSteps(first: number, all: number): number {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn >= all) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + step)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, all])
  return drawn
}
