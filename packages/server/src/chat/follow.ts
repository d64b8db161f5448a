// Updates the chats with a person when the person's account is created or deleted.

import { findAccountByEmail } from '../account/rows.ts'
import type { AccountStep } from '../account/rules.ts'
import type { Deps } from '../deps.ts'
import { chats, saveChat, someChatsAt, someChatsWith } from './rows.ts'
import { personAt } from './rules.ts'

/** Boxes that one slice writes to. */
const slice = 50

/** Updates everybody's chats with a person when the person's account is created or deleted. */
export function followPeople({ db, change }: Deps): { created: AccountStep; deleted: AccountStep } {
  /** Updates chats with the account that has their address now. */
  async function refresh(found: readonly { iden: string; owner: string }[]): Promise<boolean> {
    if (found.length === 0) return false
    await change(
      found.map(({ owner }) => owner),
      async (tx) => {
        for (const { iden, owner } of found) {
          const chat = await chats.find(tx, owner, iden)
          if (!chat) continue
          const person = personAt(chat.with_email, await findAccountByEmail(tx, chat.with_email_normalized))
          const facts = {
            with_iden: person.iden,
            with_email: person.email,
            with_name: person.name,
            with_image_url: person.image_url,
          }
          await saveChat(tx, { ...chat, ...facts })
        }
      },
    )
    return found.length === slice
  }

  return {
    async created({ email_normalized }) {
      // The account has been deleted meanwhile.
      if (!(await findAccountByEmail(db, email_normalized))) return false
      return refresh(await someChatsAt(db, email_normalized, slice))
    },
    deleted: async ({ iden }) => refresh(await someChatsWith(db, iden, slice)),
  }
}
