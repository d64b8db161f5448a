import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { i18n } from '../language.ts'
import { fileCard } from './en.ts'
import styles from './FileCard.module.css'

const messages = i18n('file-card', fileCard)

interface FileCardProps {
  name: string
  /** Up to four letters on the tile. */
  kind: string
  /** The icon on the tile if there are no letters. */
  icon: ReactNode
  size?: string | undefined
  /** Without it, the card is not a link. */
  href?: string | undefined
  /** The progress, as text. */
  status?: string | undefined
  action?: ReactNode
}

/** A file with its type, name and size, if known. */
export function FileCard({ name, kind, icon, size, href, status, action }: FileCardProps) {
  const t = useStore(messages)
  const tile = (
    <span className={styles.kind} data-kind={kind} aria-hidden="true">
      {!kind && icon}
    </span>
  )
  if (href === undefined)
    return (
      <div className={styles.file}>
        {tile}
        <span className={styles.words}>
          <span className="hidden-words">{name}</span>
          <FileName name={name} />
          <span className={styles.second}>
            {size}
            {size && status && <span aria-hidden="true"> · </span>}
            {status}
          </span>
        </span>
        {action}
      </div>
    )
  return (
    <a href={href} download={name} target="_blank" rel="noreferrer noopener" className={styles.file}>
      {tile}
      <span className="hidden-words">{size ? t.downloadSized({ name, size }) : t.download({ name })}</span>
      <span className={styles.words} aria-hidden="true">
        <FileName name={name} />
        {size && <span className={styles.second}>{size}</span>}
      </span>
      <Download size={20} aria-hidden="true" className={styles.hint} />
    </a>
  )
}

/** Truncates a long name before its extension. Screen readers get the whole name elsewhere. */
function FileName({ name }: { name: string }) {
  const dot = name.lastIndexOf('.')
  return (
    <strong className={styles.name} dir="auto" title={name} aria-hidden="true">
      <span>{dot > 0 ? name.slice(0, dot) : name}</span>
      {dot > 0 && <span>{name.slice(dot)}</span>}
    </strong>
  )
}
