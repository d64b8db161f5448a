import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type RemoteDevice, type RemoteFolder, type RemoteView, remoteFolderFilter } from '@waypost/client/remote-files'
import { compareKeys } from '@waypost/client/session/key/fingerprint'
import type { RemoteFile } from '@waypost/protocol'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { $networkUp } from '../browser/network.ts'
import { readSetting, writeSetting } from '../browser/storage.ts'
import { nameInWords } from '../format/names.ts'
import { folderItem, hrefOf, open as openPlace } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { remoteFolder } from './en.ts'
import { Files } from './Files.tsx'
import { FolderBar } from './FolderBar.tsx'
import { FolderHeader, type View } from './FolderHeader.tsx'
import styles from './FolderPane.module.css'
import { crumbsOf, shownName } from './names.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { useRemoteFiles } from './session-remote-files.ts'
import { Unreachable } from './Unreachable.tsx'

const messages = i18n('remote-folder', remoteFolder)

const viewSetting = 'remote_files_view'

function chosenView(): View | undefined {
  const chosen = readSetting(viewSetting)
  return chosen === 'list' || chosen === 'grid' ? chosen : undefined
}

interface FolderPaneProps {
  device: RemoteDevice
  target: Target | undefined
  path: string
}

/** The open folder of a device: header, files, and the state of the last request. */
export function FolderPane({ device, target, path }: FolderPaneProps) {
  const t = useStore(messages)
  const { folders } = useRemoteFiles()
  const view = useStore(folders.view(device.iden))
  const [chosen, setChosen] = useState(chosenView)
  const usual = useUsualView(view.folder)
  const look = chosen ?? usual
  const [wanted, setWanted] = useState<RemoteFile>()
  const { loading, failed, more } = view
  const { typed, type, folder } = useFilter(device.iden, path, view)
  const open = (to: string) => {
    if (to === path) folders.open(device.iden, to, typed.trim())
    else openPlace('remotefiles', folderItem(device.iden, to))
  }
  useFolder(device, path, view)
  useReconnection(view, open)
  useSpokenFolder(view)
  const crumbs = crumbsOf(folder?.path ?? path)
  const parent = folder ? folder.parent : crumbs.at(-2)?.path
  const nameOf = (at: string) => crumbsOf(at).at(-1)?.name ?? t.home

  function onKeyDown(event: KeyboardEvent) {
    const up = event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)
    if (!up || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    if (parent !== undefined && loading === undefined) open(parent)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of a folder work wherever the focus is
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <FolderHeader
        device={device}
        crumbs={crumbs}
        parent={parent}
        view={look}
        onOpen={open}
        onView={(next) => {
          setChosen(next)
          writeSetting(viewSetting, next)
        }}
      />
      {folder && failed && (
        <div role="alert" className={styles.failed}>
          <CircleAlert size={18} aria-hidden="true" />
          <p>
            {t.notOpened({ name: nameOf(failed.path) })}. {failed.error} <OtherKey device={device} />
          </p>
          <Button onClick={() => open(failed.path)}>{t.retry}</Button>
        </div>
      )}
      {folder && (folder.files.length > 0 || typed !== '') && (
        <FolderBar folder={folder} typed={typed} onType={type} more={more} onMore={() => folders.more(device.iden)} />
      )}
      {folder && folder.next === undefined && folder.leftOut > 0 && <p className={styles.note}>{t.leftOut(folder.leftOut)}</p>}
      <div className={styles.content}>
        {folder ? (
          folder.files.length === 0 ? (
            <div className={styles.middle} inert={loading !== undefined}>
              <EmptyState drawing="box" title={typed === '' ? t.empty : t.noMatch} />
            </div>
          ) : (
            <Files
              device={device.iden}
              folder={folder}
              view={look}
              name={nameOf(folder.path)}
              inert={loading !== undefined}
              onEnd={() => more === undefined && folders.more(device.iden)}
              onOpen={(file) => (file.is_directory || file.is_drive ? open(file.path) : setWanted(file))}
            />
          )
        ) : (
          <div className={styles.middle}>
            <NoFolder device={device} path={path} view={view} onRetry={open} />
          </div>
        )}
        {folder && loading !== undefined && (
          <div className={styles.over}>
            <Spinner label={t.loading({ name: nameOf(loading) })} visibleLabel />
          </div>
        )}
      </div>
      {wanted && (
        <RequestDialog
          device={device}
          from={target ? nameInWords(target) : shownName(device.name)}
          file={wanted}
          onClose={() => setWanted(undefined)}
        />
      )}
    </div>
  )
}

