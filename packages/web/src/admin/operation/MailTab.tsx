// Shows how the server sends emails and which wait to be sent, and sends a test.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { discardMail, type Gives, getMailState, Refusal, retryJobs, sendTestMail } from '@waypost/protocol'
import { type FormEvent, useState } from 'react'
import { Listing, Table } from '../../page/topics/Listing.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt, useLoaded } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import { Facts } from './Facts.tsx'
import { JobState } from './JobState.tsx'
import styles from './Operation.module.css'
import { RefusedMails } from './RefusedMails.tsx'

const messages = i18n('server-mail', {
  title: 'Sending',
  smtp: 'Mail server',
  folder:
    'No mail server is set. Emails are not sent: they are kept as files, which you can open with a mail program or pass on.',
  where: 'Folder',
  sender: 'Sender',
  howto: 'To send them, start the server with WAYPOST_SMTP_URL.',
  test: 'Test',
  testLead: 'Sends an email at once and shows what the mail server says.',
  to: 'Send a test email to',
  send: 'Send a test email',
  sent: params('Sent. The mail server said: {answer}'),
  written: params('Written to the file {answer}'),
  queue: 'Waiting emails',
  queueLead:
    'Emails that could not be sent are tried again for about a day. Their texts are not shown, as they may contain secrets.',
  none: 'No waiting emails',
  retryAll: 'Retry all',
  retry: 'Retry',
  retryThis: params('Retry the email to {to}'),
  delete: 'Delete',
  deleteThis: params('Delete the email to {to}'),
  deleted: 'The email is deleted.',
  retried: count({ one: '{count} email is tried again.', other: '{count} emails are tried again.' }),
  failed: "Couldn't retry. Try again.",
  mail: 'Email',
  state: 'State',
  actions: 'Actions',
})

type MailState = Gives<typeof getMailState>
const load = (session: Session): Promise<MailState> => session.call(getMailState, {})

export function MailTab() {
  const t = useStore(messages)
  const [loaded, reload] = useLoaded(load)
  return (
    <div className={topic.sections}>
      <Topic title={t.title}>
        <Loading loaded={loaded} onRetry={reload}>
          {({ way, where, sender }) => (
            <>
              {way === 'folder' && (
                <p className={topic.lead}>
                  {t.folder} {t.howto}
                </p>
              )}
              <Facts
                facts={[
                  [way === 'smtp' ? t.smtp : t.where, where],
                  [t.sender, sender],
                ]}
              />
            </>
          )}
        </Loading>
      </Topic>
      <Topic title={t.test} lead={t.testLead}>
        <Test way={loaded && 'way' in loaded ? loaded.way : 'smtp'} />
      </Topic>
      <Topic title={t.queue} lead={t.queueLead}>
        <Queue />
      </Topic>
      <RefusedMails />
    </div>
  )
}

function Test({ way }: { way: MailState['way'] }) {
  const t = useStore(messages)
  const session = useSession()
  const own = useStore(session.$account)?.email ?? ''
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: boolean; words: string }>()
  const to = typed ?? own

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || to.trim() === '') return
    setBusy(true)
    setOutcome(undefined)
    try {
      const { sent, answer = '', problem = '' } = await session.call(sendTestMail, { email: to })
      const words = way === 'smtp' ? t.sent({ answer }) : t.written({ answer })
      setOutcome({ sent, words: sent ? words : problem })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setOutcome({ sent: false, words: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={topic.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t.to} type="email" autoComplete="email" value={to} onChange={({ target }) => setTyped(target.value)} />
      <div className={topic.actions}>
        <Button type="submit" kind="primary" busy={busy} unavailable={to.trim() === ''}>
          {t.send}
        </Button>
      </div>
      {outcome && (
        <p role={outcome.sent ? 'status' : 'alert'} className={outcome.sent ? styles.well : topic.trouble}>
          {outcome.words}
        </p>
      )}
    </form>
  )
}

function Queue() {
  const t = useStore(messages)
  const session = useSession()
  const pages = usePages(getMailState, {}, ({ mails }) => mails)

  async function retry(which: { idens: string[] } | { type: string }) {
    await attempt(async () => {
      const { retried } = await session.call(retryJobs, which)
      say(t.retried(retried))
    }, t.failed)
    pages.reload()
    // A node starts them within a second.
    setTimeout(pages.reload, 2_000)
  }

  async function discard(iden: string) {
    if (await attempt(() => session.call(discardMail, { iden }), t.failed)) say(t.deleted)
    pages.reload()
  }

  const inTrouble = (state: string) => state === 'failed' || state === 'retrying'
  return (
    <Listing
      pages={pages}
      empty={t.none}
      actions={(mails) =>
        mails.some(({ state }) => inTrouble(state)) && (
          <div className={topic.actions}>
            <Button onClick={() => void retry({ type: 'mail' })}>{t.retryAll}</Button>
          </div>
        )
      }
    >
      {(mails) => (
        <Table
          items={mails}
          columns={[
            {
              title: t.mail,
              cell: ({ to, subject }) => (
                <>
                  {to}
                  <span className={styles.second}>{subject}</span>
                </>
              ),
            },
            { title: t.state, cell: (mail) => <JobState job={mail} /> },
            {
              title: t.actions,
              kind: 'buttons',
              cell: ({ iden, to, state }) =>
                inTrouble(state) && (
                  <>
                    <Button aria-label={t.retryThis({ to })} onClick={() => void retry({ idens: [iden] })}>
                      {t.retry}
                    </Button>{' '}
                    <Button kind="quiet" aria-label={t.deleteThis({ to })} onClick={() => void discard(iden)}>
                      {t.delete}
                    </Button>
                  </>
                ),
            },
          ]}
        />
      )}
    </Listing>
  )
}
