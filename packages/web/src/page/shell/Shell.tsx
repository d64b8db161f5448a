// Lays out the main page: sections, list and main pane.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { isList, type Place } from '../../route.ts'
import { Frame } from '../Frame.tsx'
import { $uncovered } from '../touch/uncovered.ts'
import { useRouteFocus } from './focus.ts'
import { BottomBar, Minibar } from './Minibar.tsx'
import styles from './Shell.module.css'
import { Splitter, useSideWidth } from './Splitter.tsx'
import { sectionNames } from './section-names.ts'

interface ShellProps {
  place: Place
  header: (title?: string) => ReactNode
  /** The list of the section at a place; without it, the main pane has the whole width. */
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
        {!narrow && sidebar && <Splitter width={side} onWidth={setSide} />}
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