/** Without a choice, a folder of mostly pictures is shown as a grid. Decided by its first part, ignoring any filter. */
function useUsualView(folder: RemoteFolder | undefined): View {
  const decided = useRef<{ path: string; view: View }>(undefined)
  if (folder && folder.filter === '' && decided.current?.path !== folder.path) {
    const files = folder.files.filter(({ is_directory, is_drive }) => !is_directory && !is_drive)
    const pictures = files.filter(({ mime_type }) => mime_type?.toLowerCase().startsWith('image/'))
    decided.current = { path: folder.path, view: pictures.length * 2 > files.length ? 'grid' : 'list' }
  }
  return decided.current?.view ?? 'list'
}

/** Shown before the first folder: loading, device not connected, or failed. */
function NoFolder({
  device,
  path,
  view,
  onRetry,
}: Omit<FolderPaneProps, 'target'> & { view: RemoteView; onRetry: (path: string) => void }) {
  const t = useStore(messages)
  const { pinger } = useSession()
  const known = useStore(pinger.$state) === 'known'
  const [retried, setRetried] = useState(false)
  const busy = retried && view.loading !== undefined
  const again = () => {
    setRetried(true)
    pinger.ping()
    onRetry(path)
  }
  const retry = (
    <Button busy={busy} onClick={again}>
      {t.retry}
    </Button>
  )
  if (device.state === 'not-connected' && (known || view.failed)) return <Unreachable device={device} action={retry} />
  if (view.failed)
    return (
      <div role="alert">
        <EmptyState drawing="torn" title={view.failed.error} action={retry}>
          <OtherKey device={device} />
        </EmptyState>
      </div>
    )
  return <Spinner label={t.loading({ name: crumbsOf(path).at(-1)?.name ?? t.home })} visibleLabel />
}

/** The link to the encryption settings, for a device with a different key. */
function OtherKey({ device: { device } }: { device: RemoteDevice }) {
  const t = useStore(messages)
  const own = useStore(useSession().encryption.$fingerprint)
  const match = compareKeys(own, device.key_fingerprint)
  if (match === 'same' || match === 'none') return null
  return <a href={hrefOf('settings', 'encryption')}>{t.keySettings}</a>
}

/** Requests the folder that the address names, and again when the device reconnects. */
function useFolder({ iden, state }: RemoteDevice, path: string, { folder }: RemoteView): void {
  const session = useSession()
  const { folders } = useRemoteFiles()
  const there = state === 'enabled'
  const was = useRef(there)
  useEffect(() => {
    folders.open(iden, path)
  }, [folders, iden, path])
  useEffect(() => {
    const came = there && !was.current
    was.current = there
    // The device was just slow to answer the ping; the earlier request has reached it.
    if (came && !folder && session.pinger.$state.get() === 'known') folders.open(iden, path)
  }, [there, folder, folders, iden, path, session])
}

/** Retries a request that failed offline when the network is back. */
function useReconnection({ failed }: RemoteView, open: (path: string) => void): void {
  const streams = useStore(useSession().$connection) === 'connected'
  const connected = useStore($networkUp) && streams
  const was = useRef(connected)
  useEffect(() => {
    const back = connected && !was.current
    was.current = connected
    if (back && failed) open(failed.path)
  })
}

/** The bar announces when more of the folder is loaded. */
function useSpokenFolder({ folder }: RemoteView): void {
  const spoken = useRef(folder?.path)
  useEffect(() => {
    if (!folder || spoken.current === folder.path) return
    spoken.current = folder.path
    const t = messages.get()
    const entries = Math.max(folder.files.length, folder.total ?? 0)
    say(`${crumbsOf(folder.path).at(-1)?.name ?? t.home}: ${entries > 0 ? t.loaded(entries) : t.empty}`)
  }, [folder])
}

/** In milliseconds, before the device is asked. */
const askAfter = 250

/** If the folder is only partly loaded, the device does the filtering. */
function useFilter(device: string, path: string, { folder }: RemoteView) {
  const { folders } = useRemoteFiles()
  const [state, setState] = useState({ path, text: '' })
  // A filter applies to one folder only.
  const typed = state.path === path ? state.text : ''
  const wanted = typed.trim()
  const isPart = folder?.path === path && (folder.next !== undefined || folder.filter !== '')
  const asks = isPart && folder.filter !== wanted
  useEffect(() => {
    if (!asks) return
    const timer = setTimeout(() => folders.open(device, path, wanted), askAfter)
    return () => clearTimeout(timer)
  }, [asks, folders, device, path, wanted])
  const shown = useMemo((): RemoteFolder | undefined => {
    if (!folder || isPart || wanted === '' || folder.path !== path) return folder
    const files = remoteFolderFilter(folder.files, wanted)
    return { ...folder, files, filter: wanted, total: files.length }
  }, [folder, isPart, wanted, path])
  return { typed, type: (text: string) => setState({ path, text }), folder: shown }
}
