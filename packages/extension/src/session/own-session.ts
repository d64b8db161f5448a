// Opens the session of the signed-in account: in the background, and in each page as a further window of it.

import { type KeyValueStore, openSession, type Session } from '@waypost/client'
import { openPushChanges } from '@waypost/client/queue/push-changes'
import { openDeviceStorage } from '@waypost/client/storage'
import { agent } from '../browser/extension.ts'
import { extensionLargeStore, extensionStoreChannel } from '../browser/large-store.ts'
import { platform } from '../browser/platform.ts'
import { openSaved } from '../browser/saved.ts'
import { extensionTabs, holdSession } from '../browser/tabs.ts'
import { onSignIn, readSignIn, type SignIn } from './access.ts'

/** An open session, and what it was opened with. */
export interface Opened {
  session: Session
  own: SignIn
  /** Small texts that are kept with the session, and erased with it at the sign-out. */
  saved: KeyValueStore
}

/** Opens a session that has not started; undefined if nobody is signed in. It closes by itself at the sign-out. */
export async function openOwnSession(): Promise<Opened | undefined> {
  const own = await readSignIn()
  if (!own) return undefined
  const letGo = await holdSession(own.device)
  // Who waits for the end of all sessions may have been faster.
  if ((await readSignIn())?.token !== own.token) {
    letGo()
    return undefined
  }
  const saved = await openSaved(own.device)
  const { origin, token, device } = own
  const tabs = extensionTabs()
  const session = openSession({
    origin,
    token,
    saved,
    storage: (deps) => openDeviceStorage(extensionLargeStore(), extensionStoreChannel(), deps),
    // A service worker cannot fetch code later.
    changes: openPushChanges,
    agent,
    platform,
    tabs,
    sourceDevice: () => device,
  })
  const stop = onSignIn(() => close())
  function close(): void {
    stop()
    session.close()
    saved.close()
    void saved.written().then(letGo)
  }
  return { session: { ...session, close }, own, saved }
}
