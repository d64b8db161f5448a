// Opens the phone notifications of a session once, for screens and background work.

import type { Session } from '@waypost/client'
import { type FromPhone, openFromPhone } from '@waypost/client/from-phone'

const opened = new WeakMap<Session, FromPhone>()

/** The notifications of the phones of a session that is ready. */
export function fromPhoneOf(session: Session): FromPhone {
  const known = opened.get(session) ?? openFromPhone(session)
  opened.set(session, known)
  return known
}

/** Closes the notifications that `fromPhoneOf` opened. */
export function closeFromPhone(session: Session): void {
  opened.get(session)?.close()
  opened.delete(session)
}
