// Handles the calls that relay ephemerals, and those that tell which apps a person is looking at.

import { createEphemeral, getAppStates, limits, setAppState } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { untrustedText } from '../http/untrusted.ts'
import { sendToStreams } from '../notify.ts'

export function ephemeralCalls({ bus, awake, webPush }: Deps): Handler[] {
  return [
    handle(createEphemeral, async ({ type, push, targets }, { caller: { account } }) => {
      untrustedText('push', push, limits.ephemeralBytes)
      sendToStreams(bus, account.iden, { type, push, ...(targets ? { targets } : {}) })
      webPush.relay(account.iden, push)
      return {}
    }),
    handle(setAppState, async ({ guid, awake: isAwake }, { caller: { account } }) => {
      awake.set(account.iden, guid, isAwake)
      return {}
    }),
    handle(getAppStates, async (_input, { caller: { account } }) => ({ awake_app_guids: awake.guidsOf(account.iden) })),
  ]
}
