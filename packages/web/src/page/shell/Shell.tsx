import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { folderPlaceOf, hrefOf, isList, isOpen, type Place, placeOf, type Section } from '../../route.ts'
import { focusMain } from '../../ui/accessibility/focus.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Frame } from '../Frame.tsx'
import { $uncovered } from '../touch/uncovered.ts'
import { BottomBar, Minibar } from './Minibar.tsx'
import styles from './Shell.module.css'
import { sectionNames } from './sections.ts'
import { useSideWidth } from './side-width.ts'

const Splitter = lazily(async () => (await import('./Splitter.tsx')).Splitter, { later: true, spare: true, waiting: () => null })

interface ShellProps {
  place: Place
  header: (title?: string) => ReactNode
  /** Without it, the main pane has the whole width. */
  sidebar: (place: Place) => ReactNode
  main: ReactNode
  notice?: ReactNode
  status: { text: string; good: boolean } | undefined
}

/** The main page: sections, the list of the open section, and the open item. With one column, either the list or the item. */
export function Shell({ place, header, sidebar: sidebarAt, main, notice, status }: ShellProps) {
  const t = useStore(sectionNames)
  const narrow = useStore($oneColumn)
  const thread = !isList(place)
  useRouteFocus(place)
  const list = narrow && !thread
  const sidebar = sidebarAt(place)
  const uncovered = useStore($uncovered) && narrow && thread
  const [side, setSide] = useSideWidth()
  const width = side === undefined ? undefined : ({ '--side': `${side}px` } as React.CSSProperties)
  // The open item keeps its place in the element tree when the window becomes narrow or wide, e.g. when a phone is turned, so it keeps
  // its state.
  return (
    <Frame
      fixed
      status={status}
      notice={notice}
      header={list ? header(t[place.section]) : !narrow && header()}
      bottom={list && <BottomBar current={place.section} />}
    >
      <div className={narrow ? styles.column : styles.panes} data-wide={!sidebar || undefined} style={width}>
        {!narrow && <Minibar current={place.section} />}
        {!narrow && sidebar && (
          <nav aria-label={t[place.section]} className={styles.side}>
            {sidebar}
          </nav>
        )}
        {!narrow && sidebar && (
          <Suspense fallback={null}>
            <Splitter width={side} onWidth={setSide} />
          </Suspense>
        )}
        {uncovered && (
          <div inert className={styles.under}>
            {header(t[place.section])}
            <div className={styles.single} data-level="list">
              {sidebarAt({ section: place.section })}
            </div>
            <BottomBar current={place.section} />
          </div>
        )}
        <main
          id="main"
          tabIndex={-1}
          className={narrow ? styles.single : styles.main}
          data-level={narrow ? (list ? 'list' : 'thread') : undefined}
        >
          {list ? (
            <>
              <h1 className="hidden-words" tabIndex={-1} data-title="">
                {t[place.section]}
              </h1>
              {sidebar}
            </>
          ) : (
            main
          )}
        </main>
      </div>
    </Frame>
  )
}

const tabbed: readonly Section[] = ['settings', 'admin']

/**
 * Moves the focus when another place opens: to the form, or to the title on touch screens; back in a list, to the item that was open. The
 * first page doesn't move it.
 */
function useRouteFocus(place: Place): void {
  const { section, item } = place
  const before = useRef<Place>(undefined)
  useEffect(() => {
    const from = before.current
    before.current = { section, item } as Place
    if (!from || (from.section === section && from.item === item)) return
    // Between the tabs of a section the focus stays in the tab list.
    if (tabbed.includes(section) && from.section === section && !$oneColumn.get()) return
    // Between folders of a device, the file list moves the focus.
    if (section === 'remotefiles' && from.section === section && deviceOf(from.item) === deviceOf(item) && item !== undefined)
      return
    // Places that redirect at once don't move the focus.
    const frame = requestAnimationFrame(() => {
      const list = $oneColumn.get() && isList({ section, ...(item !== undefined && { item }) })
      const opened = from.section === 'remotefiles' ? deviceOf(from.item) : from.item
      const row = list && opened !== undefined && find(`a[href="${CSS.escape(hrefOf(section, opened))}"]`)
      if (row) row.focus()
      else if (list) find('main [data-title]')?.focus()
      else focusMain()
    })
    return () => cancelAnimationFrame(frame)
  }, [section, item])

  // A link to the open place doesn't change the address but moves the focus.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row]') : null
      const linked = link && placeOf(link.hash)
      if (linked?.item !== undefined && isOpen(linked.section, linked.item) && !tabbed.includes(linked.section)) focusMain()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

const deviceOf = (item: string | undefined): string | undefined => folderPlaceOf(item).device

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

/** The frame of `/chat`: one conversation without header and lists. */
export function ChatWindow({ status, children }: { status: { text: string; good: boolean } | undefined; children: ReactNode }) {
  return (
    <Frame fixed status={status}>
      <main id="main" tabIndex={-1} className={styles.chat}>
        {children}
      </main>
    </Frame>
  )
}
