import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { channelAddress } from '../route.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { i18n } from '../ui/language.ts'
import { useChannel } from './calls.ts'
import { Facts } from './Facts.tsx'
import { channelName } from './following.ts'
import styles from './Tile.module.css'

const messages = i18n('channel-tile', {
  failed: 'Error loading this channel',
  retry: 'Try again',
  loading: 'Fetching the channel',
})

/** Tiles side by side: as many columns as said, fewer where there is no room. */
export function Tiles({ columns, children }: { columns: 3 | 4; children: ReactNode }) {
  return (
    <ul className={styles.grid} data-columns={columns}>
      {children}
    </ul>
  )
}

/** What any kind of tile has of a channel. */
interface Shown {
  tag: string
  name?: string | undefined
  description?: string | undefined
  image_url?: string | undefined
  subscriber_count?: number | undefined
}

interface TileProps {
  channel: Shown
  /** Where a press leads; to the page of the channel unless said. */
  href?: string
  trouble?: string | undefined
  /** What else can be pressed. */
  children?: ReactNode
}

/** A channel in a grid. All of it is a link. */
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

/** More of a description is not drawn in three lines, in UTF-16 units. */
const drawn = 400

/** A channel of which only the tag is known. */
export function TileOf({ tag }: { tag: string }) {
  const t = useStore(messages)
  const { asked, again } = useChannel({ tag, brief: true })
  if (asked === undefined) return <TileOutline />
  if (asked !== 'missing' && 'info' in asked) return <Tile channel={asked.info} />
  return (
    <li className={`${styles.tile} ${styles.failed}`}>
      <p>{t.failed}</p>
      <Facts tag={tag} />
      {/* One that is not there will not be there in a moment either. */}
      {asked !== 'missing' && <Button onClick={again}>{t.retry}</Button>}
    </li>
  )
}

/** Where a tile will be. */
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
