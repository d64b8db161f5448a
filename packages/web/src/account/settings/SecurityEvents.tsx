// Lists in the settings what administrators did with the account.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { listOwnAuditEntries } from '@waypost/protocol'
import { $now } from '../../browser/clock.ts'
import { actOf, actorOf } from '../../format/audit.ts'
import { timeAgo } from '../../format/time.ts'
import { Topic } from '../../page/topics/Topic.tsx'
import { isFailure } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './AdministratorActs.module.css'

const messages = i18n('administrator-acts', {
  title: 'What administrators did with this account',
  lead: 'Administrators of this server can help you and manage accounts. Everything they do is recorded for a year.',
  entry: params('{act}, by {by}'),
  more: 'Load more',
})

const load = async (session: Session, cursor: string | undefined) => {
  const { entries, ...rest } = await session.call(listOwnAuditEntries, cursor === undefined ? {} : { cursor })
  return { items: entries, ...rest }
}

/** What administrators did with the account; nothing until they did something. */
export function AdministratorActs() {
  const t = useStore(messages)
  const now = useStore($now)
  const { loaded, loadMore } = usePages(load)
  if (loaded === undefined || isFailure(loaded) || loaded.items.length === 0) return null
  return (
    <Topic title={t.title} lead={t.lead}>
      <ul className={styles.entries}>
        {loaded.items.map((entry) => (
          <li key={entry.iden}>
            <span dir="auto">{t.entry({ act: actOf(entry), by: actorOf(entry) })}</span>
            <time dateTime={new Date(entry.created * 1_000).toISOString()}>{timeAgo(entry.created * 1_000, now)}</time>
          </li>
        ))}
      </ul>
      {loaded.more && <Button onClick={loadMore}>{t.more}</Button>}
    </Topic>
  )
}
