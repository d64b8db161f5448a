import { useStore } from '@nanostores/react'
import type { Draft } from '@waypost/client'
import { plainText } from '@waypost/client/words/blocks'
import { isBlank, type Push } from '@waypost/protocol'
import { ChevronDown, ChevronUp, Clock, Ellipsis, Pencil, SendHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { fileWordsOf } from '../../format/voice-message.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { NoteButton } from '../../ui/cards/Bubble.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { FormDialog } from '../dialogs/FormDialog.tsx'
import dialogStyles from './dialogs.module.css'
import { editScheduled, scheduledMessages } from './en.ts'
import { sendTimeOf } from './send-time.ts'
import { TimeDialog } from './TimeDialog.tsx'
import styles from './WaitingMessages.module.css'

const messages = i18n('scheduled-messages', scheduledMessages)

interface WaitingMessagesProps {
  /** At least one, in order of time. */
  waiting: readonly Push[]
  /** Called when the focused element is gone. */
  onLeave: () => void
  /** Called when a message was sent by hand. */
  onSent: () => void
}

/** The next scheduled message, and all of them on a click. */
export function WaitingMessages({ waiting, onLeave, onSent }: WaitingMessagesProps) {
  const t = useStore(messages)
  const [open, setOpen] = useState(false)
  const list = useId()
  const shown = open ? waiting : waiting.slice(0, 1)
  return (
    <section className={styles.region} aria-label={t.region} data-region="scheduled">
      {waiting.length > 1 && (
        <button type="button" className={styles.all} aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
          {t.all(waiting.length)}
          {open ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronUp size={16} aria-hidden="true" />}
        </button>
      )}
      <ul id={list}>
        {shown.map((push) => (
          <Waiting key={push.iden} push={push} onLeave={onLeave} onSent={onSent} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ push, onLeave, onSent }: { push: Push; onLeave: () => void; onSent: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const { scheduled } = session.push
  const ahead = useStore(session.$clockAhead)
  const now = useStore($now)
  const [asking, setAsking] = useState<'time' | 'text'>()
  const at = (push.send_at ?? 0) * 1_000 - ahead
  const time = sendTimeOf(at, now)
  const text = push.title || plainText(push.body ?? '') || push.url || fileWordsOf(push) || t.file
  const failed = push.not_sent

  async function sendNow() {
    if (!(await scheduled.sendNow(push.iden))) return
    say(t.sent)
    onSent()
    onLeave()
  }

  async function cancel() {
    if (!(await scheduled.cancel(push.iden))) return
    say(t.canceled)
    onLeave()
  }

  return (
    <li className={styles.item} data-failed={failed ? '' : undefined}>
      <div className={styles.line}>
        <Clock size={16} aria-hidden="true" className={styles.icon} />
        <span className={styles.text} dir="auto">
          {text}
        </span>
        {failed ? (
          <strong className={styles.trouble}>{t.notSent}</strong>
        ) : (
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {time}
          </time>
        )}
        <Menu
          label={t.menu({ text, time })}
          items={[
            { label: t.sendNow, icon: <SendHorizontal size={18} />, onSelect: () => void sendNow() },
            { label: t.changeTime, icon: <Clock size={18} />, onSelect: () => setAsking('time') },
            ...(push.type === 'note' || push.type === 'link'
              ? [{ label: t.edit, icon: <Pencil size={18} />, onSelect: () => setAsking('text') }]
              : []),
            { label: failed ? t.delete : t.cancel, icon: <X size={18} />, danger: true, onSelect: () => void cancel() },
          ]}
          trigger={(props) => (
            <IconButton {...props} size="small" label={t.menu({ text, time })}>
              <Ellipsis size={18} aria-hidden="true" />
            </IconButton>
          )}
        />
      </div>
      {failed && (
        <p className={styles.reason}>
          {failed.message} <NoteButton onClick={() => void sendNow()}>{t.sendNow}</NoteButton>
          <NoteButton onClick={() => void cancel()}>{t.delete}</NoteButton>
        </p>
      )}
      {asking === 'time' && (
        <TimeDialog
          title={t.changeTime}
          at={at}
          onClose={() => setAsking(undefined)}
          onChoose={(chosen) => {
            setAsking(undefined)
            void scheduled.move(push.iden, (chosen + ahead) / 1_000)
          }}
        />
      )}
      {asking === 'text' && (
        <EditDialog push={push} onClose={() => setAsking(undefined)} onSave={(draft) => scheduled.edit(push.iden, draft)} />
      )}
    </li>
  )
}

const editMessages = i18n('edit-scheduled', editScheduled)

interface EditDialogProps {
  push: Push
  onClose: () => void
  /** @returns whether it was saved */
  onSave: (draft: Draft) => Promise<boolean>
}

function EditDialog({ push, onClose, onSave }: EditDialogProps) {
  const t = useStore(editMessages)
  // A lone link was typed as a message.
  const lone = push.url !== undefined && !push.title && !push.body
  const [draft, setDraft] = useState({
    title: push.title ?? '',
    body: (lone ? push.url : push.body) ?? '',
    url: lone ? '' : (push.url ?? ''),
  })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const message = useId()

  function set(change: Partial<typeof draft>) {
    setDraft({ ...draft, ...change })
    setError(undefined)
  }

  async function submit() {
    if (Object.values(draft).every(isBlank)) return setError(t.empty)
    setBusy(true)
    if (await onSave(draft)) onClose()
    setBusy(false)
  }

  return (
    <FormDialog
      title={t.heading}
      onClose={onClose}
      submit={t.save}
      busy={busy}
      onSubmit={() => void submit()}
      className={dialogStyles.form}
    >
      {push.title && (
        <TextField label={t.title} dir="auto" value={draft.title} onChange={(event) => set({ title: event.target.value })} />
      )}
      <div className={dialogStyles.area}>
        <label htmlFor={message}>{t.message}</label>
        <textarea
          id={message}
          data-first=""
          dir="auto"
          rows={5}
          value={draft.body}
          aria-invalid={error ? true : undefined}
          onChange={(event) => set({ body: event.target.value })}
        />
      </div>
      {push.url && !lone && (
        <TextField label={t.url} inputMode="url" value={draft.url} onChange={(event) => set({ url: event.target.value })} />
      )}
      <p className={dialogStyles.said} role="alert" data-error="">
        {error}
      </p>
    </FormDialog>
  )
}
