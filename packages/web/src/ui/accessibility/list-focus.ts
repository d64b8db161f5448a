import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/**
 * Keyboard focus of a list whose items are marked `data-row`: one Tab stop, at the focused item, the current one or the first; ↑ ↓ Home and
 * End move within the list. `onUp` is called on ↑ at the first item.
 */
export function useListFocus<Key extends string>(keys: readonly Key[], current: Key | undefined, onUp?: () => void) {
  const [focused, setFocused] = useState<Key>()
  return {
    stop: [focused, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0],
    /** For each item, when it gets the focus. */
    onFocus: setFocused,
    /** For the element around all items. */
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
