import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  type AuditEntry,
  getPerson,
  listAuditEntries,
  listPeople,
  type PeopleKind,
  type PeopleOrder,
  type Person,
  peopleKinds,
  peopleOrders,
  setStorageLimit,
} from '@waypost/protocol'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { actOf, actorOf } from '../format/audit.ts'
import { sizeOf } from '../format/size.ts'
import { timeAgo } from '../format/time.ts'
import { Listing } from '../page/topics/Listing.tsx'
import { Loading } from '../page/topics/Loading.tsx'
import { TimeAgo } from '../page/topics/TimeAgo.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { useLoaded } from '../page/topics/use-loaded.ts'
import { usePages } from '../page/topics/use-pages.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n, region } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './Admin.module.css'
import { adminMarks, adminPeople, adminPerson, adminStorageLimit } from './en.ts'
import { Facts } from './operation/Facts.tsx'
import { bytesOf, inGiga } from './operation/gigabytes.ts'
import { PersonActs } from './PersonActs.tsx'
import { SearchField } from './SearchField.tsx'

const messages = i18n('admin-people', adminPeople)

/** `#admin/people`: the list; `#admin/people/<iden>`: one person. */
export function People({ item }: { item: string | undefined }) {
  return item === undefined ? <PeopleList /> : <OnePerson key={item} iden={item} />
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
      <Row as="search" gap={3} align="stretch" wrap className={styles.filters}>
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
      </Row>
      <p role="status" className={topic.lead}>
        {total !== undefined && (total === 0 ? t.noneFound : t.total(total))}
      </p>
      <Listing pages={pages}>
        {(items) => (
          <Stack as="ul" className={styles.list}>
            {items.map((person) => (
              <li key={person.iden}>
                <a href={hrefOf('admin', `people/${person.iden}`)} className={styles.person}>
                  <Avatar name={person.name || person.email} seed={person.email} image={person.image_url} />
                  <Stack as="span" grow>
                    <span className={styles.name} dir="auto">
                      {person.name || person.email}
                    </span>
                    <span className={styles.line}>{lineOf(person)}</span>
                  </Stack>
                  <Marks person={person} />
                </a>
              </li>
            ))}
          </Stack>
        )}
      </Listing>
    </Topic>
  )
}

const markNames = i18n('admin-marks', adminMarks)

function Marks({ person }: { person: Person }) {
  const t = useStore(markNames)
  return (
    <Row as="span" gap={1} align="stretch" wrap>
      {person.suspended !== undefined && (
        <span className={styles.mark} data-kind="danger">
          {t.suspended}
        </span>
      )}
      {person.admin ? (
        <span className={styles.mark}>{t.admin}</span>
      ) : (
        person.plan !== 'free' && <span className={styles.mark}>{t.pro}</span>
      )}
    </Row>
  )
}

const personWords = i18n('admin-person', adminPerson)

/** How many entries of the audit log are shown here; the full list is in the audit log. */
const entriesShown = 10

/** `#admin/people/<iden>`. */
function OnePerson({ iden }: { iden: string }) {
  const t = useStore(personWords)
  const load = useCallback(
    async (session: Session) => {
      const person = await session.call(getPerson, { iden })
      const { entries } = await session.call(listAuditEntries, { search: person.email, limit: entriesShown })
      return { person, entries: entries.filter(({ about }) => about === person.email) }
    },
    [iden],
  )
  const [loaded, reload] = useLoaded(load)
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
          <Stack gap={6} className={styles.sections}>
            <Row as="header" gap={4}>
              <Avatar name={person.name || person.email} seed={person.email} image={person.image_url} size={64} />
              <Stack grow>
                <h2 className={styles.personName} dir="auto">
                  {person.name || person.email}
                </h2>
                <Marks person={person} />
              </Stack>
            </Row>
            <AboutAccount person={person} />
            <StorageLimit person={person} onDone={reload} />
            <PersonActs person={person} onDone={reload} />
            <Topic title={t.done}>
              {entries.length === 0 ? (
                <p className={topic.lead}>{t.nothing}</p>
              ) : (
                <Stack as="ul" gap={2} className={styles.entries}>
                  {entries.map((entry) => (
                    <li key={entry.iden}>
                      {wordsOf(entry)} · <TimeAgo time={entry.created} />
                    </li>
                  ))}
                </Stack>
              )}
            </Topic>
          </Stack>
        )}
      </Loading>
    </>
  )
}

function AboutAccount({ person }: { person: Person }) {
  const t = useStore(personWords)
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

const limitWords = i18n('admin-storage-limit', adminStorageLimit)

function StorageLimit({ person, onDone }: { person: Person; onDone: () => void }) {
  const t = useStore(limitWords)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const { busy, trouble, touch, run } = useSubmit()
  const own = person.own_storage_limit === true
  const current = own ? inGiga(person.storage_limit ?? null) : ''
  const text = typed ?? current

  const store = (bytes: number | undefined) =>
    run(
      async () => {
        await session.call(setStorageLimit, { iden: person.iden, ...(bytes !== undefined && { bytes }) })
        setTyped(undefined)
        onDone()
      },
      bytes === undefined ? t.usual : t.saved,
    )

  function submit() {
    const bytes = bytesOf(text)
    setWrong(bytes === undefined ? t.invalid : undefined)
    if (bytes === undefined) field.current?.focus()
    else void store(bytes)
  }

  return (
    <Topic title={t.title} lead={own ? t.own : t.planned}>
      <TopicForm
        label={t.save}
        kind="secondary"
        busy={busy}
        unavailable={text === current}
        buttons={
          own && (
            <Button kind="quiet" onClick={() => void store(undefined)}>
              {t.back}
            </Button>
          )
        }
        onSubmit={submit}
      >
        <TextField
          ref={field}
          label={t.limit}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={wrong ?? trouble}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(undefined)
            touch()
          }}
        />
      </TopicForm>
    </Topic>
  )
}
