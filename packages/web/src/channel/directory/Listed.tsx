import { useStore } from '@nanostores/react'
import type { ChannelSummary } from '@waypost/protocol'
import { type ReactNode, use, useId } from 'react'
import { Link } from 'wouter'
import { $now } from '../../browser/clock.ts'
import { currentAddress } from '../../browser/location.ts'
import { timeAgo } from '../../format/time.ts'
import { channelAddress } from '../../route.ts'
import { SessionContext } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Facts } from '../Facts.tsx'
import { FollowButton } from '../follow/FollowButton.tsx'
import { channelName } from '../follow/following.ts'
import { channelRow } from './en.ts'
import styles from './Listed.module.css'

const messages = i18n('channel-row', channelRow)

/** The rows of channels, one under the other. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

interface RowProps {
  tag: string
  /** Undefined if it could not be loaded. */
  channel?: ChannelSummary | undefined
}

/** A channel as a row; except for its button, the whole row links to the channel's page. */
export function Row({ tag, channel }: RowProps) {
  const t = useStore(messages)
  if (!channel)
    return (
      <li className={styles.row}>
        <Avatar name={tag} seed={tag} size={64} />
        <div className={styles.words}>
          <p className={styles.post}>{t.failed}</p>
          <Facts tag={tag} />
        </div>
      </li>
    )
  return <Known channel={channel} />
}

function Known({ channel }: { channel: ChannelSummary }) {
  const t = useStore(messages)
  const member = use(SessionContext) !== undefined
  const id = useId()
  const { image_url, description, latest_post: post } = channel
  const name = channelName(channel)
  return (
    <li className={styles.row}>
      <Avatar key={image_url} name={name} seed={channel.tag} image={image_url} size={64} />
      <div className={styles.words}>
        <h3 id={id} className={styles.name} dir="auto">
          <Link href={channelAddress(channel.tag)} className={styles.link ?? ''}>
            {name}
          </Link>
        </h3>
        <Facts tag={channel.tag} followers={channel.subscriber_count} />
        {description && (
          <p className={styles.line} dir="auto">
            {description}
          </p>
        )}
        {post ? (
          <p className={styles.post}>
            <span className="hidden-words">{t.latest}: </span>
            <bdi className={styles.text}>{post.text}</bdi> <Ago created={post.created} />
          </p>
        ) : (
          <p className={styles.post}>{t.nothing}</p>
        )}
      </div>
      <div className={styles.end}>
        {member ? (
          <FollowButton tag={channel.tag} name={name} describedBy={id} />
        ) : (
          <ButtonLink
            kind="follow"
            href={`/signin?${new URLSearchParams({ next: currentAddress() })}`}
            label={t.followThis({ name })}
          >
            {t.follow}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function Ago({ created }: { created: number }) {
  const now = useStore($now)
  const then = created * 1_000
  return (
    <time dateTime={new Date(then).toISOString()} className={styles.time}>
      {timeAgo(then, now)}
    </time>
  )
}

const outline = (
  <>
    <span className={styles.outlinePicture} aria-hidden="true" />
    <div className={styles.words} aria-hidden="true">
      <span className={styles.bar} />
      <span className={styles.bar} />
    </div>
  </>
)

/** Grey placeholders while a row loads. */
export function RowOutline() {
  const t = useStore(messages)
  return (
    <li className={`${styles.row} ${styles.outline}`}>
      <span className="hidden-words">{t.loading}</span>
      {outline}
    </li>
  )
}

/** A grid of tiles with up to `columns` columns. */
export function Tiles({ columns, children }: { columns: 3 | 4; children: ReactNode }) {
  return (
    <ul className={styles.grid} data-columns={columns}>
      {children}
    </ul>
  )
}

interface Shown {
  tag: string
  name?: string | undefined
  description?: string | undefined
  image_url?: string | undefined
  subscriber_count?: number | undefined
}

interface TileProps {
  channel: Shown
  trouble?: string | undefined
  children?: ReactNode
}

/** A channel in a grid; the whole tile is a link. */
export function Tile({ channel, trouble, children }: TileProps) {
  const { tag, description, image_url, subscriber_count } = channel
  const name = channelName(channel)
  return (
    <li className={styles.tile}>
      <div className={styles.head}>
        <Avatar key={image_url} name={name} seed={tag} image={image_url} size={64} />
        <div className={styles.words}>
          <h3 className={styles.name} dir="auto">
            <Link href={channelAddress(tag)} className={styles.link ?? ''}>
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
      {children && <div className={styles.buttons}>{children}</div>}
    </li>
  )
}

/** In UTF-16 units. Longer descriptions don't fit into three lines. */
const drawn = 400

/** Grey placeholders while a tile loads. */
export function TileOutline() {
  const t = useStore(messages)
  return (
    <li className={`${styles.tile} ${styles.outline}`}>
      <span className="hidden-words">{t.loading}</span>
      <div className={styles.head}>{outline}</div>
    </li>
  )
}
