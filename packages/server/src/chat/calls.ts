import { createChat, deleteChat, listChats, normalizeEmail, Refusal, updateChat } from '@waypost/protocol'
import { addMuteEnd, endMutes, isSame, muteAsWanted, placeAsWanted } from '../account/arranged.ts'
import { findReceiver } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { chatObject, chats, hidden, openChat, personAt, saveChat } from './rows.ts'

export function chatCalls({ config, db, change, jobs }: Deps): Handler[] {
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
    handle(updateChat, async ({ iden, ...wanted }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const chat = await chats.find(tx, owner, iden)
        if (!chat?.active) throw new Refusal('not_found')
        const arranged = { ...chat, ...muteAsWanted(chat, wanted), ...placeAsWanted(chat, wanted) }
        if (isSame(chat, arranged)) return chatObject(chat)
        await addMuteEnd(tx, jobs, 'chat', arranged)
        return chatObject(await saveChat(tx, arranged))
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

/** Registers the job that ends mutes of chats. */
export const endChatMutes = (deps: Deps) => endMutes(deps, 'chat', chats.find, saveChat)
