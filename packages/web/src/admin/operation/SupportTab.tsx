import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  answerReport,
  deleteReport,
  type Gives,
  getReport,
  listReports,
  Refusal,
  type Report,
  updateReport,
} from '@waypost/protocol'
import { type FormEvent, useCallback, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Listing } from '../../page/topics/Listing.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt, useLoaded } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { serverReport, serverSupport } from './en.ts'
import { Facts } from './Facts.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-support', serverSupport)

/** Lists messages to support and error reports. */
export function SupportTab() {
  const t = useStore(messages)
  const [done, setDone] = useState(false)
  const [opened, setOpened] = useState<string>()
  const pages = usePages(listReports, { done: done || undefined }, ({ reports }) => reports)
  return (
    <Topic title={t.title} lead={t.lead}>
      <Stack gap={3} className={topic.form}>
        <SelectField
          label={t.show}
          value={done ? 'done' : 'open'}
          onChange={({ target }) => {
            setDone(target.value === 'done')
            setOpened(undefined)
          }}
          choices={[
            { value: 'open', label: t.open },
            { value: 'done', label: t.done },
          ]}
        />
      </Stack>
      <Listing filtered pages={pages} empty={done ? t.noneDone : t.none}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((report) => (
              <li key={report.iden}>
                <Line
                  report={report}
                  isOpen={opened === report.iden}
                  onToggle={() => setOpened(opened === report.iden ? undefined : report.iden)}
                />
                {opened === report.iden && (
                  <OpenReport
                    iden={report.iden}
                    onChange={() => {
                      setOpened(undefined)
                      pages.reload()
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Topic>
  )
}

function Line({ report, isOpen, onToggle }: { report: Report; isOpen: boolean; onToggle: () => void }) {
  const t = useStore(messages)
  const now = useStore($now)
  const { kind, error, subject, body, reply_to, account, alike, created } = report
  const title = (kind === 'error' ? error : subject) ?? t.message
  const from = account ?? reply_to
  return (
    <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.label} dir="auto">
        {title}
      </span>
      <span className={styles.second}>
        {[alike > 1 && t.times({ count: alike }), timeAgo(created * 1_000, now)].filter(Boolean).join(' · ')}
      </span>
      {!isOpen && (
        <span className={styles.excerpt} dir="auto">
          {[from, body].filter(Boolean).join(': ')}
        </span>
      )}
    </button>
  )
}

const reportWords = i18n('server-report', serverReport)

type Whole = Gives<typeof getReport>

interface OpenReportProps {
  iden: string
  /** Called when it leaves its list: done, reopened or deleted. */
  onChange: () => void
}

function OpenReport({ iden, onChange }: OpenReportProps) {
  const load = useCallback((session: Session): Promise<Whole> => session.call(getReport, { iden }), [iden])
  const [loaded, reload] = useLoaded(load)
  return (
    <Stack gap={3} className={styles.opened}>
      <Loading loaded={loaded} onRetry={reload}>
        {(report) => <Shown report={report} onChange={onChange} />}
      </Loading>
    </Stack>
  )
}

function Shown({ report, onChange }: { report: Whole; onChange: () => void }) {
  const t = useStore(reportWords)
  const now = useStore($now)
  const session = useSession()
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
      <Row gap={2} wrap className={topic.actions}>
        <Button onClick={() => void change(() => session.call(updateReport, { iden, done: !done }), done ? t.opened : t.marked)}>
          {done ? t.open : t.done}
        </Button>
        <ActButton
          label={t.delete}
          kind="quiet"
          words={{ confirm: t.deleteAll(alike), busy: t.deleting }}
          onConfirm={() => change(() => session.call(deleteReport, { iden }), t.deleted)}
        />
      </Row>
    </>
  )
}

function Answer({ report: { iden, subject = '', body = '' }, to, onSent }: { report: Whole; to: string; onSent: () => void }) {
  const t = useStore(reportWords)
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
    <Stack as="form" gap={3} className={styles.opened} onSubmit={(event) => void submit(event)}>
      <Stack as="label" gap={1} className={styles.answer}>
        {t.answer}
        <textarea className={topic.text} dir="auto" rows={5} value={text} onChange={({ target }) => setText(target.value)} />
      </Stack>
      {trouble && (
        <p role="alert" className={topic.trouble}>
          {trouble}
        </p>
      )}
      <Row gap={2} wrap className={topic.actions}>
        <Button type="submit" kind="primary" busy={busy} unavailable={text.trim() === ''}>
          {t.send}
        </Button>
        <ButtonLink kind="quiet" href={`mailto:${encodeURIComponent(to)}?${letter.toString().replaceAll('+', '%20')}`}>
          {t.own}
        </ButtonLink>
      </Row>
    </Stack>
  )
}
