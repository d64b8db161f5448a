// Shows the last message of a target in one line: the draft, or the sender, text and time.

import { useStore } from '@nanostores/react'
import type { DraftText, LastMessage, Target } from '@waypost/client'
import { type Device, isPairedPhone, type Push } from '@waypost/protocol'
import { CircleAlert, Clock, Image, Link, List, MapPin, Mic, Paperclip } from 'lucide-react'
import { $today } from '../browser/clock.ts'
import { lastLineOf, type PushKind } from '../format/last-line.ts'
import { lineOf } from '../format/names.ts'
import { clockOf, shortTimeOf } from '../format/time.ts'
import { useSession } from '../session/context.ts'
import { useActivity } from '../session/others.ts'
import { activityWords } from '../target/activity-words.ts'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { lastLine } from './en.ts'
import styles from './Sidebar.module.css'

// Phones aren't queried during the initial load.
const PhoneLine = lazily(async () => (await import('../target/PhoneLine.tsx')).PhoneLine, {
  later: true,
  spare: true,
  waiting: ({ kind }: { device: Device; kind: string }) => kind,
})

const messages = i18n('last-line', lastLine)

const icons = { picture: Image, voice: Mic, file: Paperclip, link: Link, list: List, address: MapPin, note: undefined }

interface LastLineProps {
  target: Target
  last: LastMessage | undefined
  draft: DraftText | undefined
}

/** The line under the name of a target. */
export function LastLine({ target, last, draft }: LastLineProps) {
  const t = useStore(messages)
  const { typing } = useStore(activityWords)
  const isTyping = useActivity(target) === 'typing'
  // Until all conversations have been fetched, one without a message may still have some.
  const isKnown = useStore(useSession().$state) === 'ready'
  const words = draft && lastLineOf({ ...empty, ...draft }).words
  if (isTyping) return <span className={styles.typing}>{typing}</span>
  if (words)
    return (
      <>
        <span className={styles.draft}>{t.draft}</span> <bdi>{words}</bdi>
      </>
    )
  if (!last) return isPerson(target) ? isKnown && t.nothing : <Line target={target} />
  if (last.push.deleted_by_sender) return <span className={styles.gone}>{t.deleted}</span>
  const { kind, words: sent } = lastLineOf(last.push)
  return (
    <>
      <Sender target={target} push={last.push} />
      <Kind kind={kind} />
      <bdi>{sent}</bdi>
    </>
  )
}

/** The line without a message: for a phone paired with a companion, its state. */
function Line({ target }: { target: Target }) {
  const device = target.type === 'device' ? (target.obj as Device | undefined) : undefined
  return isPairedPhone(device) ? <PhoneLine device={device} kind={lineOf(target)} /> : lineOf(target)
}

const empty = { iden: '', active: true, created: 0, modified: 0 }

const isPerson = ({ type }: Target): boolean => type === 'chat' || type === 'email'

/** The icon of a message without text, with its name for screen readers; the text of a voice message includes it. */
function Kind({ kind }: { kind: PushKind }) {
  const t = useStore(messages)
  const Icon = icons[kind]
  if (kind === 'note' || !Icon) return null
  return (
    <>
      <Icon size={14} aria-hidden="true" className={styles.kind} data-kind={kind} />
      {kind !== 'voice' && <span className="hidden-words">{t[kind]}</span>}{' '}
    </>
  )
}

/** Who sent the last message, unless it is the target itself. */
function Sender({ target, push }: { target: Target; push: Push }) {
  const t = useStore(messages)
  if (target.type === 'me' || target.type === 'device') return <SendingDevice target={target} push={push} />
  return push.direction === 'incoming' ? null : <Who>{t.you}</Who>
}

/** Within an account, devices send. A push from no device was sent by hand. */
function SendingDevice({ target, push }: { target: Target; push: Push }) {
  const t = useStore(messages)
  const devices = useStore(useSession().target.$devices)
  const source = push.source_device_iden
  if (source === target.key) return null
  const name = devices.find(({ key }) => key === source)?.name
  if (name === undefined && target.type === 'me') return null
  return <Who>{name === undefined ? t.you : t.device({ device: name })}</Who>
}

function Who({ children }: { children: string }) {
  return (
    <>
      <span className={styles.who}>{children}</span>{' '}
    </>
  )
}

/** When the last message was sent; for an unsent one, why. */
export function LastTime({ last: { push, state } }: { last: LastMessage }) {
  const t = useStore(messages)
  const today = useStore($today)
  if (state !== 'settled') {
    const Icon = state === 'failed' ? CircleAlert : Clock
    return (
      <span className={state === 'failed' ? styles.failed : styles.waiting} title={t[state]}>
        <Icon size={14} aria-hidden="true" />
        <span className="hidden-words">{t[state]}</span>
      </span>
    )
  }
  const created = push.created * 1_000
  return (
    <time dateTime={new Date(created).toISOString()} title={clockOf(created, today)}>
      {shortTimeOf(created, today)}
    </time>
  )
}
