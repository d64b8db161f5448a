import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { open, type Section } from '../../route.ts'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { Tabs } from '../../ui/inputs/Tabs.tsx'
import { PaneHeader, PaneTitle } from '../shell/PaneHeader.tsx'
import { TabLinks } from './SideTabs.tsx'
import styles from './TabbedPane.module.css'

interface TabbedPaneProps {
  section: Section
  title: string
  /** The accessible name of the tab list. */
  label: string
  /** The screen of a tab may be loaded when it is first shown. */
  tabs: readonly { key: string; label: string; screen: () => ReactNode }[]
  /** Without it, a narrow page lists all tabs, and a wide one is empty. */
  current: string | undefined
  /** Whether a tab may use the whole width, e.g. for tables. */
  wide?: boolean
}

/** The tabs of a section and the open one. With one column, either the list of the tabs or the open one. */
export function TabbedPane({ section, title, label, tabs, current, wide = false }: TabbedPaneProps) {
  const narrow = useStore($oneColumn)
  if (narrow && current === undefined) return <TabLinks section={section} label={label} tabs={tabs} />
  const tab = tabs.find(({ key }) => key === current)
  if (!tab) return null
  return (
    <div className={styles.pane}>
      {narrow ? (
        <PaneHeader section={section}>
          <PaneTitle page>{tab.label}</PaneTitle>
        </PaneHeader>
      ) : (
        <header className={styles.header}>
          <h1 className={styles.title} tabIndex={-1} data-title="">
            {title}
          </h1>
        </header>
      )}
      <Tabs
        label={label}
        tabs={tabs}
        current={tab.key}
        onSelect={(key, by) => open(section, key, { replace: by === 'keys' })}
        alone={narrow}
      >
        <div key={tab.key} className={styles.body} data-tab-body="" data-wide={wide || undefined}>
          <Suspense fallback={<Spinner label={tab.label} />}>{tab.screen()}</Suspense>
        </div>
      </Tabs>
    </div>
  )
}
