// Lists the emails that the mail server refused for good, to be removed from the list.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { dismissRefusedMails, listRefusedMails } from '@waypost/protocol'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
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
  more: 'Load more',
})

const load = async (session: Session, cursor: string | undefined) => {
  const { mails, ...rest } = await session.call(listRefusedMails, cursor === undefined ? {} : { cursor })
  return { items: mails, ...rest }
}

export function RefusedMails() {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const { loaded, reload, loadMore } = usePages(load)

  async function dismiss(which: { iden?: string }) {
    await attempt(async () => {
      const { dismissed } = await session.call(dismissRefusedMails, which)
      say(t.dismissed(dismissed))
    }, t.failed)
    reload()
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={loaded} onRetry={reload}>
        {({ items, more }) =>
          items.length === 0 ? (
            <p className={topic.lead}>{t.none}</p>
          ) : (
            <>
              <table className={topic.table}>
                <thead>
                  <tr>
                    <th scope="col">{t.mail}</th>
                    <th scope="col">{t.problem}</th>
                    <th scope="col">{t.actions}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ iden, to, subject, error, created }) => (
                    <tr key={iden}>
                      <td dir="auto">
                        {to}
                        <span className={styles.second}>{subject}</span>
                      </td>
                      <td>
                        <span className={styles.problem}>{error}</span>
                        <span className={styles.second}>
                          <time dateTime={new Date(created * 1_000).toISOString()}>
                            {t.refused({ time: timeAgo(created * 1_000, now) })}
                          </time>
                        </span>
                      </td>
                      <td className={styles.end}>
                        <Button kind="quiet" aria-label={t.dismissThis({ to })} onClick={() => void dismiss({ iden })}>
                          {t.dismiss}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div className={topic.actions}>
                {more && <Button onClick={loadMore}>{t.more}</Button>}
                {items.length > 1 && <ActButton label={t.dismissAll} onConfirm={() => dismiss({})} />}
              </div>
            </>
          )
        }
      </Loading>
    </Topic>
  )
}
