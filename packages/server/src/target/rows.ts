import type { Reader } from '../db/db.ts'
import type { ProcessorTime } from '../processor/time.ts'
import { addKnown, type Known, type KnownPeople } from './rules.ts'

/** The maximum people of each kind that are searched, latest first, and how many are read at a time. */
const most = { known: 5_000, atOnce: 250 }

/**
 * Adds an account's contacts and everyone in its chats, including hidden ones; every push to or from a person creates a chat. Returns false
 * if time ran out.
 */
export async function readKnown(reader: Reader, owner: string, people: KnownPeople, time: ProcessorTime): Promise<boolean> {
  for (const sql of [knownContacts, knownPartners]) {
    let before = Number.MAX_SAFE_INTEGER
    for (let read = 0; read < most.known; read += most.atOnce) {
      const from = before
      const some = await time.ask(() => reader.all<Known>(sql, [owner, from, most.atOnce]))
      if (!(await time.run(addKnown(people, some)))) return false
      if (some.length < most.atOnce) break
      before = some.at(-1)?.modified ?? 0
    }
  }
  return true
}

const knownContacts = `
  SELECT 'contact' AS source, contact.active, contact.name, contact.email, contact.email_normalized,
    COALESCE(contact.image_url, account.image_url) AS image_url, contact.modified, account.iden AS user_iden,
    COALESCE(block.active, 0) AS blocked
  FROM contact
  LEFT JOIN account ON account.email_normalized = contact.email_normalized
  LEFT JOIN block ON block.owner = contact.owner AND block.with_email_normalized = contact.email_normalized
  WHERE contact.owner = $1 AND contact.modified < $2 AND contact.active = 1
  ORDER BY contact.modified DESC LIMIT $3`

const knownPartners = `
  SELECT 'chat' AS source, chat.active, COALESCE(account.name, chat.with_name) AS name, chat.with_email AS email,
    chat.with_email_normalized AS email_normalized, COALESCE(account.image_url, chat.with_image_url) AS image_url, chat.modified,
    account.iden AS user_iden, COALESCE(block.active, 0) AS blocked
  FROM chat
  LEFT JOIN account ON account.email_normalized = chat.with_email_normalized
  LEFT JOIN block ON block.owner = chat.owner AND block.with_email_normalized = chat.with_email_normalized
  WHERE chat.owner = $1 AND chat.modified < $2
  ORDER BY chat.modified DESC LIMIT $3`
