// Ends the access of this browser, and erases all that it kept for the account.

import { deleteDevice, signOut } from '@waypost/protocol'
import { markSignedOut } from '../browser/badge.ts'
import { emptyLargeStore } from '../browser/large-store.ts'
import { clearNotifications } from '../browser/notifications/shown-notifications.ts'
import { eraseValues } from '../browser/storage.ts'
import { sessionsClosed } from '../browser/tabs.ts'
import type { Answering } from '../messages.ts'
import { keptAtSignOut, onSignIn, readBefore, readSignIn, readTrouble, writeSignIn, writeTrouble } from '../session/access.ts'
import type { Opened } from '../session/own-session.ts'
import type { BackgroundSession } from './session.ts'

/** How long the server may take to end the access, in milliseconds. This browser forgets it in any case. */
const endsWithin = 5_000
/** How long pages may take to close their sessions, in milliseconds. */
const closesWithin = 5_000
/** How long the server of a suspended account is not asked, in milliseconds. */
const restMilliseconds = 600_000

const sentences = {
  ended: 'Your server has signed this browser out. Everything that Waypost kept here is erased.',
  kept: 'This browser is signed out, but your server could not be reached. End its session there, in the settings.',
}

/** To be called in the first turn of the background. */
export function openSignOut(background: BackgroundSession): Answering<'sign-out'> {
  async function erase(opened: Opened | undefined, trouble: string | undefined): Promise<void> {
    await background.end()
    opened?.session.erase()
    await writeTrouble(trouble)
    await writeSignIn(undefined)
    // One of them leads when the background no longer does, and saves what it has.
    if (opened) await sessionsClosed(opened.own.device, closesWithin)
    await eraseValues(keptAtSignOut)
    await emptyLargeStore().catch(() => {})
    await clearNotifications()
    await markSignedOut(trouble !== undefined)
  }

  background.onOpen((opened) => {
    void markSignedOut(false)
    return opened.session.onSignedOut((reason) => {
      if (reason === 'suspended') void background.rest(restMilliseconds)
      else void erase(opened, sentences.ended)
    })
  })
  /** A browser forgets the mark when it ends. */
  async function markAgain(): Promise<void> {
    const [own, before, trouble] = await Promise.all([readSignIn(), readBefore(), readTrouble()])
    if (!own && before && trouble !== undefined) await markSignedOut(true)
  }

  void markAgain()
  // A mark of an earlier time, of which another sign-in knows nothing.
  onSignIn(() => void readSignIn().then((own) => own && markSignedOut(false)))

  return {
    async 'sign-out'() {
      const opened = await background.wake()
      const ended = opened ? await within(endsWithin, endAccess(opened)) : true
      await erase(opened, ended ? undefined : sentences.kept)
      return undefined
    },
  }
}

/** Removes the device and revokes the token. @returns whether the server has done the latter */
async function endAccess({ session, own }: Opened): Promise<boolean> {
  // Somebody may have removed it already.
  await session.call(deleteDevice, { iden: own.device }).catch(() => {})
  return session.call(signOut, {}).then(
    () => true,
    () => false,
  )
}

const within = (milliseconds: number, work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds))])
