// Draws links, addresses and lists of a conversation.

import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { count, i18n } from '../language.ts'
import styles from './Cards.module.css'
import { namesHost } from './link-source.ts'

const messages = i18n('cards', {
  opens: 'opens in a new window',
  showAll: count({ one: 'Show all {count}', other: 'Show all {count}' }),
})

/** A link to another site: it opens in a new tab, without opener and referrer. */
export function ExternalLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const t = useStore(messages)
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className={className}>
      {children}
      <span className="hidden-words"> ({t.opens})</span>
    </a>
  )
}

interface LinkCardProps {
  href: string
  title: string
  host: string
  /** The icon of its kind. */
  icon?: ReactNode
  children?: ReactNode
}

export function LinkCard({ href, title, host, icon, children }: LinkCardProps) {
  const named = namesHost(title, host)
  return (
    <div className={styles.linkCard}>
      <ExternalLink href={href} className={styles.link}>
        <strong className={named ? styles.host : undefined} dir="auto">
          {named && icon}
          <span>{title}</span>
        </strong>
        {!named && (
          <span className={styles.source}>
            {icon}
            <span>{host}</span>
          </span>
        )}
      </ExternalLink>
      {children}
    </div>
  )
}

/** An address with a drawn map, without map tiles of a third party. */
export function AddressCard({ name, address }: { name: string; address: string }) {
  return (
    <div className={styles.address}>
      <svg viewBox="0 0 280 96" preserveAspectRatio="xMidYMid slice" className={styles.map} aria-hidden="true">
        <g className={styles.streets}>
          <path d="M-10 18 290 96M-10 62 290 140M70-30 290 28" />
          <path d="M58 110 118-14M196 110 256-14M-20 130 10-14" />
        </g>
        <path className={styles.road} d="M118 110 178-14" />
        <path
          className={styles.pin}
          d="M140 66c-9-12-14-18-14-25a14 14 0 0 1 28 0c0 7-5 13-14 25zm0-20a5 5 0 1 0 0-10 5 5 0 0 0 0 10z"
        />
      </svg>
      <div className={styles.addressWords}>
        <strong className={styles.name} dir="auto">
          {name}
        </strong>
        {address && (
          <span className={styles.second} dir="auto">
            {address}
          </span>
        )}
      </div>
    </div>
  )
}

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
