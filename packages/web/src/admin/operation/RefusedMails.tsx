// Lists the emails that the mail server refused for good, to be removed from the list.

import { useStore } from '@nanostores/react'
import { dismissRefusedMails, listRefusedMails } from '@waypost/protocol'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { Listing, Table } from '../../page/topics/Listing.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import { ActButton } from '../ActButton.tsx'
import styles from './Operation.module.css'

const messages = i18n('refused-mails', {
  title: 'Refused emails',
  lead: 'Emails that the mail server refused for good, e.g. because there is no such mailbox. They are not tried again, and listed here for 30 days.',
  none: 'No email was refused.',
  mail: 'Email',
  problem: 'Problem',
  actions: 'Actions',
  refused: params('Refused {time}'),
  dismiss: 'Dismiss',
  dismissThis: params('Dismiss the email to {to}'),
  dismissAll: 'Dismiss all',
  dismissed: count({ one: '{count} email is removed from the list.', other: '{count} emails are removed from the list.' }),
  failed: "Couldn't save this. Try again.",
})

export function RefusedMails() {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
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
            <div className={topic.actions}>
              <ActButton label={t.dismissAll} onConfirm={() => dismiss({})} />
            </div>
          )
        }
      >
        {(items) => (
          <Table
            items={items}
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
              {
                title: t.problem,
                cell: ({ error, created }) => (
                  <>
                    <span className={styles.problem}>{error}</span>
                    <span className={styles.second}>
                      <time dateTime={new Date(created * 1_000).toISOString()}>
                        {t.refused({ time: timeAgo(created * 1_000, now) })}
                      </time>
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
