import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { i18n } from '../language.ts'
import styles from './Cards.module.css'
import { cards } from './en.ts'
import { namesHost } from './link-source.ts'

const messages = i18n('cards', cards)

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
