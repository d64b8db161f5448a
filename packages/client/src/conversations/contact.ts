import { type Contact, createContact, deleteContact, updateContact } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { byLowercase, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ContactActions {
  /** By name, in lower case. */
  readonly $all: ReadableAtom<readonly Contact[]>
  /** The one with the same address is renamed instead of doubled. @throws Refusal */
  create(fields: { name: string; email: string }): Promise<Contact>
  rename(iden: string, name: string): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openContacts(parts: WriteDeps): ContactActions {
  const { create, update, remove } = openWrites(parts, 'contacts', 'Contact')
  return {
    $all: byLowercase(parts.mirror.of('contacts'), ({ name, email }) => name || email || ''),
    create: (fields) => create(createContact, fields),
    rename: (iden, name) => update(updateContact, { iden, name }),
    remove: (iden) => remove(deleteContact, iden),
  }
}
