// Draws a list of a conversation.

import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { count, i18n } from '../language.ts'
import styles from './Cards.module.css'

const messages = i18n('list-card', { showAll: count({ one: 'Show all {count}', other: 'Show all {count}' }) })

const shownAtFirst = 8

export function ListCard({ title, items, icon }: { title: string; items: readonly string[]; icon?: ReactNode }) {
  const t = useStore(messages)
  const [all, setAll] = useState(items.length <= shownAtFirst)
  const shown = all ? items : items.slice(0, shownAtFirst)
  return (
    <div className={styles.list}>
      {title && (
        <strong className={styles.heading}>
          {icon}
          <span dir="auto">{title}</span>
        </strong>
      )}
      <ul>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
          <li key={index} dir="auto">
            {item}
          </li>
        ))}
      </ul>
      {!all && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {t.showAll(items.length)}
        </button>
      )}
    </div>
  )
}
