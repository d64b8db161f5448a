// Handles the call that previews the message made from a payload.

import { Refusal, tryWebhook } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lastPayload } from '../source/payload-rows.ts'
import { isRoot, sources, webhookOf } from '../source/rows.ts'
import { FormatError, formatPayload, sentenceOf } from './format.ts'

export function webhookCalls({ db }: Pick<Deps, 'db'>): Handler[] {
  return [
    handle(tryWebhook, async ({ iden, webhook, payload: given }, { caller }) => {
      const source = await sources.find(db, caller.account.iden, iden)
      if (!source?.active) throw new Refusal('not_found')
      if (!isRoot(source)) throw new Refusal('forbidden', 'Only the owner of this source may do this.')
      const last = await lastPayload(db, source.iden)
      const payload = given ?? last?.payload
      if (payload === undefined) return { error: 'No payload has come yet. Paste one, or have the program send one.' }
      const { preset, ...templates } = webhook ?? webhookOf(source) ?? {}
      const headers = given === undefined || given === last?.payload ? (last?.headers ?? {}) : {}
      try {
        const { message, preset: used } = await formatPayload(
          payload,
          { preset: preset || undefined, templates, headers },
          caller.account.iden,
        )
        return { payload, message, ...(used !== undefined && { preset: used }) }
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        return { payload, error: sentenceOf(error) }
      }
    }),
  ]
}
