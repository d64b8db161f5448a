import { useStore } from '@nanostores/react'
import { hasThumbnail, type RemoteFolder, type Thumbnail, thumbnailKey } from '@waypost/client/remote-files'
import type { RemoteFile } from '@waypost/protocol'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { $touch } from '../browser/media.ts'
import { sizeOf } from '../format/size.ts'
import { shortDay } from '../format/time.ts'
import { i18n } from '../ui/language.ts'
import { remoteFilesList } from './en.ts'
import { FilePicture } from './FilePicture.tsx'
import styles from './Files.module.css'
import type { View } from './FolderHeader.tsx'
import { edge, useOpened, useRows } from './file-rows.ts'
import { indexAfterKey, type Layout, openTypeAhead } from './keyboard.ts'
import { shownName } from './names.ts'
import { useRemoteFiles } from './session-remote-files.ts'

const messages = i18n('remote-files-list', remoteFilesList)

/** Sizes in pixels. `tile` is the minimum width; there are at least two columns. */
const tileWidth = 132
const tileHeight = 136
const lineHeight = 36
const touchLineHeight = 48

interface FilesProps {
  device: string
  folder: RemoteFolder
  view: View
  name: string
  inert: boolean
  /** Called when the last loaded file becomes visible. */
  onEnd: () => void
  onOpen: (file: RemoteFile) => void
}

/** The files of a folder, as a grid or list. Only visible files are in the DOM. */
export function Files({ device, folder, view, name, inert, onEnd, onOpen }: FilesProps) {
  const t = useStore(messages)
  const touch = useStore($touch)
  const { files } = folder
  const size = Math.max(files.length, folder.total ?? 0)
  const { scroller, columns } = useColumns(view)
  const rowHeight = view === 'grid' ? tileHeight : touch ? touchLineHeight : lineHeight
  const { virtualizer, stop, show, focusFile, onFocus, onBlur } = useRows({ count: files.length, columns, rowHeight, scroller })
  useOpened(folder, show)
  const onKeyDown = useKeys({ folder, columns, rowHeight, scroller, focusFile })

  const range = virtualizer.range
  const inSight = inert || !range ? none : files.slice(range.startIndex * columns, (range.endIndex + 1) * columns)
  const thumbnails = useThumbnails(device, inSight)
  const atEnd = !inert && folder.next !== undefined && range !== null && (range.endIndex + 1) * columns >= files.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the end becomes visible
  useEffect(() => {
    if (atEnd) onEnd()
  }, [atEnd, files.length])

  return (
    <div ref={scroller} className={`scroller ${styles.scroller}`} data-view={view} inert={inert}>
      <ul
        aria-label={t.files({ name })}
        className={styles.files}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => onFocus(Number((target as HTMLElement).dataset.file))}
        onBlur={onBlur}
      >
        {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
          files.slice(row * columns, (row + 1) * columns).map((file, column) => {
            const index = row * columns + column
            return (
              <li
                key={file.path}
                aria-posinset={index + 1}
                aria-setsize={size}
                className={styles.place}
                style={{
                  insetBlockStart: start,
                  insetInlineStart: `${(column * 100) / columns}%`,
                  inlineSize: `${100 / columns}%`,
                  blockSize: rowHeight,
                }}
              >
                <FileButton
                  file={file}
                  index={index}
                  view={view}
                  tabStop={index === Math.min(stop, files.length - 1)}
                  thumbnail={hasThumbnail(file) ? (thumbnails.get(thumbnailKey(device, file)) ?? waiting) : undefined}
                  onOpen={onOpen}
                />
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}

interface FileButtonProps {
  file: RemoteFile
  index: number
  view: View
  tabStop: boolean
  thumbnail: Thumbnail | undefined
  onOpen: (file: RemoteFile) => void
}

function FileButton({ file, index, view, tabStop, thumbnail, onOpen }: FileButtonProps) {
  const t = useStore(messages)
  return (
    <button
      type="button"
      data-file={index}
      className={styles.file}
      tabIndex={tabStop ? 0 : -1}
      title={shownName(file.name)}
      onClick={() => onOpen(file)}
    >
      <FilePicture file={file} size={view === 'grid' ? 40 : 20} thumbnail={thumbnail} />
      <span className={styles.name} dir="auto">
        {shownName(file.name)}
      </span>
      {/* A tile has no room for it; screen readers still announce it. */}
      <span className={view === 'grid' ? 'hidden-words' : styles.more}>
        {file.is_drive
          ? t.drive
          : file.is_directory
            ? t.folder
            : file.size === undefined
              ? ''
              : sizeOf(file.size, { even: true })}
      </span>
      {view === 'list' && <Day modified={file.modified} />}
    </button>
  )
}

/** Older companions don't report it. */
function Day({ modified }: { modified: number | undefined }) {
  const then = (modified ?? Number.NaN) * 1_000
  // A device may send any number.
  if (Number.isNaN(new Date(then).getTime())) return <span className={styles.day} />
  return (
    <time className={styles.day} dateTime={new Date(then).toISOString()}>
      {shortDay(then)}
    </time>
  )
}

const none: readonly RemoteFile[] = []
const waiting = { state: 'waiting' } as const

function useColumns(view: View) {
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setWidth(element.clientWidth - 2 * edge)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { scroller, columns: view === 'list' ? 1 : Math.max(2, Math.floor(width / tileWidth)) }
}

/** Fetches thumbnails of the visible files when scrolling stops. */
function useThumbnails(device: string, inSight: readonly RemoteFile[]) {
  const { thumbnails } = useRemoteFiles()
  const paths = inSight.map(({ path }) => path).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other files become visible
  useEffect(() => {
    const timer = setTimeout(() => thumbnails.look(device, inSight), 120)
    return () => clearTimeout(timer)
  }, [device, paths, thumbnails])
  useEffect(() => () => thumbnails.look(device, []), [device, thumbnails])
  return useStore(thumbnails.$all)
}

interface KeyParts {
  folder: RemoteFolder
  columns: number
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  focusFile: (index: number) => void
}

function useKeys({ folder, columns, rowHeight, scroller, focusFile }: KeyParts) {
  const jumps = useMemo(openTypeAhead, [])
  const names = useMemo(() => folder.files.map(({ name }) => name), [folder])
  return (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).dataset.file)
    // A held key must not open folder after folder.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    if (event.altKey || event.ctrlKey || event.metaKey || Number.isNaN(at)) return
    const element = scroller.current
    const layout: Layout = {
      count: names.length,
      columns,
      page: Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight) - 1),
      rightToLeft: element !== null && getComputedStyle(element).direction === 'rtl',
    }
    const letter = /^[\p{L}\p{N}._-]$/u.test(event.key)
    const to = letter ? jumps(event.key, event.timeStamp, names, at) : indexAfterKey(event.key, at, layout)
    if (!letter && to === undefined) return
    event.preventDefault()
    if (to !== undefined) focusFile(to)
  }
}
