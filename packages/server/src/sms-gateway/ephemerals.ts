// Answers clients' requests to phones that the server itself talks to.

import type { Deps } from '../deps.ts'
import { tellPhones } from './events.ts'
import { answerPage } from './threads.ts'

/** Returns the function that handles each ephemeral of an account. */
export function hearEphemerals(deps: Pick<Deps, 'db' | 'bus'>): (account: string, push: unknown) => Promise<void> {
  return async (account, push) => {
    const { type } = (push ?? {}) as { type?: unknown }
    if (type === 'ping') tellPhones(deps.bus, account, { ping: true })
    if (type === 'sms_page_request') await answerPage(deps, account, push)
  }
}
