import { createEphemeral, getAppStates, limits, setAppState } from '@waypost/protocol'
import { type Answer, answer } from '../http.ts'
import type { Parts } from '../parts.ts'
import { tellStreams } from '../tell.ts'
import { untrustedText } from '../untrusted.ts'

export function ephemeralCalls({ bus, awake }: Parts): Answer[] {
  return [
    answer(createEphemeral, async ({ type, push, targets }, { caller: { account } }) => {
      untrustedText('push', push, limits.ephemeralBytes)
      tellStreams(bus, account.iden, { type, push, ...(targets ? { targets } : {}) })
      return {}
    }),
    answer(setAppState, async ({ guid, awake: isAwake }, { caller: { account } }) => {
      awake.set(account.iden, guid, isAwake)
      return {}
    }),
    answer(getAppStates, async (_input, { caller: { account } }) => ({ awake_app_guids: awake.guidsOf(account.iden) })),
  ]
}
