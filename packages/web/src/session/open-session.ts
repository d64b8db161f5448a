import { openSession, platform, type Session } from '@waypost/client'
import { useEffect, useState } from 'react'
import { $focused } from '../browser/attention.ts'
import { forgetDatabase } from '../browser/database/forget-database.ts'
import { currentHash, leaveFor, origin, reload } from '../browser/location.ts'
import { $networkUp, sendBytes } from '../browser/network.ts'
import { showServer } from '../browser/server-facts.ts'
import { readSetting } from '../browser/storage.ts'
import { browserTabs } from '../browser/tabs.ts'
import { placeOf } from '../route.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { agent, appGuid, isLeaving, onceEntered, savedOf, signedIn, signOut } from './account.ts'
import { openBrowserStorage } from './device-storage.ts'
import { ownDevice } from './own-device.ts'
import { trackCall } from './tracking.ts'

/**
 * `visitor`: no account is stored here. `expired`: the account was removed from storage and the server rejects its token. `suspended`: the
 * server rejects the account for a while.
 */
type OpenedSession = Session | 'visitor' | 'opening' | 'expired' | 'suspended'

/** The page shows its frame after this time at the latest, in milliseconds. */
const readWithin = 150

/** Opens a session of the account signed in here, and closes it when the component unmounts. */
export function useOpenedSession(): OpenedSession {
  const [account] = useState(signedIn)
  const [session, setSession] = useState<OpenedSession>(account ? 'opening' : 'visitor')
  useEffect(() => {
    if (!account) return
    const tabs = browserTabs()
    const opened = openSession({
      origin: origin(),
      token: account.api_key,
      account,
      saved: savedOf(account.iden),
      storage: (deps) => openBrowserStorage(deps, opened, account.api_key),
      agent,
      platform: { ...platform, send: sendBytes, fetch: fetchAndReport },
      appGuid: appGuid(),
      sourceDevice: ownDevice,
      opensWith: openPerson,
      ...(tabs && { tabs }),
    })
    const stops = [
      opened.$account.subscribe((known) => known && showServer({ plansOff: known.plans_off === true })),
      opened.onFailure((failure) => showBanner(failure)),
      opened.onSolved(closeBannersOf),
      opened.onSignedOut((reason) => {
        opened.close()
        if (reason === 'suspended') return setSession('suspended')
        onceEntered(() => {
          if (isLeaving()) return
          const stored = signedIn()
          // Another window has signed in again, e.g. after a password reset.
          if (stored && stored.api_key !== account.api_key) return reload()
          opened.erase()
          if (!stored) {
            void forgetDatabase()
            setSession('expired')
          } else signOut(reason === 'token' ? '/auth_error?reason=token' : '/auth_error')
        })
      }),
      opened.$connection.listen((connection) => {
        if (connection === 'connected') closeBannersOf('Network Issue')
      }),
      opened.$state.listen((state) => {
        if (typeof state === 'object' && state.failed.code === 'storage_full') leaveFor('/auth_error?reason=localstorage')
      }),
      $focused.listen((focused) => focused && opened.wake()),
      $networkUp.listen((up) => up && opened.wake()),
    ]
    // It may have been refused in the meantime.
    const show = () => setSession((before) => (before === 'opening' ? opened : before))
    void opened.start()
    // A stored copy loads fast. Until then the page keeps its placeholder: drawing a different one first would take longer.
    if (readSetting('bootstrap') !== 'done') show()
    const late = setTimeout(show, readWithin)
    stops.push(
      opened.$state.listen((state) => {
        if (state !== 'starting') show()
      }),
    )
    return () => {
      clearTimeout(late)
      for (const stop of stops) stop()
      opened.close()
    }
  }, [account])
  return session
}

/** The person whose conversation the address names; without an address, the account itself. */
function openPerson(): string | undefined {
  const { section, item = 'me' } = placeOf(currentHash()) ?? { section: 'people' }
  return section === 'people' ? item : undefined
}

/** Closes a session, erases its data and signs this browser out. */
export function leaveSession(session: Session): void {
  session.close()
  session.erase()
  signOut()
}

/** Closes the banner of an earlier network failure and logs the call. */
const fetchAndReport: typeof platform.fetch = async (url, request) => {
  const answer = await platform.fetch(url, request)
  closeBannersOf('Network Issue')
  trackCall(request.method, url, answer.status)
  return answer
}
