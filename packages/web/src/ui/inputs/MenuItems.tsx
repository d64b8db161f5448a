import { Check } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { on } from '../../browser/observed.ts'
import { lazily } from '../lazily.tsx'
import styles from './Menu.module.css'
import type { TwoStepWords } from './TwoStep.tsx'

const TwoStep = lazily(async () => (await import('./TwoStep.tsx')).TwoStep, { soon: true })

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** If present, the item is a switch with this state. */
  checked?: boolean
  /** Shown last, after a line. */
  danger?: boolean
  /** At the end, in grey: the meaning of a choice, such as a time. */
  hint?: string
  onSelect: () => void | Promise<void>
  /** Replace the items when it is clicked. */
  choices?: () => readonly MenuItem[]
  /** Confirms in place before the action. */
  confirm?: TwoStepWords
}

interface MenuItemsProps {
  items: readonly MenuItem[]
  /** The item that is being confirmed. */
  asking: number | undefined
  onAsk: (index: number | undefined) => void
  /** Called before an action or, if confirmed, after it. */
  onDone: () => void
}

/** The items of a menu. Destructive ones come below a line. */
export function MenuItems({ items, asking, onAsk, onDone }: MenuItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState<readonly MenuItem[]>()
  useEffect(() => {
    if (choices) itemsIn(menu.current)[0]?.focus()
  }, [choices])
  return (
    <div ref={menu} role="presentation">
      {(choices ?? items).map((item, index, all) => (
        <Fragment key={item.label}>
          {item.danger && index > 0 && !all[index - 1]?.danger && <hr className={styles.line} />}
          {asking === index && item.confirm ? (
            <Suspense>
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
            </Suspense>
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
                if (item.choices) return setChoices(item.choices())
                onDone()
                void item.onSelect()
              }}
            >
              {item.icon && <span className={styles.icon}>{item.icon}</span>}
              <span className={styles.words}>{item.label}</span>
              {item.hint && <bdi className={styles.hint}>{item.hint}</bdi>}
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
    const last = all.length - 1
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at + last) % all.length, Home: 0, End: last }[event.key]
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

/**
 * Closes an open menu when the window is resized, or a person scrolls its surroundings. It stays open while an arriving message moves the
 * list below it. An `auto` popover closes on clicks by itself.
 */
export function useScrolledAway(
  menu: RefObject<HTMLElement | null>,
  open: boolean,
  popover: 'auto' | 'manual',
  close: () => void,
) {
  const onWindow = useEffectEvent(close)
  const onOutside = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && menu.current?.contains(target))) close()
  })
  useEffect(() => {
    if (!open) return
    const manual = popover === 'manual'
    const byHand = ['wheel', 'touchmove', ...(manual ? ['pointerdown'] : [])]
    const stopOutside = on(window, byHand, onOutside, { capture: true, passive: true })
    const stopWindow = on(window, manual ? ['resize', 'blur'] : ['resize'], onWindow)
    return () => {
      stopOutside()
      stopWindow()
    }
  }, [open, popover])
}

export const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]
