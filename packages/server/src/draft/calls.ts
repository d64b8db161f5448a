import { draftLength, listDrafts, normalizeConversation, Refusal, saveDraft } from '@waypost/protocol'
import { fromSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { countDrafts, draftObject, drafts, draftsPerAccount, findDraft, writeDraft } from './rows.ts'

export function draftCalls({ db, change }: Deps): Handler[] {
  return [
    handle(listDrafts, async (query, { caller }) => {
      const { rows, cursor } = await drafts.list(db, caller.account.iden, query)
      return { drafts: rows.map(draftObject), ...(cursor !== undefined && { cursor }) }
    }),
    handle(saveDraft, async ({ conversation: name, base, title = '', body = '', url = '', writer }, { caller }) =>
      change([caller.account.iden], async (tx) => {
        const owner = caller.account.iden
        if (title.length + body.length + url.length > draftLength) throw Refusal.param('body', tooLong)
        const conversation = normalizeConversation(name)
        const known = await findDraft(tx, owner, conversation)
        const isEmpty = title === '' && body === '' && url === ''
        const same =
          known?.active === 1 && (known.title ?? '') === title && (known.body ?? '') === body && (known.url ?? '') === url
        if (known && (same || (!known.active && isEmpty))) return { draft: draftObject(known), saved: true }
        // Text that this program has not seen must not be lost. It has seen its own.
        if (known?.active && known.modified > fromSeconds(base) && known.writer !== writer)
          return { draft: draftObject(known), saved: false }
        if (!known && isEmpty) return { saved: true }
        if (!known?.active && !isEmpty && (await countDrafts(tx, owner)) >= draftsPerAccount)
          throw Refusal.param('conversation', tooMany)
        const row = await writeDraft(tx, owner, conversation, known, { title, body, url, writer })
        return { draft: draftObject(row), saved: true }
      }),
    ),
  ]
}

const tooLong = `A draft may have ${draftLength} characters.`
const tooMany = `This account has ${draftsPerAccount} drafts. Send or delete some.`
