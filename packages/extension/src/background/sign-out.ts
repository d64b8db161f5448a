// Revokes this browser's access and erases everything it kept for the account.

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

/** How long revoking may take, in milliseconds: this browser forgets its access in any case. */
const endsWithin = 5_000
/** In milliseconds, for pages to close their sessions. */
const closesWithin = 5_000
/** How long to leave the server alone once an account is suspended, in milliseconds. */
const restMilliseconds = 600_000

const sentences = {
  ended: 'Your server signed this browser out. Everything Waypost kept here was erased.',
  kept: 'This browser is signed out, but your server couldn’t be reached. End the session there, in the settings.',
}

/** Must be called in the first turn of the background. */
export function openSignOut(background: BackgroundSession): Answering<'sign-out'> {
  async function erase(opened: Opened | undefined, trouble: string | undefined): Promise<void> {
    await background.end()
    opened?.session.erase()
    await writeTrouble(trouble)
    await writeSignIn(undefined)
    // One of the pages takes the lead once the background gives it up, and saves what it has.
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
  /** Browsers forget the badge when they quit. */
  async function markAgain(): Promise<void> {
    const [own, before, trouble] = await Promise.all([readSignIn(), readBefore(), readTrouble()])
    if (!own && before && trouble !== undefined) await markSignedOut(true)
  }

  void markAgain()
  // A badge from an earlier sign-out, which doesn't concern the new sign-in.
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

/** @returns whether the token was revoked */
async function endAccess({ session, own }: Opened): Promise<boolean> {
  // It may have been removed already.
  await session.call(deleteDevice, { iden: own.device }).catch(() => {})
  return session.call(signOut, {}).then(
    () => true,
    () => false,
  )
}

const within = (milliseconds: number, work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds))])
