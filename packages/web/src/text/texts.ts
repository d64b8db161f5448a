import { platform, type Session } from '@waypost/client'
import { openSms, type Sms } from '@waypost/client/sms'
import { sendBytes } from '../browser/network.ts'
import { savedLocally } from '../browser/storage.ts'
import { browserTabs } from '../browser/tabs.ts'

/** The texts of each open session, for the screens and for what goes on without one. */
const opened = new WeakMap<Session, Sms>()

/** The texts of a session that has started. */
export function textsOf(session: Session): Sms {
  const known = opened.get(session)
  if (known) return known
  const texts = openSms(session, {
    saved: savedLocally(),
    platform: { ...platform, send: sendBytes },
    hold: browserTabs()?.hold,
  })
  opened.set(session, texts)
  return texts
}

export function closeTexts(session: Session): void {
  opened.get(session)?.close()
  opened.delete(session)
}
