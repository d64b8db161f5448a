import { useStore } from '@nanostores/react'
import type { RemoteDevice } from '@waypost/client/remote-files'
import { ArrowUp, LayoutGrid, List } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { $oneColumn } from '../browser/media.ts'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { folderItem, hrefOf } from '../route.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { remoteHeader } from './en.ts'
import styles from './FolderHeader.module.css'
import type { Crumb } from './names.ts'

const messages = i18n('remote-header', remoteHeader)

export type View = 'grid' | 'list'

interface FolderHeaderProps {
  device: RemoteDevice
  crumbs: readonly Crumb[]
  parent: string | undefined
  view: View
  onOpen: (path: string) => void
  onView: (view: View) => void
}

/** The breadcrumbs of the open folder, and the switch between grid and list. */
export function FolderHeader({ device, crumbs, parent, view, onOpen, onView }: FolderHeaderProps) {
  const t = useStore(messages)
  const narrow = useStore($oneColumn)
  const above = crumbs.slice(0, -1)
  const here = crumbs.at(-1)?.name ?? t.home
  const up = (
    <IconButton label={t.up} unavailable={parent === undefined} onClick={() => parent !== undefined && onOpen(parent)}>
      <ArrowUp size={20} aria-hidden="true" />
    </IconButton>
  )
  const list = useRef<HTMLOListElement>(null)
  const path = crumbs.at(-1)?.path
  // Scroll to the end: the nearest folders are used most.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another folder opens
  useLayoutEffect(() => {
    const element = list.current
    // In right-to-left layouts scrollLeft is negative.
    if (element) element.scrollLeft = element.scrollWidth * (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
  }, [path])

  function follow(event: MouseEvent, to: string) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(to)
  }

  return (
    <PaneHeader
      section="remotefiles"
      picture={!narrow && up}
      end={
        <>
          {narrow && up}
          <fieldset className={styles.views}>
            <legend className="hidden-words">{t.view}</legend>
            <ViewButton view="list" label={t.list} current={view} onView={onView} />
            <ViewButton view="grid" label={t.grid} current={view} onView={onView} />
          </fieldset>
        </>
      }
    >
      {!narrow && above.length > 0 && (
        <nav aria-label={t.folders} className={styles.above}>
          <ol ref={list} className={styles.crumbs}>
            {above.map(({ name, path }) => (
              <Row key={path} as="li" className={styles.crumb}>
                <a
                  href={hrefOf('remotefiles', folderItem(device.iden, path))}
                  className={styles.link}
                  dir="auto"
                  onClick={(event) => follow(event, path)}
                >
                  {name ?? t.home}
                </a>
                <span aria-hidden="true" className={styles.slash}>
                  /
                </span>
              </Row>
            ))}
          </ol>
        </nav>
      )}
      <PaneTitle>{here}</PaneTitle>
    </PaneHeader>
  )
}

interface ViewButtonProps {
  view: View
  label: string
  current: View
  onView: (view: View) => void
}

function ViewButton({ view, label, current, onView }: ViewButtonProps) {
  const Icon = view === 'grid' ? LayoutGrid : List
  return (
    <label className={styles.view} title={label}>
      <input type="radio" name="remote-files-view" checked={view === current} onChange={() => onView(view)} />
      <Icon size={18} aria-hidden="true" />
      <span className="hidden-words">{label}</span>
    </label>
  )
}
