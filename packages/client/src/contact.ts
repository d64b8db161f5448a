import { createContact, deleteContact, updateContact } from '@waypost/protocol'
import type { ContactActions } from './actions.ts'
import { byLowercase, openWrites, type WriteParts } from './writes.ts'

export function openContacts(parts: WriteParts): ContactActions {
  const { create, update, remove } = openWrites(parts, 'contacts', 'Contact')
  return {
    $all: byLowercase(parts.mirror.of('contacts'), ({ name, email }) => name || email || ''),
    create: (fields) => create(createContact, fields),
    rename: (iden, name) => update(updateContact, { iden, name }),
    remove: (iden) => remove(deleteContact, iden),
  }
}
