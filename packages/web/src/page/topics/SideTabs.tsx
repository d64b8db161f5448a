import { useStore } from '@nanostores/react'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { hrefOf, open, type Section } from '../../route.ts'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import list from '../../ui/lists/List.module.css'
import { PaneHeader, PaneTitle } from '../shell/PaneHeader.tsx'
import styles from './SideTabs.module.css'

interface SideTab {
  key: string
  label: string
  Icon?: LucideIcon
}

interface SideTabListProps {
  section: Section
  /** The accessible name of the list. */
  label: string
  tabs: readonly Required<SideTab>[]
  current: string | undefined
}

// The list and the panel are in different panes, so their ids come from the section.
const tabId = (section: Section, key: string) => `${section}-tab-${key}`
const panelId = (section: Section) => `${section}-panel`

/** The topics of a section: a vertical tab list with one Tab stop, or a list of links with one column. */
export function SideTabList({ section, label, tabs, current }: SideTabListProps) {
  const narrow = useStore($oneColumn)
  if (narrow) return <TabLinks section={section} label={label} tabs={tabs} />

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = tabs.findIndex(({ key }) => key === current)
    const last = tabs.length - 1
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    document.getElementById(tabId(section, next.key))?.focus()
    open(section, next.key, { replace: true })
  }

  return (
    <div className={list.scroller} data-region="sidebar">
      <Stack role="tablist" aria-label={label} aria-orientation="vertical" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: words, Icon }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={tabId(section, key)}
            aria-selected={key === current}
            {...(key === current && { 'aria-controls': panelId(section) })}
            tabIndex={key === (current ?? tabs[0]?.key) ? 0 : -1}
            title={words}
            className={styles.tab}
            onClick={() => open(section, key)}
          >
            <Icon size={20} aria-hidden="true" />
            <span className={styles.words}>{words}</span>
          </button>
        ))}
      </Stack>
    </div>
  )
}

/** The topics of a section, as a list of links. */
export function TabLinks({ section, label, tabs }: { section: Section; label: string; tabs: readonly SideTab[] }) {
  return (
    <nav aria-label={label} className={styles.drill}>
      <ul>
        {tabs.map(({ key, label: words, Icon }) => (
          <li key={key}>
            <a href={hrefOf(section, key)} className={styles.drillLink}>
              {Icon && <Icon size={20} aria-hidden="true" />}
              <span className={styles.words}>{words}</span>
              <ChevronRight size={20} aria-hidden="true" className={styles.further} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SideTabPanelProps {
  section: Section
  tab: { key: string; label: string }
  children: ReactNode
}

/** The open topic, with its name as the pane's title. Its contents may be loaded when it is opened. */
export function SideTabPanel({ section, tab: { key, label }, children }: SideTabPanelProps) {
  const narrow = useStore($oneColumn)
  const panel = { role: 'tabpanel', id: panelId(section), 'aria-labelledby': tabId(section, key), tabIndex: -1 }
  return (
    <div className={styles.pane}>
      <PaneHeader section={section}>
        <PaneTitle page>{label}</PaneTitle>
      </PaneHeader>
      <div {...(!narrow && panel)} className={styles.panel}>
        <div key={key} className={styles.body} data-tab-body="" data-titled="">
          <Suspense fallback={<Spinner label={label} />}>{children}</Suspense>
        </div>
      </div>
    </div>
  )
}
