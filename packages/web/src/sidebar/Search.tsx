// Searches the targets of all sections, in the sidebar or in a dialog.

import { useStore } from '@nanostores/react'
import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { sectionNames } from '../page/shell/section-names.ts'
import { isOpen, open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { useAnnouncedCount } from '../ui/accessibility/announce-count.ts'
import { focusMain } from '../ui/accessibility/focus-main.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n, params } from '../ui/language.ts'
import list from '../ui/lists/List.module.css'
import styles from './Sidebar.module.css'
import { type TargetGroup, TargetList } from './TargetList.tsx'

const messages = i18n('search', {
  label: 'Search',
  keys: '/',
  none: params('No matches for "{query}"'),
})

interface SearchBoxProps {
  /** Shown while the field is empty. */
  children?: ReactNode
  current?: string | undefined
  /** Called when a result was chosen, or the search was left. */
  onDone?: () => void
  /** In a dialog, which focuses the field. */
  inDialog?: boolean
}

/** A search field over the targets of all sections, with the results. */
export function SearchBox({ children, current, onDone, inDialog }: SearchBoxProps) {
  const t = useStore(messages)
  const [query, setQuery] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const groups = useFound(query)
  const searching = query.trim() !== ''
  const found = groups.reduce((sum, group) => sum + group.items.length, 0)
  useAnnouncedCount(searching ? found : undefined)

  function leave() {
    setQuery('')
    onDone?.()
  }

  function toField() {
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (query) setQuery('')
      else if (onDone) onDone()
      else focusMain()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      const row = searching ? 'a[data-row]' : 'a[data-row][tabindex="0"]'
      place.current?.querySelector<HTMLElement>(row)?.focus()
    } else if (event.key === 'Enter') {
      const first = groups[0]
      if (!searching || !first?.items[0]) return
      // The dialog returns the focus to its button, which the same key must not press.
      event.preventDefault()
      const { key } = first.items[0].target
      const already = isOpen(first.section, key)
      open(first.section, key)
      leave()
      // The place is open already, so nothing takes the focus; a dialog first returns it to its opener.
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
        {searching && found === 0 && (
          <p className={styles.none} role="status" dir="auto">
            {t.none({ query: query.trim() })}
          </p>
        )}
        {searching && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it handles clicks on links inside
          <div
            onClick={(event) => {
              const followed = event.target instanceof Element && event.target.closest('a')
              if (followed && !event.ctrlKey && !event.metaKey && !event.shiftKey) leave()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              setQuery('')
              toField()
            }}
          >
            <TargetList groups={groups} current={current} onUp={toField} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The matches of a query by section; the section with the best match comes first. */
function useFound(query: string): TargetGroup[] {
  const t = useStore(sectionNames)
  const { target } = useSession()
  const people = useStore(target.$people)
  const devices = useStore(target.$devices)
  const following = useStore(target.$following)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is searched
  const found = useMemo(() => target.search(query), [target, query, people, devices, following])
  const sections = [...new Set(found.map(({ section }) => section))]
  return sections.map((section) => ({ section, label: t[section], items: found.filter((each) => each.section === section) }))
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

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(messages)
  return (
    <Dialog title={t.label} onClose={onClose}>
      <div className={styles.dialog}>
        <SearchBox inDialog onDone={onClose} />
      </div>
    </Dialog>
  )
}

/** The key `/`: focuses the field if it is visible, else opens the dialog. */
export function focusSearch(openDialog: () => void): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  if (field?.checkVisibility()) {
    field.focus()
    field.select()
  } else openDialog()
}
