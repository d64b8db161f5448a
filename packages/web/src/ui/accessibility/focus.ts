import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { $touch } from '../../browser/media.ts'

/** Focuses the field of the open place, or its title on touch screens, where a field would open the keyboard. */
export function focusMain(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const goal = (!$touch.get() && find('main [data-first]')) || find('main [data-title]')
  goal?.focus()
}

/**
 * Calls back when the focused element is removed, which would move the focus to the top of the page. Spread the result on an element around
 * it.
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

/**
 * Keyboard focus of a list whose items are marked `data-row`: one Tab stop, at the focused item, the current one or the first; ↑ ↓ Home and
 * End move within the list. `onUp` is called on ↑ at the first item.
 */
export function useListFocus<Key extends string>(keys: readonly Key[], current: Key | undefined, onUp?: () => void) {
  const [focused, setFocused] = useState<Key>()
  return {
    stop: [focused, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0],
    /** For each item: called when it gets the focus. */
    onFocus: setFocused,
    /** For the element around all items. */
    list: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => void moveFocus(event, onUp),
      onBlur(event: FocusEvent<HTMLElement>) {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined)
      },
    },
  }
}

/**
 * ↑ ↓ Home and End move the focus among the items marked `data-row` in an element. `onUp` is called on ↑ at the first item. Returns whether
 * the key was one of these.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, onUp?: () => void): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return false
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = all.indexOf(event.target)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (at === -1 || to === undefined) return false
  event.preventDefault()
  if (to < 0) onUp?.()
  else all[to]?.focus()
  return true
}
