// Searches messages for the typed text, and lists the results below the matching targets.

import { useStore } from '@nanostores/react'
import type { FoundMessages } from '@waypost/client/search'
import type { FoundText, TextSearch } from '@waypost/client/search/text-search'
import { type ContentKind, type Push, readQuery, type SearchQuery } from '@waypost/protocol'
import { MessageSquare } from 'lucide-react'
import { atom } from 'nanostores'
import { type MouseEvent, memo, Suspense, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { $today } from '../../browser/clock.ts'
import { nameOf } from '../../format/names.ts'
import { clockOf, shortTimeOf } from '../../format/time.ts'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { useFocusKept, useListFocus } from '../../ui/accessibility/focus.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import list from '../../ui/lists/List.module.css'
import { ListItem } from '../../ui/lists/ListItem.tsx'
import { foundList, searchFilters } from './en.ts'
import styles from './Found.module.css'
import { filtersIn, nameBegun, withContent, withName, withoutFilter } from './filters.ts'
import { openMessage, useFoundMessages } from './found-messages.ts'
import { Snippet } from './Snippet.tsx'
import { nameMarked, snippetOf } from './snippet.ts'

const FoundTexts = lazily(async () => (await import('./FoundTexts.tsx')).FoundTexts)

interface MessageSearchProps {
  query: string
  /** Whether nothing else was found. */
  alone: boolean
  /** It also moves the focus to the field. */
  onText: (text: string) => void
  /** Called with the number of results, and whether more may be coming. */
  onFound: (count: number, searching: boolean) => void
}

export const MessageSearch = memo(function MessageSearch({ query, alone, onText, onFound }: MessageSearchProps) {
  const { found: latest, more } = useFoundMessages(query)
  // Drawing the results must not delay typing.
  const found = useDeferredValue(latest)
  const texts = useFoundTexts(query)
  const searching = found.state === 'searching' || found.q !== query.trim()
  const count = found.pushes.length + texts.length
  // Nothing was found, but not everything has been searched.
  const isUnknown = count === 0 && found.partial === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is something to report
  useEffect(() => onFound(count, searching || isUnknown), [count, searching, isUnknown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is left
  useEffect(() => () => onFound(0, true), [])
  return (
    <>
      <FoundList found={found} text={query} alone={alone} onMore={more} onText={onText} />
      {texts.length > 0 && (
        <Suspense>
          <FoundTexts found={texts} query={query} />
        </Suspense>
      )}
    </>
  )
})

const messages = i18n('found-list', foundList)

interface FoundListProps {
  found: FoundMessages
  text: string
  /** Whether nothing else was found; something else reports that. */
  alone: boolean
  onMore: () => void
  onText: (text: string) => void
}

const FoundList = memo(function FoundList({ found, text, alone, onMore, onText }: FoundListProps) {
  const t = useStore(messages)
  const session = useSession()
  const id = useId()
  const { q, pushes, state, more, indexed, partial, isCut } = found
  const query = useMemo(() => readQuery(q, { at: Date.now(), zone: 0 }), [q])
  const focus = useListFocus(
    pushes.map(({ iden }) => iden),
    undefined,
  )
  const rows = useRef<HTMLUListElement>(null)
  // The button disappears once there are no earlier results. Setting the unchanged text just moves the focus to the field.
  const kept = useFocusKept(() => {
    const last = rows.current?.querySelector<HTMLElement>('li:last-child [data-row]')
    if (last) last.focus()
    else onText(text)
  })
  if (state === 'nothing') return null
  const filters = filtersIn(q)
  const open = (push: Push) => (event: MouseEvent) => {
    // With these keys, the link opens its own window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openMessage(session, push)
  }
  return (
    <section aria-labelledby={id} {...focus.list}>
      <h2 id={id} className={list.group}>
        {t.heading}
      </h2>
      <Filters text={text} onText={onText} />
      {state === 'kept' && <p className={styles.note}>{pushes.length > 0 ? t.kept : t.keptNone}</p>}
      {state === 'failed' && <p className={styles.note}>{t.failed}</p>}
      {indexed !== undefined && <p className={styles.note}>{t.indexed({ percent: Math.floor(indexed * 100) })}</p>}
      {isCut && <p className={styles.note}>{t.cut}</p>}
      {partial && (
        <p className={styles.note} role="status">
          {more ? t.partial : t.partialEnd}
        </p>
      )}
      {state === 'searching' && pushes.length === 0 && <p className={`${styles.note} ${styles.searching}`}>{t.searching}</p>}
      {state === 'done' && pushes.length === 0 && !partial && !(alone && filters.length === 0) && (
        <div className={styles.note} role="status">
          <p>{t.none}</p>
          {filters.map((filter) => (
            <Button key={filter} kind="quiet" onClick={() => onText(withoutFilter(q, filter))}>
              {t.drop({ filter })}
            </Button>
          ))}
        </div>
      )}
      <ul ref={rows} className={list.rows}>
        {pushes.map((push) => (
          <FoundItem
            key={push.iden}
            push={push}
            query={query}
            tabIndex={focus.stop === push.iden ? 0 : -1}
            onFocus={() => focus.onFocus(push.iden)}
            onPress={open(push)}
          />
        ))}
      </ul>
      {more && (
        <div className={styles.more} {...kept}>
          <Button kind="quiet" onClick={onMore}>
            {partial ? t.searchOn : t.more}
          </Button>
        </div>
      )}
    </section>
  )
})

interface FoundItemProps {
  push: Push
  query: SearchQuery
  tabIndex: 0 | -1
  onFocus: () => void
  onPress: (event: MouseEvent) => void
}

function FoundItem({ push, query, tabIndex, onFocus, onPress }: FoundItemProps) {
  const t = useStore(messages)
  const { target: targets } = useSession()
  const today = useStore($today)
  const target = targets.of(push)
  const name = target ? nameOf(target) : (push.sender_name ?? '')
  const words = push.direction === 'outgoing' ? t.you({ name }) : name
  const created = push.created * 1_000
  return (
    <ListItem
      href={target ? hrefOf(targets.sectionOf(target), target.key) : hrefOf('people')}
      picture={target ? <TargetAvatar target={target} /> : <Avatar name={name} seed={name} glyph={<MessageSquare />} />}
      name={<Snippet {...nameMarked(words, name, query)} />}
      line={<Snippet {...snippetOf(push, query)} />}
      time={
        <time dateTime={new Date(created).toISOString()} title={clockOf(created, today)}>
          {shortTimeOf(created, today)}
        </time>
      }
      tabIndex={tabIndex}
      onFocus={onFocus}
      onPress={onPress}
    />
  )
}

const filterMessages = i18n('search-filters', searchFilters)

const kinds: readonly ContentKind[] = ['link', 'file', 'image', 'list']
const mostNames = 5

/** @param onText also moves the focus to the end of the field */
function Filters({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useStore(filterMessages)
  const { target } = useSession()
  const begun = nameBegun(text)
  if (begun !== undefined) {
    const all = [...target.$people.get(), ...target.$devices.get(), ...target.$following.get(), ...target.$sources.get()]
    const names = (begun === '' ? all : target.search(begun).map((each) => each.target)).slice(0, mostNames).map(nameOf)
    if (names.length === 0) return null
    return (
      <fieldset className={styles.filters} aria-label={t.names}>
        {[...new Set(names)].map((name) => (
          <button key={name} type="button" className={styles.filter} onClick={() => onText(withName(text, name))}>
            <bdi>{name}</bdi>
          </button>
        ))}
      </fieldset>
    )
  }
  const typed = filtersIn(text).map((each) => each.toLowerCase())
  const begin = (filter: string) => () => onText(`${text.trim()} ${filter}`.trim())
  return (
    <fieldset className={styles.filters} aria-label={t.label}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.filter}
          aria-pressed={typed.includes(`has:${kind}`)}
          onClick={() => onText(withContent(text, kind))}
        >
          {t[kind]}
        </button>
      ))}
      <button type="button" className={styles.filter} onClick={begin('from:')}>
        {t.from}
      </button>
      <button type="button" className={styles.filter} onClick={begin('after:')}>
        {t.after}
      </button>
    </fieldset>
  )
}

const $nothing = atom<readonly FoundText[]>([])

function useFoundTexts(query: string): readonly FoundText[] {
  const session = useSession()
  const hasPhone = useStore(session.device.$all).some((device) => device.has_sms)
  const [search, setSearch] = useState<TextSearch>()
  useEffect(() => {
    if (!hasPhone) return
    let opened: TextSearch | undefined
    let isLeft = false
    void Promise.all([import('../../session/session-sms.ts'), import('@waypost/client/search/text-search')]).then(
      ([{ smsOf }, { openTextSearch }]) => {
        if (isLeft) return
        opened = openTextSearch(smsOf(session), () => ({ at: Date.now(), zone: -new Date().getTimezoneOffset() }))
        setSearch(opened)
      },
      // If this code can't be loaded, only other messages are found; the next search retries.
      () => {},
    )
    return () => {
      isLeft = true
      opened?.close()
    }
  }, [session, hasPhone])
  useEffect(() => search?.ask(query), [search, query])
  return useStore(search?.$found ?? $nothing)
}
