// Lists what administrators did, and the security events of people, with a search by person and by act.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { type AuditKind, auditActs, auditKinds, listAuditEntries, securityEvents } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { actNames, actOf, actorOf } from '../format/audit.ts'
import { timeAgo } from '../format/time.ts'
import { Loading } from '../page/topics/Loading.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { usePages } from '../page/topics/use-pages.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Admin.module.css'
import { SearchField } from './SearchField.tsx'

const messages = i18n('audit-log', {
  title: 'Audit log',
  lead: 'What administrators did, here and on the command line, and what people changed in the protection of their accounts. Entries are kept for a year. People read those about themselves in their settings.',
  search: 'Person',
  show: 'Show',
  administrators: 'What administrators did',
  people: 'What people changed',
  both: 'Both',
  act: 'Act',
  all: 'All acts',
  when: 'When',
  who: 'Who',
  what: 'What',
  about: 'About',
  none: 'Nothing yet.',
  noneFound: 'Nothing was found.',
  more: 'Load more',
})

export function AuditLog() {
  const t = useStore(messages)
  const names = useStore(actNames)
  const now = useStore($now)
  const [search, setSearch] = useState('')
  const [act, setAct] = useState('')
  const [kind, setKind] = useState<AuditKind | ''>('administrators')
  const load = useCallback(
    async (session: Session, cursor: string | undefined) => {
      const query = {
        ...(search && { search }),
        ...(act && { act }),
        ...(kind && { kind }),
        ...(cursor !== undefined && { cursor }),
      }
      const { entries, ...rest } = await session.call(listAuditEntries, query)
      return { items: entries, ...rest }
    },
    [search, act, kind],
  )
  const acts = [...(kind === 'people' ? [] : auditActs), ...(kind === 'administrators' ? [] : securityEvents)]
  const { loaded, reload, loadMore } = usePages(load)
  return (
    <Topic title={t.title} lead={t.lead}>
      <search className={styles.filters}>
        <SearchField label={t.search} onSearch={setSearch} />
        <SelectField
          label={t.show}
          value={kind}
          onChange={({ target }) => {
            setKind(auditKinds.find((one) => one === target.value) ?? '')
            setAct('')
          }}
          choices={[...auditKinds.map((value) => ({ value, label: t[value] })), { value: '', label: t.both }]}
        />
        <SelectField
          label={t.act}
          value={act}
          onChange={({ target }) => setAct(target.value)}
          choices={[{ value: '', label: t.all }, ...acts.map((value) => ({ value, label: names[value] }))]}
        />
      </search>
      <Loading loaded={loaded} onRetry={reload}>
        {({ items, more }) =>
          items.length === 0 ? (
            <p className={topic.lead} role="status">
              {search || act ? t.noneFound : t.none}
            </p>
          ) : (
            <>
              <table className={topic.table}>
                <thead>
                  <tr>
                    <th scope="col">{t.when}</th>
                    <th scope="col">{t.who}</th>
                    <th scope="col">{t.what}</th>
                    <th scope="col">{t.about}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((entry) => (
                    <tr key={entry.iden} className={styles.entry}>
                      <td>
                        <time dateTime={new Date(entry.created * 1_000).toISOString()}>
                          {timeAgo(entry.created * 1_000, now)}
                        </time>
                      </td>
                      <td dir="auto" data-label={t.who}>
                        {actorOf(entry)}
                      </td>
                      <td data-label={t.what}>{actOf(entry)}</td>
                      <td dir="auto" data-label={t.about}>
                        {entry.about}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {more && <Button onClick={loadMore}>{t.more}</Button>}
            </>
          )
        }
      </Loading>
    </Topic>
  )
}
