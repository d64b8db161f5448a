import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { folderPlaceOf, open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { Devices, NoDevices } from './Devices.tsx'
import { remoteFiles } from './en.ts'
import styles from './FolderPane.module.css'
import { FolderPane } from './FolderPane.tsx'
import { Queue } from './Queue.tsx'
import { usePings, useRemoteFiles } from './session-remote-files.ts'
import { Unreachable } from './Unreachable.tsx'

const messages = i18n('remote-files', remoteFiles)

interface RemoteFilesProps {
  /** The open device and folder. */
  item: string | undefined
}

/** The list of devices with their states. */
export function RemoteFilesSidebar({ item }: RemoteFilesProps) {
  usePings()
  return <Devices current={folderPlaceOf(item).device} />
}

/** The open folder, with the requests of all devices below it. */
export function RemoteFilesMain({ item }: RemoteFilesProps) {
  const session = useSession()
  const remote = useRemoteFiles()
  const devices = useStore(remote.$devices)
  const ready = useStore(session.$state) === 'ready'
  const first = devices.find(({ state }) => state === 'enabled')
  const place = folderPlaceOf(item)
  const device = devices.find(({ iden }) => iden === place.device)
  usePings()
  // The list of devices and the answers to pings are still loading.
  useEffect(() => {
    if (item === undefined && first) open('remotefiles', first.iden, { replace: true })
  }, [item, first])
  const target = device && session.target.find('devices', device.iden)
  return (
    <div className={styles.section}>
      {device === undefined ? (
        <Nothing missing={item !== undefined} alone={ready && devices.length === 0} />
      ) : device.state === 'enabled' || device.state === 'not-connected' ? (
        <FolderPane key={device.iden} device={device} target={target} path={place.path} />
      ) : (
        <>
          <PaneHeader section="remotefiles">
            <PaneTitle>{device.name}</PaneTitle>
          </PaneHeader>
          <div className={styles.middle}>
            <Unreachable device={device} />
          </div>
        </>
      )}
      <Queue />
    </div>
  )
}

/** Shown if no device is open: it does not exist, none was chosen, or there are none. */
function Nothing({ missing, alone }: { missing: boolean; alone: boolean }) {
  const t = useStore(messages)
  return (
    <>
      <PaneHeader section="remotefiles">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={styles.middle}>
        {alone && !missing ? (
          <NoDevices />
        ) : (
          <EmptyState drawing={missing ? 'signpost' : 'box'} title={missing ? t.missing : t.none}>
            {missing ? t.missingMore : t.noneMore}
          </EmptyState>
        )}
      </div>
    </>
  )
}
