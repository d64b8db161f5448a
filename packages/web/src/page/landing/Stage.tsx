// Draws the top of the root page: the main page with an example conversation, and a phone in front of it. Cards and dividers are drawn
// here, because the real ones would bring in all of the message code.

import { useStore } from '@nanostores/react'
import { ArrowLeft, Bookmark, Ellipsis, ImageIcon, Link as LinkIcon, Mic, Paperclip, Search, Smile } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { CountBadge } from '../../ui/Badge.tsx'
import { Bubble, BubbleNote, BubbleTail, BubbleText } from '../../ui/cards/Bubble.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ListItem } from '../../ui/lists/ListItem.tsx'
import { landingStage } from './en.ts'
import { Face, Scenery } from './pictures.tsx'
import styles from './Stage.module.css'

const messages = i18n('landing-stage', landingStage)

/** The main page with an example conversation, and a phone in the other theme: a picture, nothing is interactive. */
export function Stage() {
  const t = useStore(messages)
  return (
    <div role="img" aria-label={t.label} className={styles.stage}>
      <div inert aria-hidden="true" className={styles.window}>
        <div className={styles.header}>
          <Logo />
          <span className={styles.space} />
          <Face of="dana" className={styles.face} />
        </div>
        <People />
        <Conversation />
      </div>
      <div inert aria-hidden="true" className={styles.phone}>
        <Phone />
      </div>
    </div>
  )
}

function People() {
  const t = useStore(messages)
  const rows = [
    { name: 'Mira Lindqvist', face: 'mira', line: t.yourBooked, time: '14:06', current: true },
    { name: 'Ben Okafor', face: 'ben', line: t.pictures, icon: <ImageIcon size={14} />, time: '13:51', count: 3 },
    { name: 'Priya Nair', face: 'priya', line: <span className={styles.typing}>{t.typing}</span>, time: '13:40' },
    { name: 'Tomás Vega', face: 'tomas', line: t.voice, icon: <Mic size={14} />, time: '12:15', count: 1 },
    { name: 'Aiko Tan', face: 'aiko', line: t.contract, icon: <Paperclip size={14} />, time: t.yesterday },
  ] as const
  return (
    <div className={styles.list}>
      <div className={styles.find}>
        <Search size={16} />
        {t.search}
      </div>
      <ul>
        <ListItem
          href="/"
          picture={<Avatar name="" seed="me" glyph={<Bookmark />} />}
          name={t.me}
          line={t.shopping}
          time="14:02"
        />
        {rows.map(({ name, face, line, time, ...rest }) => (
          <ListItem
            key={name}
            href="/"
            picture={<Face of={face} className={styles.face} />}
            name={name}
            line={
              <Row as="span" className={styles.preview}>
                {'icon' in rest && rest.icon}
                {line}
              </Row>
            }
            time={time}
            current={'current' in rest}
            unread={'count' in rest}
            badge={'count' in rest && <CountBadge count={rest.count} />}
          />
        ))}
      </ul>
    </div>
  )
}

function Conversation() {
  const t = useStore(messages)
  return (
    <div className={styles.thread}>
      <div className={styles.top}>
        <Face of="mira" className={styles.face} />
        <Stack grow className={styles.names}>
          <strong>Mira Lindqvist</strong>
          <span>{t.online}</span>
        </Stack>
        <Search size={20} />
        <Ellipsis size={20} />
      </div>
      <div className={styles.feed}>
        <span className={styles.day}>{t.today}</span>
        <Message side="out">
          <BubbleText>
            {t.ferry}
            <BubbleTail>
              13:38
              <SeenMark />
            </BubbleTail>
          </BubbleText>
        </Message>
        <span className={styles.new}>{t.new}</span>
        <Message side="in" close>
          <span className={styles.quote}>
            <strong>{t.you}</strong>
            {t.ferry}
          </span>
          <BubbleText>{t.path}</BubbleText>
        </Message>
        <Message side="in" shape="card">
          <div className={styles.album}>
            <Scenery of="lighthouse" at="day" />
            <Scenery of="cliff" at="noon" />
            <Scenery of="sea" at="dusk" />
          </div>
          <p className={styles.caption}>
            {t.coves}
            <BubbleTail>14:01</BubbleTail>
          </p>
        </Message>
        <Message side="out">
          <BubbleText>{t.booked}</BubbleText>
        </Message>
        <BubbleNote side="out">{t.seen}</BubbleNote>
      </div>
      <Field label={t.toMira}>
        <Smile size={20} />
        <Mic size={20} />
      </Field>
    </div>
  )
}

function Phone() {
  const t = useStore(messages)
  return (
    <div className={styles.glass}>
      <div className={styles.phoneTop}>
        <ArrowLeft size={20} />
        <Avatar name="" seed="me" glyph={<Bookmark />} />
        <Stack grow className={styles.names}>
          <strong>{t.me}</strong>
          <span>{t.devices}</span>
        </Stack>
      </div>
      <div className={styles.feed}>
        <Message side="out" shape="card" close>
          <Scenery of="plate" at="clay" className={styles.photo} />
          <span className={styles.chip}>14:02</span>
        </Message>
        <Message side="out" close>
          <Stack as="span" className={styles.link}>
            <strong>{t.bread}</strong>
            <span>
              <LinkIcon size={14} />
              bread.example
            </span>
          </Stack>
        </Message>
        <Message side="out">
          <BubbleText>{t.shopping}</BubbleText>
        </Message>
        <BubbleNote side="out">{t.sent}</BubbleNote>
      </div>
      <Field label={t.toMe} low>
        <Mic size={20} />
      </Field>
    </div>
  )
}

/** The conversation's own icon would bring in its code. */
function SeenMark() {
  return (
    <svg viewBox="0 0 24 24" width="14" height="14" className={styles.seen} aria-hidden="true">
      <path d="m2 13 5 5L18 7M13 17l1 1 8-9" />
    </svg>
  )
}

interface MessageProps {
  side: 'in' | 'out'
  shape?: 'card' | 'text'
  /** In one group with the next message. */
  close?: boolean
  children: ReactNode
}

/** A message of a conversation. */
export function Message({ side, shape = 'text', close = false, children }: MessageProps) {
  return (
    <div className={styles.message} data-side={side} data-close={close || undefined}>
      <Bubble side={side} shape={shape}>
        {children}
      </Bubble>
    </div>
  )
}

/** The empty form of a message. */
export function Field({ label, low = false, children }: { label: string; low?: boolean; children?: ReactNode }) {
  return (
    <div className={styles.field} data-low={low || undefined}>
      <span className={styles.label}>{label}</span>
      {children}
      <Paperclip size={20} />
    </div>
  )
}
