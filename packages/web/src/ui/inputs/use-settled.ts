// Protects a button from clicks meant for the content that was there before.

import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $focused } from '../../browser/attention.ts'

/** How long the component must have been visible, in milliseconds. */
const settleTime = 500

/**
 * Returns whether the component has been visible in a focused window for half a second. A button that is unavailable until then ignores the
 * second half of a double click, and a click that brings the window to the front.
 */
export function useSettled(): boolean {
  const focused = useStore($focused)
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    setSettled(false)
    if (!focused) return
    const timer = setTimeout(() => setSettled(true), settleTime)
    return () => clearTimeout(timer)
  }, [focused])
  return settled
}
