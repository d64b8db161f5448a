import { useStore } from '@nanostores/react'
import { type AuditKind, auditActs, auditKinds, listAuditEntries, securityEvents } from '@waypost/protocol'
import { useState } from 'react'
import { actNames, actOf, actorOf } from '../format/audit.ts'
import { Listing, Table } from '../page/topics/Listing.tsx'
import { TimeAgo } from '../page/topics/TimeAgo.tsx'
import { Topic } from '../page/topics/Topic.tsx'
import { usePages } from '../page/topics/use-pages.ts'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import styles from './Admin.module.css'
import { auditLog } from './en.ts'
import { SearchField } from './SearchField.tsx'

const messages = i18n('audit-log', auditLog)

/** Lists administrators' actions and people's security events, searchable by person and by action. */
export function AuditLog() {
  const t = useStore(messages)
  const names = useStore(actNames)
  const [search, setSearch] = useState('')
  const [act, setAct] = useState('')
  const [kind, setKind] = useState<AuditKind | ''>('administrators')
  const pages = usePages(listAuditEntries, { search, act, kind }, ({ entries }) => entries)
  const acts = [...(kind === 'people' ? [] : auditActs), ...(kind === 'administrators' ? [] : securityEvents)]
  return (
    <Topic title={t.title} lead={t.lead}>
      <Row as="search" gap={3} align="stretch" wrap className={styles.filters}>
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
      </Row>
      <Listing filtered pages={pages} empty={search || act ? t.noneFound : t.none}>
        {(items) => (
          <Table
            items={items}
            columns={[
              {
                title: t.when,
                cell: ({ created }) => <TimeAgo time={created} />,
              },
              { title: t.who, titled: true, cell: actorOf },
              { title: t.what, titled: true, cell: actOf },
              { title: t.about, titled: true, cell: ({ about }) => about },
            ]}
          />
        )}
      </Listing>
    </Topic>
  )
}
