// Lists in the settings what changed of the protection of the account, and what administrators did with it.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { type AuditEntry, listOwnAuditEntries } from '@waypost/protocol'
import { $now } from '../../browser/clock.ts'
import { actOf, actorOf } from '../../format/audit.ts'
import { timeAgo } from '../../format/time.ts'
import { Topic } from '../../page/topics/Topic.tsx'
import { isFailure } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './SecurityEvents.module.css'

const messages = i18n('security-events', {
  title: 'Security events',
  lead: 'What changed in how this account is protected, and what administrators of this server did with it, within a year. If something here was not you, change your password and sign out all other devices.',
  entry: params('{act}, by {by}'),
  more: 'Load more',
})

const load = async (session: Session, cursor: string | undefined) => {
  const { entries, ...rest } = await session.call(listOwnAuditEntries, cursor === undefined ? {} : { cursor })
  return { items: entries, ...rest }
}

/** The security events of the account; nothing until there is one. */
export function SecurityEvents() {
  const t = useStore(messages)
  const now = useStore($now)
  const { loaded, loadMore } = usePages(load)
  const wordsOf = (entry: AuditEntry) => {
    const by = actorOf(entry)
    return by === undefined ? actOf(entry) : t.entry({ act: actOf(entry), by })
  }
  if (loaded === undefined || isFailure(loaded) || loaded.items.length === 0) return null
  return (
    <Topic title={t.title} lead={t.lead}>
      <ul className={styles.entries}>
        {loaded.items.map((entry) => (
          <li key={entry.iden}>
            <span dir="auto">{wordsOf(entry)}</span>
            <time dateTime={new Date(entry.created * 1_000).toISOString()}>{timeAgo(entry.created * 1_000, now)}</time>
          </li>
        ))}
      </ul>
      {loaded.more && <Button onClick={loadMore}>{t.more}</Button>}
    </Topic>
  )
}
