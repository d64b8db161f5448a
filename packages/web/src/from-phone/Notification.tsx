import { useStore } from '@nanostores/react'
import type { PhoneNotification } from '@waypost/client/from-phone'
import { isBlank, notificationReplyLength } from '@waypost/protocol'
import { CircleAlert, Copy, Reply as ReplyIcon, Send, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { $now } from '../browser/clock.ts'
import { exactTimeOf, shortTimeOf } from '../format/time.ts'
import { useSession } from '../session/context.ts'
import { fromPhoneOf } from '../session/session-from-phone.ts'
import { $wantedReply } from '../session/wanted-reply.ts'
import { say } from '../ui/accessibility/announce.ts'
import { focusSoon } from '../ui/accessibility/focus-soon.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { phoneNotification } from './en.ts'
import styles from './FromPhone.module.css'
import { actTrouble, replyTrouble } from './trouble.ts'

const messages = i18n('phone-notification', phoneNotification)

/** Texts are collapsed from this length on, in characters and lines. */
const folded = { letters: 400, lines: 8 }

/** A phone notification with its text, its buttons and a reply field. */
export function Notification({ notification }: { notification: PhoneNotification }) {
  const t = useStore(messages)
  const fromPhone = fromPhoneOf(useSession())
  const now = useStore($now)
  const { key, appName, title, body, created, actions, conversation, answered, busy, trouble, isGone, dismissable } = notification
  const [open, setOpen] = useState(false)
  const name = title || appName
  const isLong = body.length > folded.letters || body.split('\n', folded.lines + 1).length > folded.lines
  const answers = conversation !== undefined || isGone === true

  async function act(trigger: string, label: string) {
    if (await fromPhone.act(key, trigger)) say(t.done({ action: label }))
  }

  return (
    <Stack as="li" gap={2} className={styles.item} data-notification="">
      <Row gap={2} align="start">
        <div className={styles.words}>
          {title && (
            <h3 className={styles.title} dir="auto">
              {title}
            </h3>
          )}
          {body && (
            <p className={styles.body} dir="auto" data-folded={(isLong && !open) || undefined}>
              {body}
            </p>
          )}
          {isLong && (
            <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t.less : t.more}
            </Button>
          )}
        </div>
        <time className={styles.time} dateTime={new Date(created * 1_000).toISOString()} title={exactTimeOf(created * 1_000)}>
          {shortTimeOf(created * 1_000, now)}
        </time>
        {(dismissable || isGone) && (
          <IconButton size="small" label={t.dismiss({ title: name })} onClick={() => void fromPhone.dismiss([key])}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        )}
      </Row>
      {answered !== undefined && (
        <p className={styles.answered}>
          <ReplyIcon size={16} aria-hidden="true" />
          <span dir="auto">{t.answered({ text: answered })}</span>
        </p>
      )}
      {actions.length > 0 && (
        <Row gap={2} align="stretch" wrap className={styles.actions}>
          {actions.map(({ label, trigger }, index) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: an app may name two actions alike
              key={`${trigger} ${index}`}
              busy={busy === trigger}
              unavailable={busy !== undefined}
              onClick={() => void act(trigger, label)}
            >
              {label}
            </Button>
          ))}
        </Row>
      )}
      {trouble !== undefined && !answers && <TroubleLine notification={notification} />}
      {answers && <Reply notification={notification} name={name} />}
    </Stack>
  )
}

function TroubleLine({ notification }: { notification: PhoneNotification }) {
  const words = useStore(actTrouble)
  const { trouble } = notification
  if (trouble === undefined) return null
  return (
    <p className={styles.trouble} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {words[trouble]}
    </p>
  )
}

/** A reply that couldn't reach the phone stays in it. */
function Reply({ notification, name }: { notification: PhoneNotification; name: string }) {
  const t = useStore(messages)
  const why = useStore(replyTrouble)
  const doing = useStore(actTrouble)
  const fromPhone = fromPhoneOf(useSession())
  const { key, busy, trouble, isGone } = notification
  const [text, setText] = useState(() => fromPhone.draftOf(key))
  const field = useRef<HTMLInputElement>(null)
  const wanted = useStore($wantedReply)
  const reason = isGone ? 'gone' : trouble
  const error = reason && (isBlank(text) ? doing[reason] : why[reason])
  useEffect(() => {
    if (error !== undefined) say(error)
  }, [error])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is wanted
  useEffect(() => {
    if (wanted?.key !== key) return
    $wantedReply.set(undefined)
    if (wanted.text !== undefined) write(wanted.text)
    // Opening the place moves the focus first.
    focusSoon(() => field.current)
  }, [wanted])

  function write(typed: string) {
    setText(typed)
    fromPhone.keepDraft(key, typed)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isGone || isBlank(text) || busy !== undefined) return
    const sent = await fromPhone.reply(key, text.trim())
    if (!sent) return
    setText('')
    say(t.sent)
  }

  async function copy() {
    showToast((await copyText(text)) ? t.copied : t.notCopied)
  }

  return (
    <form className={styles.reply} onSubmit={submit}>
      <TextField
        ref={field}
        label={t.reply({ title: name })}
        hideLabel
        placeholder={t.placeholder}
        value={text}
        maxLength={notificationReplyLength}
        readOnly={isGone === true || busy === 'reply'}
        autoComplete="off"
        enterKeyHint="send"
        dir="auto"
        error={error}
        onChange={({ target }) => write(target.value)}
        trailing={
          isGone ? (
            <IconButton size="small" label={t.copy} onClick={() => void copy()}>
              <Copy size={18} aria-hidden="true" />
            </IconButton>
          ) : (
            <IconButton size="small" type="submit" label={t.send} unavailable={isBlank(text) || busy !== undefined}>
              <Send size={18} aria-hidden="true" />
            </IconButton>
          )
        }
      />
    </form>
  )
}
