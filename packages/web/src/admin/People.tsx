// Lists the people who have an account, with a search, and opens one of them.

import { useStore } from '@nanostores/react'
import { listPeople, type PeopleKind, type PeopleOrder, type Person, peopleKinds, peopleOrders } from '@waypost/protocol'
import { useState } from 'react'
import { $now } from '../browser/clock.ts'
import { sizeOf } from '../format/size.ts'
import { timeAgo } from '../format/time.ts'
import { Listing } from '../page/topics/Listing.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { usePages } from '../page/topics/use-pages.ts'
import { hrefOf } from '../route.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { count, i18n, params } from '../ui/language.ts'
import styles from './Admin.module.css'
import { Marks } from './Marks.tsx'
import { OnePerson } from './OnePerson.tsx'
import type { OnSupport } from './PersonActs.tsx'
import { SearchField } from './SearchField.tsx'

const messages = i18n('admin-people', {
  title: 'People',
  total: count({ one: '{count} person', other: '{count} people' }),
  search: 'Name or email address',
  show: 'Show',
  everybody: 'All people',
  administrators: 'Administrators',
  pro: 'People with Pro',
  suspended: 'Suspended people',
  order: 'Order',
  created: 'Newest first',
  last_seen: 'Last seen first',
  storage: 'Most storage first',
  email: 'By email address',
  noneFound: 'Nobody was found.',
  seen: params('Last seen: {time}'),
  never: 'Never seen',
  uses: params('{size} stored'),
})

/** `#admin/people`: the list; `#admin/people/<iden>`: one person. */
export function People({ item, onSupport }: { item: string | undefined; onSupport: OnSupport }) {
  return item === undefined ? <PeopleList /> : <OnePerson key={item} iden={item} onSupport={onSupport} />
}

function PeopleList() {
  const t = useStore(messages)
  const now = useStore($now)
  const [search, setSearch] = useState('')
  const [only, setOnly] = useState<PeopleKind | ''>('')
  const [order, setOrder] = useState<PeopleOrder>('created')
  const pages = usePages(listPeople, { search, only, order }, ({ people }) => people)
  const total = pages.shown?.page.total
  const lineOf = (person: Person) =>
    [
      person.name && person.email,
      person.last_seen === undefined ? t.never : t.seen({ time: timeAgo(person.last_seen * 1_000, now) }),
      t.uses({ size: sizeOf(person.storage) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Topic title={t.title}>
      <search className={styles.filters}>
        <SearchField label={t.search} onSearch={setSearch} />
        <SelectField
          label={t.show}
          value={only}
          onChange={({ target }) => setOnly(peopleKinds.find((kind) => kind === target.value) ?? '')}
          choices={[{ value: '', label: t.everybody }, ...peopleKinds.map((value) => ({ value, label: t[value] }))]}
        />
        <SelectField
          label={t.order}
          value={order}
          onChange={({ target }) => setOrder(peopleOrders.find((each) => each === target.value) ?? 'created')}
          choices={peopleOrders.map((value) => ({ value, label: t[value] }))}
        />
      </search>
      <p role="status" className={topic.lead}>
        {total !== undefined && (total === 0 ? t.noneFound : t.total(total))}
      </p>
      <Listing pages={pages}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((person) => (
              <li key={person.iden}>
                <a href={hrefOf('admin', `people/${person.iden}`)} className={styles.person}>
                  <Avatar name={person.name || person.email} seed={person.email} image={person.image_url} />
                  <span className={styles.words}>
                    <span className={styles.name} dir="auto">
                      {person.name || person.email}
                    </span>
                    <span className={styles.line}>{lineOf(person)}</span>
                  </span>
                  <Marks person={person} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Topic>
  )
}
