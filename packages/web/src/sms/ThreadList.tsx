import { useStore } from '@nanostores/react'
import type { ThreadLine } from '@waypost/client/sms'
import type { Device } from '@waypost/protocol'
import { SquarePen } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { $oneColumn } from '../browser/media.ts'
import { beginningOf } from '../format/names.ts'
import { nameOfThread, shortTime } from '../format/text-labels.ts'
import { hrefOf, open, smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { ThreadAvatar } from '../target/ThreadAvatar.tsx'
import { useListFocus } from '../ui/accessibility/focus.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import list from '../ui/lists/List.module.css'
import { AddItem, ListItem } from '../ui/lists/ListItem.tsx'
import { threadList } from './en.ts'
import { FetchFailed, NoThreads, Stale, Unlock } from './SmsStates.tsx'
import styles from './ThreadList.module.css'

const messages = i18n('thread-list', threadList)

/** How many items are in the DOM at first, and how many each click adds. */
const step = 100

/** The conversations of a phone, latest first, under the link to a new message. */
export function ThreadList({ phone, current }: { phone: Device; current: string | undefined }) {
  const t = useStore(messages)
  const narrow = useStore($oneColumn)
  const texts = smsOf(useSession())
  const { iden } = phone
  const { state, refusal, lines, earlier } = useStore(texts.threads(iden))
  const [most, setMost] = useState(step)
  const now = useStore($now)
  const shown = lines.slice(0, Math.max(most, lines.findIndex(({ id }) => id === current) + 1))
  const focus = useListFocus(
    shown.map(({ id }) => id),
    current,
  )
  useStepping(iden, lines, current)
  const retry = () => void texts.refresh(iden)
  // With two panes, the main pane says so.
  const alone = narrow && lines.length === 0
  return (
    <>
      {state !== 'sealed' && (
        <AddItem
          href={hrefOf('sms', smsItem(iden, 'new'))}
          icon={<SquarePen size={20} aria-hidden="true" />}
          current={current === 'new'}
          className={styles.newMessage}
        >
          {t.newMessage}
        </AddItem>
      )}
      {state === 'failed' && lines.length > 0 && <Stale refusal={refusal} onRetry={retry} />}
      <div className={list.results} aria-busy={state === 'loading'}>
        {state === 'loading' && lines.length === 0 && (
          <div className={styles.loading}>
            <Spinner label={t.loading} />
          </div>
        )}
        {alone && state === 'sealed' && <Unlock device={iden} />}
        {alone && state === 'failed' && <FetchFailed refusal={refusal} onRetry={retry} />}
        {alone && state === 'loaded' && <NoThreads device={iden} />}
        <div {...focus.list}>
          <ul className={list.rows}>
            {shown.map((line) => (
              <Line
                key={line.id}
                line={line}
                device={iden}
                time={line.latest ? shortTime(line.latest.created * 1_000, now) : ''}
                current={line.id === current}
                tabIndex={line.id === focus.stop ? 0 : -1}
                onFocus={focus.onFocus}
              />
            ))}
          </ul>
        </div>
        {lines.length === shown.length && earlier !== undefined && (
          <div className={styles.more}>
            {typeof earlier === 'object' && <p role="alert">{earlier.error}</p>}
            {earlier === 'loading' ? (
              <Spinner label={t.loadingEarlier} visibleLabel />
            ) : (
              <Button
                kind="quiet"
                onClick={async () => {
                  setMost(shown.length + step)
                  await texts.loadEarlier(iden)
                }}
              >
                {earlier === 'more' ? t.earlier : t.retry}
              </Button>
            )}
          </div>
        )}
        {lines.length > shown.length && (
          <div className={styles.more}>
            <Button kind="quiet" onClick={() => setMost(shown.length + step)}>
              {t.more(Math.min(step, lines.length - shown.length))}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

interface LineProps {
  line: ThreadLine
  device: string
  time: string
  current: boolean
  tabIndex: 0 | -1
  onFocus: (id: string) => void
}

/** Memoized, since there may be many. */
const Line = memo(function Line({ line, device, time, current, tabIndex, onFocus }: LineProps) {
  const t = useStore(messages)
  const { id, recipients, latest } = line
  const said = latest && (latest.body || (latest.picture ? t.picture : ''))
  const standing = latest?.state === 'pending' ? t.pending : latest?.state === 'failed' ? t.failed : time
  return (
    <ListItem
      href={hrefOf('sms', smsItem(device, id))}
      picture={<ThreadAvatar recipients={recipients} />}
      name={nameOfThread(recipients)}
      line={said && beginningOf(latest.side === 'out' ? t.own({ text: said }) : said)}
      badge={
        latest && (
          <span className={styles.time} data-state={latest.state}>
            {standing}
          </span>
        )
      }
      current={current}
      tabIndex={tabIndex}
      onFocus={() => onFocus(id)}
    />
  )
})

/** Alt ↑ and ↓ open the previous and next conversation, as in other sections. */
function useStepping(device: string, lines: readonly ThreadLine[], current: string | undefined): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!by || !event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return
      if (document.querySelector('dialog[open], [popover]:popover-open')) return
      const { target } = event
      const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (field && target.value !== '') return
      event.preventDefault()
      const next = lines[lines.findIndex(({ id }) => id === current) + by]
      if (next) open('sms', smsItem(device, next.id))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [device, lines, current])
}
