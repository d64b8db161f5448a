// Draws the extras around a message's content: picture, priority, labels, actions, the address it opens, and its expiry.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { shortLink } from '@waypost/client/words/short-links'
import type { Push } from '@waypost/protocol'
import { ChevronDown, ChevronsDown, ChevronsUp, ChevronUp, Hourglass, ExternalLink as Leaves } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { BubbleText } from '../../ui/cards/Bubble.tsx'
import { ExternalLink } from '../../ui/cards/Cards.tsx'
import { useDrawable } from '../../ui/drawable.ts'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { sendTimeOf } from '../scheduled/send-time.ts'
import { MessageActions } from './Actions.tsx'
import styles from './Carried.module.css'
import { clickOf, type Level, levelOf } from './carries.ts'
import { useDrawnLabels } from './drawn-labels.ts'
import { carriedWords } from './en.ts'

const messages = i18n('carried', carriedWords)

export interface CarriedProps {
  item: HistoryItem
  /** The content has no padding of its own. */
  card: boolean
  /** Draws the content of an item: this one, stripped of its extras. */
  content: (item: HistoryItem) => ReactNode
  /** Added at the end of the last line. */
  tail: ReactNode
}

/** A message with its extras. */
export function Carried({ item, card, content, tail }: CarriedProps) {
  const { push } = item
  const { emoji, words } = useDrawnLabels(push.labels)
  const level = levelOf(push)
  const click = clickOf(push)
  const inner = useMemo(() => innerOf(item, emoji), [item, emoji])
  const ends = push.expires
  const quiet = level === 'low' || level === 'min' ? level : undefined
  return (
    <Stack gap={2} className={styles.carried} data-card={card || undefined} data-level={level}>
      <Row gap={3} align="start" className={styles.head}>
        {push.icon_url && <Icon key={push.icon_url} address={push.icon_url} />}
        <div className={styles.content}>
          {(level === 'max' || level === 'high') && <LevelMark level={level} />}
          {inner.title && <BubbleText strong>{inner.title}</BubbleText>}
          {!card && content(inner.item)}
        </div>
      </Row>
      {card && content(inner.item)}
      {click !== undefined && (
        <p className={styles.click}>
          <ExternalLink href={click}>
            <Leaves size={14} aria-hidden="true" />
            <bdi>{shortLink(click)}</bdi>
          </ExternalLink>
        </p>
      )}
      {push.actions && push.actions.length > 0 && <MessageActions item={item} actions={push.actions} />}
      {(words.length > 0 || quiet || ends !== undefined || tail) && (
        <Row gap={2} rowGap={1} wrap className={styles.foot}>
          {words.length > 0 && <Labels words={words} />}
          {quiet && <LevelMark level={quiet} />}
          {ends !== undefined && <End at={ends * 1_000} />}
          {tail && <div className={styles.tail}>{tail}</div>}
        </Row>
      )}
    </Stack>
  )
}

/** The item without its extras, and the title above it. The emoji precede the title or, without one, the text. */
function innerOf(item: HistoryItem, emoji: string): { title: string; item: HistoryItem } {
  const { title, url, ...rest } = item.push
  const before = (text: string) => [emoji, text].filter(Boolean).join(' ')
  // These draw their title in their own card.
  if (rest.type === 'link' || rest.type === 'list' || rest.type === 'address') return { title: emoji, item }
  const push: Push = { ...rest, ...(clickOf(item.push) === undefined && url !== undefined && { url }) }
  const own = title === rest.file_name ? undefined : title
  if (own) return { title: before(own), item: { ...item, push } }
  if (emoji === '' || !rest.body || rest.markdown) return { title: emoji, item: { ...item, push } }
  return { title: '', item: { ...item, push: { ...push, body: before(rest.body) } } }
}

const levelIcons: Record<Level, typeof ChevronUp> = { max: ChevronsUp, high: ChevronUp, low: ChevronDown, min: ChevronsDown }

function LevelMark({ level }: { level: Level }) {
  const t = useStore(messages)
  const Icon = levelIcons[level]
  return (
    <p className={styles.level} data-level={level}>
      <Icon size={14} aria-hidden="true" />
      {t[level]}
    </p>
  )
}

function Icon({ address }: { address: string }) {
  const drawable = useDrawable(address)
  const [failed, setFailed] = useState(false)
  if (failed || drawable === 'refused') return null
  return (
    <span className={styles.icon}>
      {drawable && (
        <img src={drawable} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
      )}
    </span>
  )
}

/** Labels that aren't emoji. */
function Labels({ words }: { words: readonly string[] }) {
  const t = useStore(messages)
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.labels} aria-label={t.labels}>
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message may carry the same label twice
        <li key={at} dir="auto">
          {word}
        </li>
      ))}
    </Row>
  )
}

/** When the message deletes itself, in milliseconds. */
function End({ at }: { at: number }) {
  const t = useStore(messages)
  const time = sendTimeOf(at, useStore($now))
  return (
    <p className={styles.end}>
      <Hourglass size={12} aria-hidden="true" />
      <span className="hidden-words">{t.ends({ time })}</span>
      <span aria-hidden="true">{time}</span>
    </p>
  )
}
