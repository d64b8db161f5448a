// Shows one person to administrators, with what they can do.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { type AuditEntry, getPerson, listAuditEntries, type Person } from '@waypost/protocol'
import { ArrowLeft } from 'lucide-react'
import { useCallback } from 'react'
import { $now } from '../browser/clock.ts'
import { actOf, actorOf } from '../format/audit.ts'
import { sizeOf } from '../format/size.ts'
import { timeAgo } from '../format/time.ts'
import { Loading } from '../page/topics/Loading.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useLoaded } from '../page/topics/use-loaded.ts'
import { hrefOf } from '../route.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n, params, region } from '../ui/language.ts'
import styles from './Admin.module.css'
import { Marks } from './Marks.tsx'
import { Facts } from './operation/Facts.tsx'
import { type OnSupport, PersonActs } from './PersonActs.tsx'
import { StorageLimit } from './StorageLimit.tsx'

const messages = i18n('admin-person', {
  all: 'All people',
  facts: 'About this account',
  email: 'Email address',
  created: 'Signed up',
  seen: 'Last seen',
  never: 'Never',
  storage: 'Storage',
  of: params('{used} of {limit}'),
  sessions: 'Sessions',
  plan: 'Plan',
  free: 'Free',
  given: 'Pro, given by an administrator',
  monthly: 'Pro, paid monthly',
  yearly: 'Pro, paid yearly',
  administrator: 'Pro, as every administrator',
  suspended: 'Suspended since',
  done: 'Security events',
  nothing: 'Nothing yet.',
  entry: params('{act}, by {by}'),
})

/** The number of entries of the audit log that are shown; the audit log has them all. */
const entriesShown = 10

/** `#admin/people/<iden>`. */
export function OnePerson({ iden, onSupport }: { iden: string; onSupport: OnSupport }) {
  const t = useStore(messages)
  const load = useCallback(
    async (session: Session) => {
      const person = await session.call(getPerson, { iden })
      const { entries } = await session.call(listAuditEntries, { search: person.email, limit: entriesShown })
      return { person, entries: entries.filter(({ about }) => about === person.email) }
    },
    [iden],
  )
  const [loaded, reload] = useLoaded(load)
  const now = useStore($now)
  const wordsOf = (entry: AuditEntry) => {
    const by = actorOf(entry)
    return by === undefined ? actOf(entry) : t.entry({ act: actOf(entry), by })
  }
  return (
    <>
      <ButtonLink
        kind="quiet"
        href={hrefOf('admin', 'people')}
        className={styles.back ?? ''}
        icon={<ArrowLeft size={18} aria-hidden="true" />}
      >
        {t.all}
      </ButtonLink>
      <Loading loaded={loaded} onRetry={reload}>
        {({ person, entries }) => (
          <div className={styles.sections}>
            <header className={styles.personHead}>
              <Avatar name={person.name || person.email} seed={person.email} image={person.image_url} size={64} />
              <div className={styles.words}>
                <h2 className={styles.personName} dir="auto">
                  {person.name || person.email}
                </h2>
                <Marks person={person} />
              </div>
            </header>
            <AboutAccount person={person} />
            <StorageLimit person={person} onDone={reload} />
            <PersonActs person={person} onDone={reload} onSupport={onSupport} />
            <Topic title={t.done}>
              {entries.length === 0 ? (
                <p className={topic.lead}>{t.nothing}</p>
              ) : (
                <ul className={styles.entries}>
                  {entries.map((entry) => (
                    <li key={entry.iden}>
                      {wordsOf(entry)} ·{' '}
                      <time dateTime={new Date(entry.created * 1_000).toISOString()}>{timeAgo(entry.created * 1_000, now)}</time>
                    </li>
                  ))}
                </ul>
              )}
            </Topic>
          </div>
        )}
      </Loading>
    </>
  )
}

function AboutAccount({ person }: { person: Person }) {
  const t = useStore(messages)
  const now = useStore($now)
  const dayOf = (seconds: number) => new Intl.DateTimeFormat(region, { dateStyle: 'long' }).format(seconds * 1_000)
  const storageOf = ({ storage, storage_limit: limit }: Person) =>
    limit === undefined ? sizeOf(storage) : t.of({ used: sizeOf(storage), limit: sizeOf(limit) })
  const facts: [string, string][] = [
    [t.email, person.email],
    [t.created, dayOf(person.created)],
    [t.seen, person.last_seen === undefined ? t.never : timeAgo(person.last_seen * 1_000, now)],
    [t.storage, storageOf(person)],
    [t.sessions, new Intl.NumberFormat(region).format(person.sessions)],
    [t.plan, person.plan === 'free' && person.admin ? t.administrator : t[person.plan]],
  ]
  if (person.suspended !== undefined) facts.push([t.suspended, dayOf(person.suspended)])
  return (
    <Topic title={t.facts}>
      <Facts facts={facts} />
    </Topic>
  )
}
