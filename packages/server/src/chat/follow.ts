import { findAccountByEmail } from '../account/rows.ts'
import type { AccountStep } from '../account/rules.ts'
import type { Deps } from '../deps.ts'
import { chats, saveChat, someChatsAt, someChatsWith } from './rows.ts'
import { personAt } from './rules.ts'

/** Boxes that one slice writes to. */
const slice = 50

/** Everybody's chats with a person follow when that person's account comes or goes: they are with a user then, or with an address. */
export function followPeople({ db, change }: Deps): { created: AccountStep; deleted: AccountStep } {
  /** Brings chats up to date with whoever has their address now. */
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
      // Without an account by now, there is nothing to turn them into.
      if (!(await findAccountByEmail(db, email_normalized))) return false
      return refresh(await someChatsAt(db, email_normalized, slice))
    },
    deleted: async ({ iden }) => refresh(await someChatsWith(db, iden, slice)),
  }
}
