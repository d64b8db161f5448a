import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './Menu.module.css'
import { itemsIn, type MenuItem, MenuItems, useMenuKeys, useScrolledAway } from './MenuItems.tsx'

interface MenuProps {
  label: string
  /** A function makes them when the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** Above the items, e.g. the account. */
  heading?: ReactNode
  /** Renders the button, which must take all of these props. */
  trigger: (props: TriggerProps) => ReactNode
}

interface TriggerProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
  onPointerDown: () => void
  onClick: () => void
  onKeyDown: (event: React.KeyboardEvent) => void
}

/** A button that opens a menu of actions and switches: the menu-button pattern on a native popover. */
export function Menu({ label, items, heading, trigger }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<number>()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const onKeyDown = useMenuKeys(menu, hide)
  useScrolledAway(menu, open, 'auto', () => menu.current?.hidePopover())

  function show(focus: 'first' | 'last') {
    if (!menu.current || !button.current) return
    // A page may have many menus, few of which are ever opened: items only exist while a menu is open.
    flushSync(() => setOpen(true))
    menu.current.showPopover()
    stand(menu.current, button.current)
    const all = itemsIn(menu.current)
    all.at(focus === 'first' ? 0 : -1)?.focus()
  }

  function hide() {
    menu.current?.hidePopover()
    button.current?.focus()
  }

  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
        // A press outside closes the menu before the click event, which would then reopen it.
        onPointerDown: () => {
          wasOpen.current = menu.current?.matches(':popover-open') ?? false
        },
        onClick: () => {
          if (wasOpen.current) wasOpen.current = false
          else show('first')
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState === 'closed') setAsking(undefined)
        }}
      >
        {open && (
          <>
            {heading && <div className={styles.heading}>{heading}</div>}
            <MenuItems items={typeof items === 'function' ? items() : items} asking={asking} onAsk={setAsking} onDone={hide} />
          </>
        )}
      </div>
    </>
  )
}

/** Positions the menu below the button, aligned at the end; above it or shifted if there is no room. */
function stand(menu: HTMLElement, button: HTMLElement): void {
  const gap = 4
  const edge = 8
  const at = button.getBoundingClientRect()
  // Reset the position first, since the previous one may squeeze the menu.
  menu.style.left = '0'
  const { width, height } = menu.getBoundingClientRect()
  const leftToRight = getComputedStyle(button).direction === 'ltr'
  const left = leftToRight ? at.right - width : at.left
  const below = at.bottom + gap
  // The space left free by notches and a phone's bar; see the style sheet.
  const style = getComputedStyle(menu)
  const highest = edge + Number.parseFloat(style.scrollMarginTop)
  const lowest = innerHeight - edge - Number.parseFloat(style.scrollMarginBottom) - height
  const top = below > lowest ? Math.max(highest, Math.min(at.top - gap - height, lowest)) : below
  menu.style.left = `${Math.min(Math.max(edge, left), innerWidth - width - edge)}px`
  menu.style.top = `${top}px`
}
