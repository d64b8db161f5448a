// Sends usage events to the operator's log host. Only loaded if one is configured.

import { platform } from '@waypost/client'
import { encryptionKeyName } from '@waypost/client/session/encryption'
import { openTracking, type Tracking, trackedCall } from '@waypost/client/setup/tracking'
import { currentHash, currentPath, origin } from '../browser/location.ts'
import { track } from '../browser/log.ts'
import { sendAside } from '../browser/network.ts'
import { readSetting, savedLocally } from '../browser/storage.ts'
import { aboutBrowser } from '../browser/system.ts'
import { screenOf } from '../route.ts'
import { browserId, signedIn } from './account.ts'

export interface Tracker extends Tracking {
  /** Logs a finished call, if calls of its kind are logged. */
  tellCall(method: string, url: string, status: number): void
}

/** @param address of the log host's endpoint */
export function openTracker(address: string): Tracker {
  const { userAgent, ...facts } = aboutBrowser()
  const tracking = openTracking({
    post: (event) => sendAside(address, event),
    account: signedIn,
    facts: () => ({
      ...facts,
      path: screenOf(currentPath(), currentHash()),
      encryption: readSetting(encryptionKeyName) !== undefined,
    }),
    address: ownAddress,
    sessionId: platform.unique(),
    clientId: browserId(),
    userAgent,
    saved: savedLocally(),
    now: platform.now,
  })
  return {
    ...tracking,
    tellCall(method, url, status) {
      const name = trackedCall(method, url, status)
      if (name) track(name)
    },
  }
}

/** The network address of this browser as the server sees it. */
async function ownAddress(): Promise<string | undefined> {
  const answer = await platform.fetch(`${origin()}/v3/network-address`, { method: 'GET', headers: {} })
  return answer.status === 200 ? (JSON.parse(await answer.text()) as { ip?: string }).ip : undefined
}
