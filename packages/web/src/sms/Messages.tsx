// Draws the messages of an SMS conversation.

import { useStore } from '@nanostores/react'
import type { SmsItem, SmsThread } from '@waypost/client/sms'
import type { Device } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { ConversationFeed, NewestPill } from '../conversation/ConversationFeed.tsx'
import { useFollowedEnd } from '../conversation/followed-end.ts'
import { estimatedHeight } from '../conversation/height.ts'
import { useNewBelow } from '../conversation/new-below.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import { useAnnouncedMessages } from './announce-messages.ts'
import { phoneName } from './DeviceSwitch.tsx'
import styles from './Messages.module.css'
import { FetchFailed, smsNotices } from './Notices.tsx'
import { SmsBubble } from './SmsBubble.tsx'
import { useAway } from './sending.ts'

const messages = i18n('text-messages', {
  region: params('Text messages with {name}'),
  loading: 'Loading messages',
  earlier: 'Load more',
  loadingEarlier: 'Loading earlier messages from the phone',
  retry: 'Retry',
  empty: 'No messages here yet.',
})

/** How many items are in the DOM at first, and how many each press adds above. */
const step = 60

interface MessagesProps {
  phone: Device
  name: string
  thread: SmsThread
  onRetry: () => void
  /** Asks the phone for earlier messages. */
  onEarlier: () => Promise<void>
  /** Fills the form with the text of a message that the phone could not send. */
  onSend: (message: string) => void
  /** Called on Esc, to focus the form. */
  onLeave: () => void
}

/** The messages of a conversation. */
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
  const notices = useStore(smsNotices)
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
  const lastPending = shown.findLast((item) => item.state === 'pending')?.key

  return (
    <ConversationFeed
      label={t.region({ name })}
      items={shown}
      end={end}
      sentAt={({ created }) => created}
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
      draw={(item, { index, isLast, close }) => (
        <SmsBubble
          item={item}
          name={name}
          now={now}
          last={isLast}
          close={close && item.state !== 'failed'}
          away={away && item.key === lastPending ? notices.away({ device: phoneName(phone) }) : undefined}
          tabStop={item.key === end.tabStop}
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

/** The button that loads earlier messages. */
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
