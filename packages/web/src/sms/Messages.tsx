import { useStore } from '@nanostores/react'
import type { SmsItem, SmsThread } from '@waypost/client/sms'
import type { Device } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { ConversationFeed, NewestPill } from '../conversation/ConversationFeed.tsx'
import { estimatedHeight, useFollowedEnd, useNewBelow } from '../conversation/followed-end.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { say, sayAtOnce } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { phoneName } from './DeviceSwitch.tsx'
import { textMessages, textSpoken } from './en.ts'
import styles from './Messages.module.css'
import { SmsBubble } from './SmsBubble.tsx'
import { FetchFailed, smsWords } from './SmsStates.tsx'
import { useAway } from './sending.ts'

const messages = i18n('text-messages', textMessages)

/** How many items are in the DOM at first, and how many each click adds above. */
const step = 60

interface MessagesProps {
  phone: Device
  name: string
  thread: SmsThread
  onRetry: () => void
  onEarlier: () => Promise<void>
  /** Puts the text of a message that the phone couldn't send into the form. */
  onSend: (message: string) => void
  /** Called on Esc, to focus the form. */
  onLeave: () => void
}

/** The messages of an SMS conversation. */
export function Messages(props: MessagesProps) {
  const { name, onRetry, onEarlier } = props
  const { items, state, refusal, earlier } = props.thread
  const isEmpty = items.length === 0
  // If only the phone has the conversation, ask for it at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the result changes the dependencies
  useEffect(() => {
    if (isEmpty && earlier === 'more') void onEarlier()
  }, [isEmpty, earlier === 'more'])
  useAnnouncedMessages(items, name, state === 'loaded')
  return isEmpty && state === 'failed' ? <FetchFailed refusal={refusal} onRetry={onRetry} /> : <Shown {...props} />
}

function Shown({ phone, name, thread, onEarlier, onSend, onLeave }: MessagesProps) {
  const t = useStore(messages)
  const notices = useStore(smsWords)
  const texts = smsOf(useSession())
  const now = useStore($now)
  const { items, state, earlier } = thread
  /** The first item in the DOM, if not all are. */
  const [from, setFrom] = useState<string>()
  /** The first item before earlier messages were loaded. */
  const [reveal, setReveal] = useState<string>()
  const known = items.findIndex(({ key }) => key === from)
  const begin = known === -1 ? Math.max(0, items.length - step) : known
  const shown = items.slice(begin)
  const first = shown[0]?.key
  const end = useFollowedEnd(shown, { estimate, drawsAll: true, onLeave })
  const below = useNewBelow(items, end.atEnd).filter(({ side }) => side === 'in').length
  const loadEarlier = async () => {
    // Keep the current items, and add a batch above them.
    setFrom(items[0]?.key)
    await onEarlier()
    setReveal(items[0]?.key)
  }
  useEffect(() => {
    const at = reveal === undefined ? -1 : items.findIndex(({ key }) => key === reveal)
    if (at <= 0) return
    setReveal(undefined)
    setFrom(items[Math.max(0, at - step)]?.key)
  }, [reveal, items])
  // New messages at the end must not remove visible items above.
  useEffect(() => {
    if (!end.atEnd) setFrom((kept) => kept ?? first)
  }, [end.atEnd, first])
  const away = useAway(
    phone,
    items.some((item) => item.state === 'pending'),
  )
  const reach = useStore(texts.$reach(phone.iden))
  const lastPending = shown.findLast((item) => item.state === 'pending')?.key

  return (
    <ConversationFeed
      label={t.region({ name })}
      items={shown}
      end={end}
      sentAt={({ created }) => created}
      speaker={({ sender }) => sender}
      isAlone={({ state }) => state === 'failed'}
      now={now}
      top={
        <>
          {items.length === 0 && state === 'loading' && <Spinner label={t.loading} />}
          {begin === 0 && <EarlierItems earlier={earlier} onEarlier={() => void loadEarlier()} />}
          {begin > 0 && (
            <Button kind="quiet" onClick={() => setFrom(items[Math.max(0, begin - step)]?.key)}>
              {t.earlier}
            </Button>
          )}
        </>
      }
      empty={state === 'loaded' && earlier === undefined && <p className={styles.empty}>{t.empty}</p>}
      draw={(item, { index, isLast, ...place }) => (
        <SmsBubble
          item={item}
          name={name}
          now={now}
          last={isLast}
          {...place}
          away={
            item.key === lastPending && (item.throughServer ? reach?.server === false : away)
              ? notices.away({ device: phoneName(phone) })
              : undefined
          }
          position={begin + index + 1}
          size={items.length}
          texts={texts}
          onSend={onSend}
        />
      )}
      pill={below > 0 && <NewestPill below={below} onClick={() => end.jump(undefined)} />}
      onLeave={onLeave}
    />
  )
}

/** The estimated height of an item before it is measured, in pixels. */
const estimate = ({ body, pictures, timeBar }: SmsItem): number =>
  estimatedHeight({ text: body, pictures: 220 * pictures.length, timeBar })

function EarlierItems({ earlier, onEarlier }: { earlier: SmsThread['earlier']; onEarlier: () => void }) {
  const t = useStore(messages)
  if (earlier === undefined) return null
  if (earlier === 'loading') return <Spinner label={t.loadingEarlier} visibleLabel />
  return (
    <>
      {earlier !== 'more' && (
        <p role="alert" className={styles.trouble}>
          {earlier.error}
        </p>
      )}
      <Button kind="quiet" onClick={onEarlier}>
        {earlier === 'more' ? t.earlier : t.retry}
      </Button>
    </>
  )
}

const spoken = i18n('text-spoken', textSpoken)

/** In UTF-16 units, for announced messages. */
const maxLength = 120

/** Before `settled` nothing counts as new. */
function useAnnouncedMessages(items: readonly SmsItem[], name: string, settled: boolean): void {
  const known = useRef<ReadonlyMap<string, SmsItem['state']>>(undefined)
  useEffect(() => {
    if (!settled) return
    const before = known.current
    known.current = new Map(items.map(({ key, state }) => [key, state]))
    if (!before) return
    const t = spoken.get()
    const came = items.filter(({ key, side }) => side === 'in' && !before.has(key))
    const [only] = came
    if (came.length === 1 && only) say(t.one({ name: only.sender ?? name, text: (only.body || t.picture).slice(0, maxLength) }))
    else if (came.length > 1) say(t.many(came.length))
    for (const { key, state, error } of items)
      if (state === 'failed' && before.get(key) === 'pending') sayAtOnce(t.failed({ reason: error ?? '' }))
  }, [items, name, settled])
}
