import { type Chat, normalizeEmail } from '@waypost/protocol'
import { type MuteColumns, muteObject, notMuted, notPlaced, type PlaceColumns, placeObject } from '../account/arranged.ts'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { objectIden } from '../iden.ts'
import { filled } from '../objects.ts'

export const chatsPerAccount = 20_000

/** The columns `with_...` are the other person's; `with_iden` is null if they have no account. */
interface ChatRow extends SyncedRow, MuteColumns, PlaceColumns {
  with_iden: string | null
  with_email: string
  with_email_normalized: string
  with_name: string | null
  with_image_url: string | null
}

/** The boxes that one slice writes to when a person's account changes. */
export const peopleSlice = 50

/** The other person of a chat. */
export interface Person {
  iden: string | null
  email: string
  email_normalized: string
  name: string | null
  image_url: string | null
}

/** Saves a chat. `asked` is false if its owner didn't request it: then it is saved even over the limit. */
export const saveChat = (tx: Change, chat: ChatRow, asked = true) => saveSynced(tx, chats, chat, { asked })

/** A chat as a tombstone. It keeps the address, so that it can be found and reopened. */
export const hidden = (chat: ChatRow): ChatRow => ({
  ...chat,
  ...notMuted,
  ...notPlaced,
  active: 0,
  with_name: null,
  with_image_url: null,
})

/**
 * Finds or creates the chat with a person, unhides it and updates the person's name and picture.
 * @param asked false if the other person opens it: then it opens even over the limit
 * @throws Refusal `forbidden` and others when the limit is reached
 */
export async function openChat(tx: Change, owner: string, person: Person, asked = true): Promise<ChatRow> {
  const chat = await findChatAt(tx, owner, person.email_normalized)
  const facts = {
    with_iden: person.iden,
    with_email: person.iden === null && chat ? chat.with_email : person.email,
    with_name: person.name,
    with_image_url: person.image_url,
  }
  if (!chat) {
    const iden = objectIden(owner)
    const fresh = { iden, owner, active: 1, created: 0, modified: 0, ...notMuted, ...notPlaced }
    return saveChat(tx, { ...fresh, with_email_normalized: person.email_normalized, ...facts }, asked)
  }
  const same =
    chat.active === 1 &&
    chat.with_iden === facts.with_iden &&
    chat.with_email === facts.with_email &&
    chat.with_name === facts.with_name &&
    chat.with_image_url === facts.with_image_url
  return same ? chat : saveChat(tx, { ...chat, ...facts, active: 1 }, asked)
}

/** A batch of chats, in any box, with a person who has an account. */
export const someChatsWith = (reader: Reader, person: string, most: number) =>
  reader.all<ChatRow>('SELECT * FROM chat WHERE with_iden = $1 LIMIT $2', [person, most])

/** A batch of chats, in any box, with a person whose account has changed, by iden. */
export const someOutdatedChats = (reader: Reader, person: Account, most: number) =>
  reader.all<ChatRow>(
    `SELECT * FROM chat WHERE with_iden = $1 AND (with_email <> $2 OR with_email_normalized <> $3
       OR (active = 1 AND (COALESCE(with_name, '') <> $4 OR COALESCE(with_image_url, '') <> $5)))
     ORDER BY iden LIMIT $6`,
    [person.iden, person.email, person.email_normalized, person.name ?? '', person.image_url ?? '', most],
  )

/** A box's chat with an address, hidden or not. */
export const findChatAt = (reader: Reader, owner: string, normalized: string) =>
  reader.one<ChatRow>('SELECT * FROM chat WHERE owner = $1 AND with_email_normalized = $2', [owner, normalized])

/** A batch of chats, in any box, with an address that had no account when they were last written. */
export const someChatsAt = (reader: Reader, normalized: string, most: number) =>
  reader.all<ChatRow>('SELECT * FROM chat WHERE with_email_normalized = $1 AND with_iden IS NULL AND active = 1 LIMIT $2', [
    normalized,
    most,
  ])

/** A chat as its owner sees it. */
export const chatObject = (row: ChatRow): Chat =>
  syncedObject(row, () => ({
    ...muteObject(row),
    ...placeObject(row),
    with: {
      type: row.with_iden === null ? 'email' : 'user',
      email: row.with_email,
      email_normalized: row.with_email_normalized,
      ...filled({ iden: row.with_iden, name: row.with_name, image_url: row.with_image_url }),
    },
  }))

export const chats = savedTable('chats', 'chat', chatObject, {
  changing: [
    'muted',
    'muted_until',
    'pinned',
    'archived',
    'with_iden',
    'with_email',
    'with_email_normalized',
    'with_name',
    'with_image_url',
  ],
  room: { most: chatsPerAccount, names: 'chats', advice: 'Hide some first.', claims: true },
})

/** The person at an address, filled from the account if there is one. */
export function personAt(address: string, account: Account | undefined): Person {
  if (account) return account
  return { iden: null, email: address, email_normalized: normalizeEmail(address), name: null, image_url: null }
}
