// Lists the contacts of the address book, and creates, renames and deletes them.

import { type Contact, createContact, deleteContact, updateContact } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { byLowercase, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ContactActions {
  /** Sorted by name, in lower case. */
  readonly $all: ReadableAtom<readonly Contact[]>
  /** Creates a contact, or renames the one with the same address. @throws Refusal */
  create(fields: { name: string; email: string }): Promise<Contact>
  rename(iden: string, name: string): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openContacts(deps: WriteDeps): ContactActions {
  const { create, update, remove } = openWrites(deps, 'contacts', 'Contact')
  return {
    $all: byLowercase(deps.mirror.of('contacts'), ({ name, email }) => name || email || ''),
    create: (fields) => create(createContact, fields),
    rename: (iden, name) => update(updateContact, { iden, name }),
    remove: (iden) => remove(deleteContact, iden),
  }
}
