// Reads the people whom an account knows, from its contacts and chats.

import type { Reader } from '../db/db.ts'

/** A person known to an account. `user_iden` is the account with that address, null without one. */
export interface Known {
  source: 'contact' | 'chat'
  /** 1 for a contact, and for a chat that is shown. */
  active: number
  name: string | null
  email: string
  email_normalized: string
  image_url: string | null
  modified: number
  user_iden: string | null
  /** 1 if the account blocks the person. */
  blocked: number
}

/** The most people of each kind that are searched, the latest first. */
const maxKnown = 5_000

/** The contacts of an account and everyone in its chats, including hidden ones. Every push to or from a person creates a chat. */
export async function peopleKnown(reader: Reader, owner: string): Promise<Known[]> {
  const contacts = await reader.all<Known>(knownContacts, [owner, maxKnown])
  return [...contacts, ...(await reader.all<Known>(knownPartners, [owner, maxKnown]))]
}

const knownContacts = `
  SELECT 'contact' AS source, contact.active, contact.name, contact.email, contact.email_normalized,
    COALESCE(contact.image_url, account.image_url) AS image_url, contact.modified, account.iden AS user_iden,
    COALESCE(block.active, 0) AS blocked
  FROM contact
  LEFT JOIN account ON account.email_normalized = contact.email_normalized
  LEFT JOIN block ON block.owner = contact.owner AND block.with_email_normalized = contact.email_normalized
  WHERE contact.owner = $1 AND contact.active = 1
  ORDER BY contact.modified DESC LIMIT $2`

const knownPartners = `
  SELECT 'chat' AS source, chat.active, COALESCE(account.name, chat.with_name) AS name, chat.with_email AS email,
    chat.with_email_normalized AS email_normalized, COALESCE(account.image_url, chat.with_image_url) AS image_url, chat.modified,
    account.iden AS user_iden, COALESCE(block.active, 0) AS blocked
  FROM chat
  LEFT JOIN account ON account.email_normalized = chat.with_email_normalized
  LEFT JOIN block ON block.owner = chat.owner AND block.with_email_normalized = chat.with_email_normalized
  WHERE chat.owner = $1
  ORDER BY chat.modified DESC LIMIT $2`
