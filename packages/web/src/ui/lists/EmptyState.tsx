// Draws what a list or pane without content shows.

import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type Outline = 'messages' | 'rows' | 'files'

interface EmptyStateProps {
  /** The picture at the end of the lane, e.g. an avatar. */
  picture: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** What the empty place will hold: its outline is drawn instead of the lane. */
  outline?: Outline
  /** `h1` if it is the title of its pane. */
  level?: 'h1' | 'h2'
}

/** An empty state: a picture at the end of a lane or within the outline of what will be here, with a sentence under it. */
export function EmptyState({ picture, title, children, action, outline, level: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {outline ? (
        <div className={styles.outlined} aria-hidden="true">
          <svg viewBox="0 0 240 108" width="240" height="108" fill="none" className={styles.outline} aria-hidden="true">
            <path d={outlines[outline]} />
          </svg>
          {picture}
        </div>
      ) : (
        <div className={styles.drawing} aria-hidden="true">
          <svg viewBox="0 0 200 64" width="200" height="64" fill="none" className={styles.picture} aria-hidden="true">
            <path
              className={styles.lane}
              d="M13 4H44a12 12 0 0 1 12 12v2a6 6 0 0 0 6 6H200v16H62a6 6 0 0 0-6 6v2a12 12 0 0 1-12 12H5a4 4 0 0 1-4-4V16A12 12 0 0 1 13 4z"
            />
            <path className={styles.lines} d="M14 20H40M14 30H34" />
            <circle className={styles.dot} cx="92" cy="32" r="3" />
            <circle className={styles.dot} cx="126" cy="32" r="3" />
            <circle className={styles.dot} cx="160" cy="32" r="3" />
          </svg>
          {picture}
        </div>
      )}
      <Heading className={styles.title} dir="auto">
        {title}
      </Heading>
      {children && <p className={styles.words}>{children}</p>}
      {action}
    </div>
  )
}

const bubble = (x: number, y: number, width: number, height: number) =>
  `M${x + 12} ${y}h${width - 24}a12 12 0 0 1 12 12v${height - 24}a12 12 0 0 1-12 12h${24 - width}a12 12 0 0 1-12-12v${24 - height}a12 12 0 0 1 12-12z`

/** A round picture with two lines beside it. */
const row = (y: number) => `M2 ${y}h28v28h-28zM42 ${y + 9}h${y % 3 === 0 ? 112 : 88}M42 ${y + 20}h150`

const file = (x: number) => `M${x} 20h34l14 14v50h-48zM${x + 34} 20v14h14M${x + 6} 96h36`

/** The outlines, as SVG paths. */
const outlines: Record<Outline, string> = {
  messages: `${bubble(2, 4, 116, 28)}${bubble(122, 38, 116, 28)}${bubble(2, 72, 84, 28)}`,
  rows: `${row(2)}${row(39)}${row(76)}`,
  files: `${file(6)}${file(96)}${file(186)}`,
}
