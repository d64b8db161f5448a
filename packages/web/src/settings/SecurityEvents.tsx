import { useStore } from '@nanostores/react'
import { type AuditEntry, listOwnAuditEntries } from '@waypost/protocol'
import { actOf, actorOf } from '../format/audit.ts'
import { Listing } from '../page/topics/Listing.tsx'
import { TimeAgo } from '../page/topics/TimeAgo.tsx'
import { Topic } from '../page/topics/Topic.tsx'
import { usePages } from '../page/topics/use-pages.ts'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { securityEvents } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('security-events', securityEvents)

/** Security events of the account, and administrators' actions on it; hidden while there are none. */
export function SecurityEvents() {
  const t = useStore(messages)
  const pages = usePages(listOwnAuditEntries, {}, ({ entries }) => entries)
  const wordsOf = (entry: AuditEntry) => {
    const by = actorOf(entry)
    return by === undefined ? actOf(entry) : t.entry({ act: actOf(entry), by })
  }
  if (!pages.shown?.items.length) return null
  return (
    <Topic title={t.title} lead={t.lead}>
      <Listing pages={pages}>
        {(entries) => (
          <Stack as="ul" gap={2} className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.iden}>
                <span dir="auto">{wordsOf(entry)}</span>
                <TimeAgo time={entry.created} />
              </li>
            ))}
          </Stack>
        )}
      </Listing>
    </Topic>
  )
}
