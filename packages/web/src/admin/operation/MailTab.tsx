import { useStore } from '@nanostores/react'
import {
  discardMail,
  dismissRefusedMails,
  type Gives,
  getMailState,
  listRefusedMails,
  Refusal,
  retryJobs,
  sendTestMail,
} from '@waypost/protocol'
import { useState } from 'react'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Listing, Table } from '../../page/topics/Listing.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import { TimeAgo } from '../../page/topics/TimeAgo.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { TopicForm } from '../../page/topics/TopicForm.tsx'
import { attempt, useAnswer } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { refusedMails, serverMail } from './en.ts'
import { Facts, TwoLines } from './Facts.tsx'
import { JobState } from './JobState.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-mail', serverMail)

type MailState = Gives<typeof getMailState>
/** Shows how the server sends email and which emails are queued, and sends a test. */
export function MailTab() {
  const t = useStore(messages)
  const [loaded, reload] = useAnswer(getMailState)
  return (
    <Stack gap={4}>
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
    </Stack>
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

  async function submit() {
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
    <>
      <TopicForm label={t.send} busy={busy} unavailable={to.trim() === ''} onSubmit={() => void submit()}>
        <TextField label={t.to} type="email" autoComplete="email" value={to} onChange={({ target }) => setTyped(target.value)} />
      </TopicForm>
      {outcome && (
        <p role={outcome.sent ? 'status' : 'alert'} className={outcome.sent ? styles.well : topic.trouble}>
          {outcome.words}
        </p>
      )}
    </>
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
          <Row gap={2} wrap className={topic.actions}>
            <Button onClick={() => void retry({ type: 'mail' })}>{t.retryAll}</Button>
          </Row>
        )
      }
    >
      {(mails) => (
        <Table
          items={mails}
          columns={[
            {
              title: t.mail,
              cell: ({ to, subject }) => <TwoLines second={subject}>{to}</TwoLines>,
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

const refusedWords = i18n('refused-mails', refusedMails)

function RefusedMails() {
  const t = useStore(refusedWords)
  const session = useSession()
  const pages = usePages(listRefusedMails, {}, ({ mails }) => mails)

  async function dismiss(which: { iden?: string }) {
    await attempt(async () => {
      const { dismissed } = await session.call(dismissRefusedMails, which)
      say(t.dismissed(dismissed))
    }, t.failed)
    pages.reload()
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Listing
        pages={pages}
        empty={t.none}
        actions={({ length }) =>
          length > 1 && (
            <Row gap={2} wrap className={topic.actions}>
              <ActButton label={t.dismissAll} onConfirm={() => dismiss({})} />
            </Row>
          )
        }
      >
        {(items) => (
          <Table
            items={items}
            columns={[
              {
                title: t.mail,
                cell: ({ to, subject }) => <TwoLines second={subject}>{to}</TwoLines>,
              },
              {
                title: t.problem,
                cell: ({ error, created }) => (
                  <>
                    <span className={styles.problem}>{error}</span>
                    <span className={styles.second}>
                      <TimeAgo time={created} words={(time) => t.refused({ time })} />
                    </span>
                  </>
                ),
              },
              {
                title: t.actions,
                kind: 'buttons',
                cell: ({ iden, to }) => (
                  <Button kind="quiet" aria-label={t.dismissThis({ to })} onClick={() => void dismiss({ iden })}>
                    {t.dismiss}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Listing>
    </Topic>
  )
}
