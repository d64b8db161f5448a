import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/**
 * The keys of a list of rows, each marked `data-row`: Tab stops once, at the row that has the focus, else at the current one, else at the
 * first; ↑ ↓ Home and End move within. `onUp` hears ↑ on the first row.
 */
export function useRows<Key extends string>(keys: readonly Key[], current: Key | undefined, onUp?: () => void) {
  const [focused, setFocused] = useState<Key>()
  return {
    stop: [focused, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0],
    /** For each row, when it gets the focus. */
    onFocus: setFocused,
    /** For the element around all rows. */
    list: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveFocus(event, onUp),
      onBlur(event: FocusEvent<HTMLElement>) {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined)
      },
    },
  }
}

function moveFocus(event: KeyboardEvent<HTMLElement>, onUp: (() => void) | undefined): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = all.indexOf(event.target)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  if (to < 0) onUp?.()
  else all[to]?.focus()
}
