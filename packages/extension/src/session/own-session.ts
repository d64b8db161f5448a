// Opens the session of the signed-in account: in the background, and in each page as one more window.

import { type KeyValueStore, openSession, type Session } from '@waypost/client'
import { openPushChanges } from '@waypost/client/queue/push-changes'
import { openDeviceStorage } from '@waypost/client/storage'
import { agent } from '../browser/extension.ts'
import { extensionLargeStore, extensionStoreChannel } from '../browser/large-store.ts'
import { platform } from '../browser/platform.ts'
import { openSaved } from '../browser/saved.ts'
import { extensionTabs, holdSession } from '../browser/tabs.ts'
import { onSignIn, readSignIn, type SignIn } from './access.ts'

/** An open session, with the sign-in and storage behind it. */
export interface Opened {
  session: Session
  own: SignIn
  /** Small texts kept with the session, and erased with it at sign-out. */
  saved: KeyValueStore
}

/** Opens a session without starting it; undefined if nobody is signed in. It closes by itself at sign-out. */
export async function openOwnSession(): Promise<Opened | undefined> {
  const own = await readSignIn()
  if (!own) return undefined
  const letGo = await holdSession(own.device)
  // A sign-out waiting for all sessions to end may have got there first.
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
    // A service worker can't load code later.
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
