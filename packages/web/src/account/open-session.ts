// Opens the session of the account that is signed in here, for as long as the page shows it.

import { openSession, platform, type Session } from '@waypost/client'
import { useEffect, useState } from 'react'
import { $focused } from '../browser/attention.ts'
import { forgetDatabase } from '../browser/database/forget-database.ts'
import { leaveFor, origin, reload } from '../browser/location.ts'
import { $networkUp, sendBytes } from '../browser/network.ts'
import { showServer } from '../browser/server-facts.ts'
import { savedLocally } from '../browser/storage.ts'
import { browserTabs } from '../browser/tabs.ts'
import { ownDevice } from '../session/own-device.ts'
import { closeBannersOf, showBanner } from '../ui/notices/notices.ts'
import { agent, appGuid, onceEntered, signedIn, signOut } from './session.ts'
import { trackCall } from './tracking/tracking.ts'

/**
 * `visitor`: no account is stored here. `expired`: the account was removed from storage and the server rejects its token. `suspended`: the
 * server rejects the account for a while.
 */
type OpenedSession = Session | 'visitor' | 'opening' | 'expired' | 'suspended'

/** Opens a session of the account that is signed in here, and closes it with the component. */
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
      saved: savedLocally(),
      storage: async (deps) => (await import('./device-storage.ts')).openBrowserStorage(deps, opened, account.api_key),
      agent,
      platform: { ...platform, send: sendBytes, fetch: fetchAndReport },
      appGuid: appGuid(),
      sourceDevice: ownDevice,
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
          const stored = signedIn()
          // Another window has signed in again, as after a reset of the password.
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
    setSession(opened)
    void opened.start()
    return () => {
      for (const stop of stops) stop()
      opened.close()
    }
  }, [account])
  return session
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
