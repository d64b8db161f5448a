// Opens remote files: the folders, thumbnails and file requests of the account's devices.

import type { Device } from '@waypost/protocol'
import { compareNames } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { openRemoteAsker } from './answers.ts'
import { openRemoteFolders, type RemoteFolders } from './folders.ts'
import { type FileRequests, openFileRequests } from './requests.ts'
import { openRemoteThumbnails, type RemoteThumbnails } from './thumbnails.ts'

export { type RemoteFolder, type RemoteView, remoteFolderFilter } from './folders.ts'
export { type FileRequest, fileRequestPrefix } from './requests.ts'
export { hasThumbnail, type Thumbnail, thumbnailKey } from './thumbnails.ts'

/** Whether the files of a device are available; `not-connected`: sharing is enabled, but the device is offline. */
export type RemoteState = 'not-supported' | 'disabled' | 'not-connected' | 'enabled'

export interface RemoteDevice {
  iden: string
  name: string
  state: RemoteState
  device: Device
}

export interface RemoteFiles {
  /** Devices that share files first, then those that could, then the rest; each group sorted by name. */
  readonly $devices: ReadableAtom<readonly RemoteDevice[]>
  readonly folders: RemoteFolders
  readonly thumbnails: RemoteThumbnails
  readonly requests: FileRequests
  /** Saved requests stay. */
  close(): void
}

interface Deps {
  /** Where requests are saved to survive a reload. */
  saved: KeyValueStore
  platform?: Pick<Platform, 'now' | 'after' | 'unique'>
}

const rank: Record<RemoteState, number> = { enabled: 0, 'not-connected': 0, disabled: 1, 'not-supported': 2 }

/**
 * Browses folders and fetches files of devices by ephemerals. Needs an open session, and is separate from it so only the screen that uses
 * it loads the code.
 */
export function openRemoteFiles(session: Session, { saved, platform = ownPlatform }: Deps): RemoteFiles {
  const asker = openRemoteAsker(session, platform)
  const thumbnails = openRemoteThumbnails({ asker, platform })
  const requests = openFileRequests({ session, asker, saved, platform })
  const folders = openRemoteFolders({ asker, platform, noteAnswer: session.pinger.noteAnswer })
  const stop = session.$state.subscribe((state) => state === 'ready' && requests.load())

  return {
    $devices: computed([session.device.$all, session.pinger.$online], (devices, online) =>
      devices
        .map((device) => {
          const { iden } = device
          return { iden, name: deviceName(device), state: remoteState(device, online.has(iden)), device }
        })
        .sort((a, b) => rank[a.state] - rank[b.state] || compareNames(a.name, b.name) || (a.iden < b.iden ? -1 : 1)),
    ),
    folders,
    thumbnails,
    requests,
    close() {
      stop()
      thumbnails.close()
      requests.close()
      asker.close()
    },
  }
}

/** The state of a device's files, given whether it is online. */
export function remoteState({ remote_files }: Pick<Device, 'remote_files'>, online: boolean): RemoteState {
  if (remote_files === 'enabled') return online ? 'enabled' : 'not-connected'
  return remote_files === undefined ? 'not-supported' : 'disabled'
}

/** Returns a URL only if it is http(s), so the browser fetches it and does not run it. */
export function openable(url: string | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined
}
