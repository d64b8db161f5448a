import { type Contact, normalizeEmail } from '@waypost/protocol'
import type { Change } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { newRow, type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

export const contactsPerAccount = 20_000

interface ContactRow extends SyncedRow {
  name: string | null
  email: string
  email_normalized: string
  image_url: string | null
}

/** Facts about a person; absent ones stay unchanged. */
export interface ContactFacts {
  name?: string | undefined
  email: string
  image_url?: string | undefined
}

/** Finds or creates the contact with an address. @param known whether an existing contact takes the new name or keeps its own */
export async function openContact(
  tx: Change,
  owner: string,
  facts: ContactFacts,
  known: 'rename' | 'keep' = 'rename',
): Promise<ContactRow> {
  const normalized = normalizeEmail(facts.email)
  const contact = await findContactByEmail(tx, owner, normalized)
  const before = contact?.active ? contact : undefined
  const name = (known === 'keep' ? before?.name : undefined) ?? facts.name ?? before?.name ?? null
  const image_url = facts.image_url ?? before?.image_url ?? null
  if (before && before.name === name && before.image_url === image_url) return before
  return saveContact(tx, {
    ...newRow(owner, contact?.iden, contact?.created),
    name,
    email: before?.email ?? facts.email,
    email_normalized: normalized,
    image_url,
  })
}

/** Saves a contact. */
export const saveContact = (tx: Change, contact: ContactRow) => saveSynced(tx, contacts, contact)

/** A contact as its owner sees it. */
export const contactObject = (row: ContactRow): Contact =>
  syncedObject(row, () => ({
    ...filled({ name: row.name, email: row.email, email_normalized: row.email_normalized, image_url: row.image_url }),
  }))

export const contacts = savedTable('contacts', 'contact', contactObject, {
  fixed: ['email_normalized'],
  changing: ['name', 'email', 'image_url'],
  room: { most: contactsPerAccount, names: 'contacts', advice: 'Delete some first.', claims: true },
})

const findContactByEmail = (reader: Reader, owner: string, normalized: string) =>
  reader.one<ContactRow>('SELECT * FROM contact WHERE owner = $1 AND email_normalized = $2', [owner, normalized])
