// Sends usage events to the operator's log host, if one is configured.

import { useStore } from '@nanostores/react'
import { platform } from '@waypost/client'
import { encryptionKeyName } from '@waypost/client/session/encryption'
import { openTracking, type Tracking, trackedCall } from '@waypost/client/setup/tracking'
import { useEffect } from 'react'
import { $attention } from '../browser/attention.ts'
import { trackingAddress } from '../browser/document.ts'
import { currentHash, currentPath, origin } from '../browser/location.ts'
import { onTracked, track } from '../browser/log.ts'
import { postAside } from '../browser/network.ts'
import { readSetting, savedLocally } from '../browser/storage.ts'
import { aboutBrowser, asksNotToBeTracked } from '../browser/system.ts'
import { screenOf, useHash, usePath } from '../route.ts'
import { browserId, signedIn } from './session.ts'

let tracking: Tracking | undefined

/** Starts to send log lines to the operator's log host, if one is configured and the browser does not ask not to be tracked. */
export function startTracking(): void {
  const address = trackingAddress()
  if (address === undefined || asksNotToBeTracked()) return
  const { userAgent, ...facts } = aboutBrowser()
  const opened = openTracking({
    post: (event) => postAside(address, event),
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
  onTracked(opened.tell)
  tracking = opened
}

/** The network address of this browser as the server sees it. */
async function ownAddress(): Promise<string | undefined> {
  const answer = await platform.fetch(`${origin()}/v3/network-address`, { method: 'GET', headers: {} })
  return answer.status === 200 ? (JSON.parse(await answer.text()) as { ip?: string }).ip : undefined
}

/** Logs which screens are opened, and presence once an hour. A component of its own, so that nothing else renders for it. */
export function TrackScreens(): null {
  const screen = screenOf(usePath(), useHash())
  const there = useStore($attention)
  useEffect(() => {
    if (tracking) track('page_view', screen)
  }, [screen])
  useEffect(() => {
    if (there && tracking?.shouldReportActive()) track('user_active')
  }, [there])
  return null
}

/** Logs a finished call, if calls of its kind are logged. */
export function trackCall(method: string, url: string, status: number): void {
  const name = tracking && trackedCall(method, url, status)
  if (name) track(name)
}
