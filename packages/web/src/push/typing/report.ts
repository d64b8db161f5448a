import type { Session } from '@waypost/client'
import { Refusal, reportTyping, sharesPresence } from '@waypost/protocol'

/** Tells a person, by email address, that the user is typing to them, if the user shares that and the server is reachable. */
export function report(session: Session, email: string): void {
  if (session.$connection.get() !== 'connected' || !sharesPresence(session.$account.get()?.preferences)) return
  session.call(reportTyping, { email }).catch((error: unknown) => {
    // The next report comes soon.
    if (!(error instanceof Refusal)) throw error
  })
}
