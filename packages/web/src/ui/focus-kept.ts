import { useLayoutEffect, useRef } from 'react'

/**
 * Hears of the focus being lost because the element that had it went away, which would leave a keyboard at the top of the page. The
 * answer goes on the element around what may go.
 */
export function useFocusKept(instead: () => void): { onFocus: () => void; onBlur: () => void } {
  const within = useRef(false)
  useLayoutEffect(() => {
    // React tells of no blur for what it takes out itself; a person who moves the focus away is told of.
    if (!within.current || document.activeElement !== document.body) return
    within.current = false
    instead()
  })
  return {
    onFocus: () => {
      within.current = true
    },
    onBlur: () => {
      within.current = false
    },
  }
}
