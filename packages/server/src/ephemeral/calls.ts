// Handles the calls that relay ephemerals, and those that report which apps a person is looking at.

import { createEphemeral, ephemeralBytes, getAppStates, setAppState } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { untrustedText } from '../http/untrusted.ts'
import { sendToStreams } from '../notify.ts'

type Heard = (account: string, push: unknown) => Promise<void>

/** @param deps.heard called with each ephemeral, because the server itself talks to some phones */
export function ephemeralCalls({ bus, awake, presence, webPush, heard }: Deps & { heard: Heard }): Handler[] {
  return [
    handle(createEphemeral, async ({ type, push, targets }, { caller: { account } }) => {
      untrustedText('push', push, ephemeralBytes)
      sendToStreams(bus, account.iden, { type, push, ...(targets ? { targets } : {}) })
      webPush.relay(account.iden, push)
      await heard(account.iden, push)
      return {}
    }),
    handle(setAppState, async ({ guid, awake: isAwake }, { caller: { account, support, token } }) => {
      const was = awake.isReported(account.iden)
      awake.set(account.iden, guid, isAwake, token)
      // An administrator who helps is not the person.
      if (support === null) await presence.appReported(account, was)
      return {}
    }),
    handle(getAppStates, async (_input, { caller: { account } }) => ({ awake_app_guids: awake.guidsOf(account.iden) })),
  ]
}
