import { useStore } from '@nanostores/react'
import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { sectionNames } from '../page/shell/sections.ts'
import { isOpen, open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { useAnnouncedCount } from '../ui/accessibility/announce.ts'
import { focusMain, moveFocus } from '../ui/accessibility/focus.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import list from '../ui/lists/List.module.css'
import { searchWords } from './en.ts'
import styles from './Sidebar.module.css'
import { type TargetGroup, TargetList } from './TargetList.tsx'

const MessageSearch = lazily(async () => (await import('./found/MessageSearch.tsx')).MessageSearch, { soon: true })

export const messages = i18n('search', searchWords)

const notSearched = { messages: 0, searching: true }

interface SearchBoxProps {
  /** Shown while the field is empty. */
  children?: ReactNode
  current?: string | undefined
  /** Called when a result was chosen, or the search was left. */
  onDone?: () => void
  /** Whether it is in a dialog, which focuses the field. */
  inDialog?: boolean
}

/** A search field over the targets of all sections, with the results. */
export function SearchBox({ children, current, onDone, inDialog }: SearchBoxProps) {
  const t = useStore(messages)
  const { query, setQuery, later, groups, targets, searching, nothing, onFound } = useSearching()
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const toField = useCallback(() => input.current?.focus(), [])
  const write = useCallback(
    (text: string) => {
      setQuery(text)
      toField()
    },
    [setQuery, toField],
  )

  function leave() {
    setQuery('')
    onDone?.()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (query) setQuery('')
      else if (onDone) onDone()
      else focusMain()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      const row = searching ? 'a[data-row]' : 'a[data-row][tabindex="0"]'
      place.current?.querySelector<HTMLElement>(row)?.focus()
    } else if (event.key === 'Enter' && searching) {
      // The dialog returns the focus to its button, which the same key must not press.
      event.preventDefault()
      const [first] = groups
      const key = first?.items[0]?.target.key
      if (!first || key === undefined) {
        place.current?.querySelector<HTMLElement>('a[data-row]')?.click()
        return
      }
      const already = isOpen(first.section, key)
      open(first.section, key)
      leave()
      // The place is already open, so nothing takes the focus; a dialog first returns it to its opener.
      if (already) requestAnimationFrame(focusMain)
    }
  }

  return (
    <div className={styles.search}>
      <search className={styles.field}>
        <TextField
          ref={input}
          label={t.label}
          hideLabel
          type="search"
          placeholder={t.label}
          value={query}
          data-search=""
          {...(inDialog && { 'data-first': '' })}
          autoComplete="off"
          trailing={<kbd className={styles.keys}>{t.keys}</kbd>}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </search>
      <div ref={place} className={list.results}>
        {!searching && children}
        {nothing && (
          <p className={styles.none} role="status" dir="auto">
            {t.none({ query: query.trim() })}
          </p>
        )}
        {searching && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it handles clicks on links inside
          <div
            onKeyDownCapture={(event) => {
              // The arrow keys move through targets and messages as if they were one list.
              if (event.key.startsWith('Arrow') && moveFocus(event, toField)) event.stopPropagation()
            }}
            onClick={(event) => {
              const followed = event.target instanceof Element && event.target.closest('a')
              if (followed && !event.ctrlKey && !event.metaKey && !event.shiftKey) leave()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              write('')
            }}
          >
            <TargetList groups={groups} current={current} onUp={toField} />
            <Suspense>
              <MessageSearch query={later} alone={targets === 0} onText={write} onFound={onFound} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

function useSearching() {
  const [query, setQuery] = useState('')
  const groups = useFound(query)
  const [found, setFound] = useState(notSearched)
  const searching = query.trim() !== ''
  const targets = groups.reduce((sum, group) => sum + group.items.length, 0)
  const count = searching && !found.searching ? targets + found.messages : undefined
  useAnnouncedCount(count)
  return {
    query,
    setQuery,
    // A typed letter is drawn before messages are searched for it. The props of the rest never change, so nothing else re-renders.
    later: useDeferredValue(query),
    groups,
    targets,
    searching,
    nothing: count === 0,
    onFound: useCallback((messages: number, searching: boolean) => setFound({ messages, searching }), []),
  }
}

/** The section with the best match first. */
function useFound(query: string): TargetGroup[] {
  const t = useStore(sectionNames)
  const { target } = useSession()
  const people = useStore(target.$people)
  const devices = useStore(target.$devices)
  const following = useStore(target.$following)
  const sources = useStore(target.$sources)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the searched lists
  const found = useMemo(() => target.search(query), [target, query, people, devices, following, sources])
  return useMemo(() => {
    const sections = [...new Set(found.map(({ section }) => section))]
    return sections.map((section) => ({ section, label: t[section], items: found.filter((each) => each.section === section) }))
  }, [found, t])
}

/** The button that opens the search in a dialog, for narrow sidebars. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useStore(messages)
  return (
    <IconButton label={t.label} className={styles.searchButton ?? ''} onClick={onOpen}>
      <SearchIcon size={20} aria-hidden="true" />
    </IconButton>
  )
}

/** For the key `/`: focuses the field if it is visible, else opens the dialog. */
export function focusSearch(openDialog: () => void): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  if (field?.checkVisibility()) {
    field.focus()
    field.select()
  } else openDialog()
}
