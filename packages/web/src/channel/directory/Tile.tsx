// Draws a channel as a tile of a grid, and the grid.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { channelAddress } from '../../route.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { i18n } from '../../ui/language.ts'
import { Facts } from '../Facts.tsx'
import { channelName } from '../follow/following.ts'
import styles from './Tile.module.css'

const messages = i18n('channel-tile', {
  loading: 'Loading the channel',
})

/** A grid of tiles with up to `columns` columns. */
export function Tiles({ columns, children }: { columns: 3 | 4; children: ReactNode }) {
  return (
    <ul className={styles.grid} data-columns={columns}>
      {children}
    </ul>
  )
}

/** What all tiles show of a channel. */
interface Shown {
  tag: string
  name?: string | undefined
  description?: string | undefined
  image_url?: string | undefined
  subscriber_count?: number | undefined
}

interface TileProps {
  channel: Shown
  /** The link of the tile; by default the page of the channel. */
  href?: string
  trouble?: string | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** A channel in a grid; the whole tile is a link. */
export function Tile({ channel, href = channelAddress(channel.tag), trouble, children }: TileProps) {
  const { tag, description, image_url, subscriber_count } = channel
  const name = channelName(channel)
  return (
    <li className={styles.tile}>
      <div className={styles.head}>
        <Avatar key={image_url} name={name} seed={tag} image={image_url} size={64} />
        <div className={styles.words}>
          <h3 className={styles.name} dir="auto">
            <Link href={href} className={styles.link ?? ''}>
              {name}
            </Link>
          </h3>
          <Facts tag={tag} followers={subscriber_count} />
        </div>
      </div>
      {description && (
        <p className={styles.description} dir="auto">
          {description.slice(0, drawn)}
        </p>
      )}
      {trouble && <p className={styles.trouble}>{trouble}</p>}
      {children && <div className={styles.end}>{children}</div>}
    </li>
  )
}

/** Longer descriptions do not fit into three lines, in UTF-16 units. */
const drawn = 400

/** The placeholder of a tile. */
export function TileOutline() {
  const t = useStore(messages)
  return (
    <li className={`${styles.tile} ${styles.outline}`}>
      <span className="hidden-words">{t.loading}</span>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.outlinePicture} />
        <div className={styles.words}>
          <span className={styles.line} />
          <span className={styles.line} />
        </div>
      </div>
    </li>
  )
}
