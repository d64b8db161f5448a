// Draws the items of a menu, and moves the focus among them.

import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import styles from './Menu.module.css'
import { TwoStep, type TwoStepWords } from './TwoStep.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** If present, the item is a switch with this state. */
  checked?: boolean
  /** Shown last, after a line. */
  danger?: boolean
  onSelect: () => void | Promise<void>
  /** Confirms in place before the action. */
  confirm?: TwoStepWords
}

interface MenuItemsProps {
  items: readonly MenuItem[]
  /** The item that is being confirmed. */
  asking: number | undefined
  onAsk: (index: number | undefined) => void
  /** Called before an action, or after one that was confirmed. */
  onDone: () => void
}

/** The items of a menu. Destructive ones stand below a line. */
export function MenuItems({ items, asking, onAsk, onDone }: MenuItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  return (
    <div ref={menu} role="presentation">
      {items.map((item, index) => (
        <Fragment key={item.label}>
          {item.danger && index > 0 && !items[index - 1]?.danger && <hr className={styles.line} />}
          {asking === index && item.confirm ? (
            <TwoStep
              words={item.confirm}
              role="menuitem"
              onCancel={() => {
                onAsk(undefined)
                requestAnimationFrame(() => itemsIn(menu.current)[index]?.focus())
              }}
              onConfirm={async () => {
                await item.onSelect()
                onDone()
              }}
            />
          ) : (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is only set with the role that has it
            <button
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.checked}
              tabIndex={-1}
              className={item.danger ? `${styles.item} ${styles.danger}` : styles.item}
              onClick={() => {
                if (item.confirm) return onAsk(index)
                onDone()
                void item.onSelect()
              }}
            >
              {item.icon && <span className={styles.icon}>{item.icon}</span>}
              <span className={styles.words}>{item.label}</span>
              {item.checked && <Check size={16} aria-hidden="true" />}
            </button>
          )}
        </Fragment>
      ))}
    </div>
  )
}

/** Keys of an open menu: arrows, Home and End move, letters jump, Tab leaves. */
export function useMenuKeys(menu: RefObject<HTMLElement | null>, onLeave: () => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const all = itemsIn(menu.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = step(event.key, at, all.length)
    if (to !== undefined) all[to]?.focus()
    else if (event.key === 'Tab') return onLeave()
    else if (event.key.length === 1 && event.key !== ' ') {
      const now = event.timeStamp
      typed.current = { text: (now - typed.current.at < 700 ? typed.current.text : '') + event.key.toLowerCase(), at: now }
      all.find((item) => item.textContent?.trim().toLowerCase().startsWith(typed.current.text))?.focus()
    } else return
    event.preventDefault()
  }
}

export const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

function step(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
