import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './Menu.module.css'
import { itemsIn, type MenuItem, MenuItems, useMenuKeys, useScrolledAway } from './MenuItems.tsx'
import type { Point } from './use-context-menu.ts'

interface ContextMenuProps {
  label: string
  items: readonly MenuItem[]
  /** Custom-drawn items, above the others. */
  before?: ReactNode
  at: Point
  /** The element the menu belongs to, which gets the focus back. */
  owner: HTMLElement
  onClose: () => void
}

/** A menu at a point, open while mounted. A `manual` popover: the press that opens it ends outside it, which would close an `auto` one. */
export function ContextMenu({ label, items, before, at, owner, onClose }: ContextMenuProps) {
  const [asking, setAsking] = useState<number>()
  const menu = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenuKeys(menu, leave)
  useScrolledAway(menu, true, 'manual', onClose)

  function leave() {
    if (owner.isConnected) owner.focus()
    onClose()
  }

  useLayoutEffect(() => {
    menu.current?.showPopover()
    stand(menu.current, at)
    itemsIn(menu.current)[0]?.focus()
  }, [at])

  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return onKeyDown(event)
        event.preventDefault()
        leave()
      }}
    >
      {before}
      <MenuItems items={items} asking={asking} onAsk={setAsking} onDone={leave} />
    </div>
  )
}

/** Positions the menu with a corner at a point, within the usable part of the window. */
function stand(menu: HTMLElement | null, { x, y }: Point): void {
  if (!menu) return
  const edge = 8
  menu.style.left = '0'
  menu.style.top = '0'
  const { width, height } = menu.getBoundingClientRect()
  const style = getComputedStyle(menu)
  const within = (side: 'Top' | 'Right' | 'Bottom' | 'Left') => edge + Number.parseFloat(style[`scrollMargin${side}`])
  const left = style.direction === 'ltr' ? x : x - width
  const top = y + height > innerHeight - within('Bottom') ? Math.min(y, innerHeight - within('Bottom')) - height : y
  menu.style.left = `${Math.max(within('Left'), Math.min(left, innerWidth - width - within('Right')))}px`
  menu.style.top = `${Math.max(within('Top'), top)}px`
}
