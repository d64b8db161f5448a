// Draws the menu of a message under a finger: the message lifted above all others, its reactions above it, and the actions below.

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useModal } from '../../ui/dialogs/Dialog.tsx'
import { itemsIn, type MenuItem, MenuItems, useMenuKeys } from '../../ui/inputs/MenuItems.tsx'
import styles from './LiftedMenu.module.css'

interface LiftedMenuProps {
  label: string
  items: readonly MenuItem[]
  /** Items that are drawn in another way, above the message. */
  before?: ReactNode
  /** The message, which gets the focus back. */
  owner: HTMLElement
  onClose: () => void
}

/** How near to the edges of the window it may come, in pixels. */
const edge = 8

/** A menu around a message, open while it is mounted. The message stays where it is if there is room above and below. */
export function LiftedMenu({ label, items, before, owner, onClose }: LiftedMenuProps) {
  // Before the dialog opens, which remembers what has the focus.
  useLayoutEffect(() => owner.focus({ preventScroll: true }), [owner])
  const dialog = useModal()
  const menu = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  // The finger that opened it still rests; it presses nothing where it is lifted.
  const pressed = useRef(false)
  const onKeyDown = useMenuKeys(menu, onClose)

  useEffect(() => {
    const bubble = bubbleOf(owner)
    const shown = bubble.cloneNode(true) as HTMLElement
    copy.current?.replaceChildren(shown)
    const fit = () => menu.current && copy.current && stand(menu.current, copy.current, bubble)
    fit()
    itemsIn(menu.current)[0]?.focus({ preventScroll: true })
    // An on-screen keyboard that goes away leaves more room.
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
        // A finger that is lifted early is a click to the browser, and would take the focus along.
        if (!pressed.current) event.preventDefault()
      }}
      onClickCapture={(event) => {
        // Keys have no place.
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

/** The bubble of a message; all of it if it has none. */
const bubbleOf = (message: HTMLElement): HTMLElement => message.querySelector<HTMLElement>('[data-shape]') ?? message

/** Positions the menu so that the copy of the bubble is over it, or as near to it as the window allows. */
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
