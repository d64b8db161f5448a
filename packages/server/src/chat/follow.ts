import type { AccountStep, ChangedAccountRef } from '../account/lifecycle.ts'
import { type Account, findAccount, findReceiver } from '../account/rows.ts'
import { type Change, changeSlice } from '../change.ts'
import type { Deps } from '../deps.ts'
import {
  chats,
  findChatAt,
  hidden,
  personAt,
  saveChat,
  peopleSlice as slice,
  someChatsAt,
  someChatsWith,
  someOutdatedChats,
} from './rows.ts'

/** Updates everybody's chats with a person when the person's account is created, changed or deleted. */
export function followPeople({ config, db, change }: Deps): {
  created: AccountStep
  changed: AccountStep<ChangedAccountRef>
  deleted: AccountStep
} {
  const refresh = (found: readonly { iden: string; owner: string }[]): Promise<boolean> =>
    changeSlice(change, found, slice, async (tx, { iden, owner }) => {
      const chat = await chats.find(tx, owner, iden)
      if (!chat) return
      const person = personAt(chat.with_email, await findReceiver(tx, config, chat.with_email_normalized))
      const { iden: with_iden, email: with_email, name: with_name, image_url: with_image_url } = person
      const facts = { with_iden, with_email, with_name, with_image_url }
      await saveChat(tx, chat.active ? { ...chat, ...facts } : hidden({ ...chat, ...facts }))
    })

  return {
    async created({ email_normalized }) {
      // The account has since been deleted, or has yet to prove its address.
      if (!(await findReceiver(db, config, email_normalized))) return false
      return refresh(await someChatsAt(db, email_normalized, slice))
    },
    async changed({ iden, email_normalized }) {
      const account = await findAccount(db, iden)
      if (!account) return false
      const found = await someOutdatedChats(db, account, slice)
      // There may already be chats with a new address.
      if (found.length === 0) return refresh(await someChatsAt(db, email_normalized, slice))
      await changeSlice(change, found, slice, (tx, { iden: chat, owner }) => update(tx, owner, chat, account))
      return true
    },
    deleted: async ({ iden }) => refresh(await someChatsWith(db, iden, slice)),
  }
}

/** Updates a person in a chat from their account. An older chat at their new address takes its place. */
async function update(tx: Change, owner: string, iden: string, account: Account): Promise<void> {
  const chat = await chats.find(tx, owner, iden)
  if (!chat || chat.with_iden !== account.iden) return
  const { email, email_normalized, name, image_url } = account
  const facts = { with_iden: account.iden, with_email: email, with_name: name, with_image_url: image_url }
  const other = chat.with_email_normalized === email_normalized ? undefined : await findChatAt(tx, owner, email_normalized)
  if (!other) {
    const moved = { ...chat, ...facts, with_email_normalized: email_normalized }
    await saveChat(tx, chat.active ? moved : hidden(moved))
    return
  }
  const active = Math.max(chat.active, other.active)
  const muted = [chat, other].find((each) => each.muted && each.muted_until === null) ?? (chat.muted ? chat : other)
  await saveChat(tx, hidden({ ...chat, with_iden: null }))
  const kept = {
    ...other,
    ...facts,
    active,
    muted: muted.muted,
    muted_until: muted.muted_until,
    pinned: chat.pinned ?? other.pinned,
    archived: (chat.pinned ?? other.pinned) ? null : (chat.archived ?? other.archived),
  }
  await saveChat(tx, active ? kept : hidden(kept), false)
}
