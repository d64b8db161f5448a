import { type RefObject, useRef } from 'react'
import { $reducedMotion } from '../browser/appearance.ts'
import { type ItemVirtualizer, indexOf } from './drawn-items.ts'

/** Jumps across more screenfuls than this aren't animated. */
const longWay = 4

interface JumpOptions {
  scroller: RefObject<HTMLElement | null>
  virtualizer: ItemVirtualizer
  /** The end is followed. */
  end: RefObject<boolean>
}

/** Brings items into view that may be far away. */
export function useJumps(items: readonly { key: string }[], { scroller, virtualizer, end }: JumpOptions) {
  const latest = useRef(items)
  latest.current = items
  return {
    /**
     * Scrolls an item to the middle of the pane and focuses it. Items added above it are measured while it is shown, so this repeats until
     * it stays there.
     */
    reveal(key: string): void {
      end.current = false
      let steady = 0
      let tries = 40
      const step = () => {
        const index = indexOf(latest.current, key)
        const article = scroller.current?.querySelector<HTMLElement>(`article[data-key="${CSS.escape(key)}"]`)
        steady = article && isWithin(article, scroller.current) ? steady + 1 : 0
        if (index < 0 || tries-- === 0) return
        if (steady > 2) return article?.focus({ preventScroll: true })
        if (steady === 0) virtualizer.scrollToIndex(index, { align: 'center' })
        requestAnimationFrame(step)
      }
      step()
    },
    /** Undefined means the end. */
    jump(key: string | undefined): void {
      const index = key === undefined ? -1 : indexOf(items, key)
      // A long smooth scroll would render and measure every item on the way, which moves the end away.
      const element = scroller.current
      const long = !element || element.scrollHeight - element.scrollTop > longWay * element.clientHeight
      const behavior = $reducedMotion.get() || long ? 'auto' : 'smooth'
      if (index === -1) virtualizer.scrollToEnd({ behavior })
      else virtualizer.scrollToIndex(index, { align: 'start', behavior })
    },
  }
}

function isWithin(element: HTMLElement, pane: HTMLElement | null): boolean {
  if (!pane) return false
  const [inner, outer] = [element.getBoundingClientRect(), pane.getBoundingClientRect()]
  return inner.top < outer.bottom && inner.bottom > outer.top
}
