import { listOnline, normalizeEmail, reportTyping } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'

export function presenceCalls({ presence }: Deps): Handler[] {
  return [
    handle(reportTyping, async ({ email }, { caller: { account } }) => {
      await presence.typing(account, normalizeEmail(email))
      return {}
    }),
    handle(listOnline, async (_input, { caller: { account } }) => ({ online: await presence.onlineFor(account) })),
  ]
}
