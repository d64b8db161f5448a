// Draws the touch menu of a message: the message lifted above everything else, its reactions above it, and the actions below.

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useModal } from '../../ui/dialogs/Dialog.tsx'
import { itemsIn, type MenuItem, MenuItems, useMenuKeys } from '../../ui/inputs/MenuItems.tsx'
import styles from './LiftedMenu.module.css'

interface LiftedMenuProps {
  label: string
  items: readonly MenuItem[]
  /** Custom-drawn items, above the message. */
  before?: ReactNode
  /** The message, which gets the focus back. */
  owner: HTMLElement
  onClose: () => void
}

/** In pixels. */
const edge = 8

/** A menu around a message, open while it is mounted. The message stays in place if there is room above and below. */
export function LiftedMenu({ label, items, before, owner, onClose }: LiftedMenuProps) {
  // Before the dialog opens, since that remembers the focused element.
  useLayoutEffect(() => owner.focus({ preventScroll: true }), [owner])
  const dialog = useModal()
  const menu = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  // The finger that opened the menu is still resting; lifting it clicks nothing.
  const pressed = useRef(false)
  const onKeyDown = useMenuKeys(menu, onClose)

  useEffect(() => {
    const bubble = bubbleOf(owner)
    const shown = bubble.cloneNode(true) as HTMLElement
    copy.current?.replaceChildren(shown)
    const fit = () => menu.current && copy.current && stand(menu.current, copy.current, bubble)
    fit()
    itemsIn(menu.current)[0]?.focus({ preventScroll: true })
    // There is more room once an on-screen keyboard closes.
    const observer = new ResizeObserver(fit)
    if (dialog.current) observer.observe(dialog.current)
    return () => observer.disconnect()
  }, [owner, dialog])

  return (
    <dialog
      ref={dialog}
      data-lifted=""
      aria-label={owner.getAttribute('aria-label') ?? label}
      className={styles.lifted}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={() => {
        pressed.current = true
      }}
      onMouseDown={(event) => {
        // To the browser, lifting the finger early is a click, which would move the focus.
        if (!pressed.current) event.preventDefault()
      }}
      onClickCapture={(event) => {
        // Key presses have no position.
        if (pressed.current || event.detail === 0) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('[data-part]')) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        data-side={owner.dataset.side}
        onKeyDown={onKeyDown}
      >
        {before && (
          <div className={styles.bar} data-part="" role="presentation">
            {before}
          </div>
        )}
        <div ref={copy} className={styles.message} aria-hidden="true" inert />
        <div className={styles.items} data-part="" role="presentation">
          <MenuItems items={items} asking={undefined} onAsk={() => {}} onDone={onClose} />
        </div>
      </div>
    </dialog>
  )
}

/** The bubble of a message, or the whole message if it has none. */
const bubbleOf = (message: HTMLElement): HTMLElement => message.querySelector<HTMLElement>('[data-shape]') ?? message

/** Positions the menu so that the copy of the bubble covers it, or is as close as the window allows. */
function stand(menu: HTMLElement, copy: HTMLElement, bubble: HTMLElement): void {
  const at = bubble.getBoundingClientRect()
  const mirrored = getComputedStyle(menu).direction === 'rtl'
  copy.style.inlineSize = `${at.width}px`
  copy.style.marginInlineStart = `${Math.max(0, mirrored ? innerWidth - at.right : at.left)}px`
  const style = getComputedStyle(menu)
  const [above, below] = [style.scrollMarginTop, style.scrollMarginBottom].map((side) => edge + Number.parseFloat(side))
  const before = copy.offsetTop
  const lowest = innerHeight - (below ?? edge) - menu.offsetHeight
  const top = Math.max(above ?? edge, Math.min(at.top - before, lowest))
  menu.style.insetBlockStart = `${top}px`
  menu.style.setProperty('--from', `${at.top - before - top}px`)
}
