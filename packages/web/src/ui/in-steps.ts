import { startTransition, useEffect, useState } from 'react'

/** How many rows of a long list are drawn in one go once the first are on the screen: as many as fit into a frame. */
const step = 32

/** How many rows of `all` are to be drawn now: `first` of them at once, then more from frame to frame until it is all of them. */
export function useInSteps(first: number, all: number): number {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn >= all) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + step)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, all])
  return drawn
}
