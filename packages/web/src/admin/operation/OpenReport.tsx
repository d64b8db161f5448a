// Draws a message to support or an error report with all that was sent, to answer it, mark it as done or delete it.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { answerReport, deleteReport, type Gives, getReport, Refusal, updateReport } from '@waypost/protocol'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { attempt, useLoaded } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import { Facts } from './Facts.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-report', {
  from: 'From',
  noAccount: 'Somebody who was not signed in',
  replyTo: 'Answer to',
  noAddress: 'No address was given',
  address: 'Network address',
  alike: 'Alike',
  alikeSince: params('{count}, the first {time}'),
  answered: 'Answered',
  answer: 'Answer by email',
  send: 'Send the answer',
  own: 'Write in your mail program',
  sent: 'The answer is sent, and the message is done.',
  done: 'Mark as done',
  open: 'Open again',
  marked: 'It is done.',
  opened: 'It is open again.',
  delete: 'Delete',
  deleteAll: count({ one: 'Delete it', other: 'Delete all {count}' }),
  deleted: 'It is deleted.',
  deleting: 'Deleting...',
  cancel: 'Cancel',
  failed: "Couldn't save this. Try again.",
  diagnostics: 'Diagnostics',
})

type Whole = Gives<typeof getReport>

interface OpenReportProps {
  iden: string
  /** Called when it is done, open again or deleted, and no longer in its list. */
  onChange: () => void
}

export function OpenReport({ iden, onChange }: OpenReportProps) {
  const load = useCallback((session: Session): Promise<Whole> => session.call(getReport, { iden }), [iden])
  const [loaded, reload] = useLoaded(load)
  return (
    <div className={styles.opened}>
      <Loading loaded={loaded} onRetry={reload}>
        {(report) => <Shown report={report} onChange={onChange} />}
      </Loading>
    </div>
  )
}

function Shown({ report, onChange }: { report: Whole; onChange: () => void }) {
  const t = useStore(messages)
  const now = useStore($now)
  const session = useSession()
  const [deleting, setDeleting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { iden, kind, body, account, reply_to, address, alike, first, answered, done = false, data } = report

  async function change(work: () => Promise<unknown>, words: string) {
    if (!(await attempt(work, t.failed))) return
    say(words)
    onChange()
  }

  return (
    <>
      {body && (
        <p className={styles.words} dir="auto">
          {body}
        </p>
      )}
      <Facts
        facts={[
          [t.from, account ?? t.noAccount],
          [t.replyTo, reply_to ?? t.noAddress],
          [t.address, address],
          ...(alike > 1 ? [[t.alike, t.alikeSince({ count: alike, time: timeAgo(first * 1_000, now) })] as const] : []),
          ...(answered === undefined ? [] : [[t.answered, timeAgo(answered * 1_000, now)] as const]),
        ]}
      />
      {data !== undefined && (
        <details className={styles.diagnostics} open={kind === 'error'}>
          <summary>{t.diagnostics}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the keyboard */}
          <section aria-label={t.diagnostics} className={styles.code} tabIndex={0}>
            {JSON.stringify(data, undefined, 2)}
          </section>
        </details>
      )}
      {reply_to !== undefined && <Answer report={report} to={reply_to} onSent={onChange} />}
      <div className={topic.actions}>
        <Button onClick={() => void change(() => session.call(updateReport, { iden, done: !done }), done ? t.opened : t.marked)}>
          {done ? t.open : t.done}
        </Button>
        {deleting ? (
          <TwoStep
            opener={opener}
            side="start"
            words={{ object: t.delete, confirm: t.deleteAll(alike), cancel: t.cancel, busy: t.deleting }}
            onConfirm={() => change(() => session.call(deleteReport, { iden }), t.deleted)}
            onCancel={() => {
              setDeleting(false)
              focusSoon(() => opener.current)
            }}
          />
        ) : (
          <Button ref={opener} kind="quiet" onClick={() => setDeleting(true)}>
            {t.delete}
          </Button>
        )}
      </div>
    </>
  )
}

function Answer({ report: { iden, subject = '', body = '' }, to, onSent }: { report: Whole; to: string; onSent: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setTrouble(undefined)
    try {
      await session.call(answerReport, { iden, body: text })
      say(t.sent)
      onSent()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
      setBusy(false)
    }
  }

  const quoted = body.split('\n').map((line) => `> ${line}`)
  const letter = new URLSearchParams({ subject: `Re: ${subject}`, body: `\n\n${quoted.join('\n')}` })
  return (
    <form className={styles.opened} onSubmit={(event) => void submit(event)}>
      <label className={styles.answer}>
        {t.answer}
        <textarea className={topic.text} dir="auto" rows={5} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {trouble && (
        <p role="alert" className={topic.trouble}>
          {trouble}
        </p>
      )}
      <div className={topic.actions}>
        <Button type="submit" kind="primary" busy={busy} unavailable={text.trim() === ''}>
          {t.send}
        </Button>
        <ButtonLink kind="quiet" href={`mailto:${encodeURIComponent(to)}?${letter.toString().replaceAll('+', '%20')}`}>
          {t.own}
        </ButtonLink>
      </div>
    </form>
  )
}
