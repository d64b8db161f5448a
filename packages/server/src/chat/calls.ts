// Handles the calls on chats.

import { createChat, deleteChat, listChats, normalizeEmail, Refusal, updateChat } from '@waypost/protocol'
import { findReceiver } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { chatObject, chats, hidden, openChat, saveChat } from './rows.ts'
import { personAt } from './rules.ts'

export function chatCalls({ config, db, change }: Deps): Handler[] {
  return [
    handle(listChats, async (query, { caller }) => {
      const { rows, cursor } = await chats.list(db, caller.account.iden, query)
      return lists({ chats: rows.map(chatObject) }, cursor)
    }),
    handle(createChat, async ({ email }, { caller }) => {
      const owner = caller.account.iden
      if (normalizeEmail(email) === caller.account.email_normalized) throw Refusal.param('email', 'This is your own address.')
      return change([owner], async (tx) => {
        const account = await findReceiver(tx, config, normalizeEmail(email))
        return chatObject(await openChat(tx, owner, personAt(email, account)))
      })
    }),
    handle(updateChat, async ({ iden, muted }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const chat = await chats.find(tx, owner, iden)
        if (!chat?.active) throw new Refusal('not_found')
        const wanted = muted === undefined ? chat.muted : Number(muted)
        return chatObject(wanted === chat.muted ? chat : await saveChat(tx, { ...chat, muted: wanted }))
      })
    }),
    handle(deleteChat, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const chat = await chats.find(tx, owner, iden)
        if (!chat) throw new Refusal('not_found')
        if (chat.active) await saveChat(tx, hidden(chat))
        return {}
      })
    }),
  ]
}
