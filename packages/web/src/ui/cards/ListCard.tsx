import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { i18n } from '../language.ts'
import styles from './Cards.module.css'
import { listCard } from './en.ts'

const messages = i18n('list-card', listCard)

const shownAtFirst = 8

interface ListCardProps {
  title: string
  items: readonly { text: string; checked?: boolean }[]
  icon?: ReactNode
  /** Called when an item is ticked or unticked. Without it the items have no boxes. */
  onTick?: ((index: number, checked: boolean) => void) | undefined
  /** The boxes show the ticks, but can't be changed. */
  disabled?: boolean | undefined
}

export function ListCard({ title, items, icon, onTick, disabled }: ListCardProps) {
  const t = useStore(messages)
  const [all, setAll] = useState(items.length <= shownAtFirst)
  const shown = all ? items : items.slice(0, shownAtFirst)
  const done = items.filter(({ checked }) => checked).length
  return (
    <div className={styles.list}>
      {title && (
        <strong className={styles.heading}>
          {icon}
          <span dir="auto">{title}</span>
        </strong>
      )}
      <ul data-ticks={onTick && ''}>
        {shown.map(({ text, checked = false }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
          <li key={index} dir="auto">
            {onTick ? (
              <label>
                <input type="checkbox" {...{ checked, disabled }} onChange={() => onTick(index, !checked)} />
                <span>{text}</span>
              </label>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
      {!all && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {t.showAll(items.length)}
        </button>
      )}
      {done > 0 && <span className={styles.progress}>{t.progress({ done, all: items.length })}</span>}
    </div>
  )
}
