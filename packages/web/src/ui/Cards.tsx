import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './Cards.module.css'
import { Dialog } from './Dialog.tsx'
import { count, i18n, params } from './language.ts'

const messages = i18n('cards', {
  opens: 'opens in a new window',
  showAll: count({ one: 'Show all {count}', other: 'Show all {count}' }),
  download: params('Download {name}'),
  downloadSized: params('Download {name}, {size}'),
  open: params('Show {name}'),
})

/** Every link to another site: it opens beside this one, and learns nothing of where it was pressed. */
export function ExternalLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const t = useStore(messages)
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={className}>
      {children}
      <span className="hidden-words"> ({t.opens})</span>
    </a>
  )
}

interface LinkCardProps {
  href: string
  title: string
  host: string
  children?: ReactNode
}

export function LinkCard({ href, title, host, children }: LinkCardProps) {
  return (
    <div className={styles.linkCard}>
      <ExternalLink href={href} className={styles.link}>
        <strong dir="auto">{title}</strong>
        {host !== title && <span className={styles.second}>{host}</span>}
      </ExternalLink>
      {children}
    </div>
  )
}

/** A file by its type, name and, where it is known, its size. */
export function FileCard({ href, name, kind, size }: { href: string; name: string; kind: string; size?: string }) {
  const t = useStore(messages)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  return (
    <a href={href} download={name} target="_blank" rel="noreferrer noopener" className={styles.file}>
      <span className="hidden-words">{size ? t.downloadSized({ name, size }) : t.download({ name })}</span>
      <span className={styles.kind} aria-hidden="true">
        {kind}
      </span>
      <span className={styles.words} aria-hidden="true">
        <strong className={styles.fileName} dir="auto">
          <span>{stem}</span>
          {dot > 0 && <span>{name.slice(dot)}</span>}
        </strong>
        {size && <span className={styles.second}>{size}</span>}
      </span>
      <Download size={20} aria-hidden="true" className={styles.hint} />
    </a>
  )
}

interface ImageCardProps {
  src: string
  name: string
  /** In pixels of the picture; its box is kept free before it has loaded. */
  width?: number | undefined
  height?: number | undefined
}

export function ImageCard({ src, name, width, height }: ImageCardProps) {
  const t = useStore(messages)
  const [open, setOpen] = useState(false)
  const known = width && height
  return (
    <>
      <button
        type="button"
        className={styles.image}
        aria-label={t.open({ name })}
        style={known ? { aspectRatio: `${width} / ${height}`, inlineSize: Math.min(width, 360) } : undefined}
        onClick={() => setOpen(true)}
      >
        <img src={src} alt={name} loading="lazy" decoding="async" />
      </button>
      {open && (
        <Dialog title={name} bare onClose={() => setOpen(false)}>
          <img src={src} alt={name} className={styles.large} />
        </Dialog>
      )}
    </>
  )
}

/** A place on a drawn map: no tiles of a third party. */
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

export function ListCard({ title, items }: { title: string; items: readonly string[] }) {
  const t = useStore(messages)
  const [all, setAll] = useState(items.length <= shownAtFirst)
  const shown = all ? items : items.slice(0, shownAtFirst)
  return (
    <div className={styles.list}>
      {title && (
        <strong className={styles.name} dir="auto">
          {title}
        </strong>
      )}
      <ul>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and none ever moves
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
