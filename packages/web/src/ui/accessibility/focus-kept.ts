import { useLayoutEffect, useRef } from 'react'

/**
 * Calls back when the focused element was removed, which would move the focus to the top of the page. Spread the result on an element
 * around it.
 */
export function useFocusKept(instead: () => void): { onFocus: () => void; onBlur: () => void } {
  const within = useRef(false)
  useLayoutEffect(() => {
    // React fires no blur event for elements that it removes.
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
