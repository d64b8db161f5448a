// Opens the SMS of a session once, for screens and background work.

import { platform, type Session } from '@waypost/client'
import { openSms, type Sms } from '@waypost/client/sms'
import { sendBytes } from '../browser/network.ts'
import { browserTabs } from '../browser/tabs.ts'
import { savedOf } from './account.ts'

const opened = new WeakMap<Session, Sms>()

/** The SMS of a session that is ready. */
export function smsOf(session: Session): Sms {
  const known = opened.get(session)
  if (known) return known
  const texts = openSms(session, {
    saved: savedOf(session.$account.get()?.iden),
    platform: { ...platform, send: sendBytes },
    hold: browserTabs()?.hold,
  })
  opened.set(session, texts)
  return texts
}

/** Closes the SMS that `smsOf` opened. */
export function closeSms(session: Session): void {
  opened.get(session)?.close()
  opened.delete(session)
}
