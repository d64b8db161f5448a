// Lists and changes the account's relations to other people: chats, contacts and blocks.

import {
  type Block,
  type Chat,
  type Contact,
  createBlock,
  createChat,
  createContact,
  deleteBlock,
  deleteChat,
  deleteContact,
  normalizeEmail,
  Refusal,
  updateChat,
  updateContact,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { PlaceInList } from '../history/target.ts'
import { byLowercase, newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ChatActions {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly Chat[]>
  /** Returns the existing chat with an address, or creates one. @throws Refusal */
  start(email: string): Promise<Chat>
  /** `until` in seconds; without it, a mute has no end. */
  setMuted(iden: string, muted: boolean, until?: number): Promise<boolean>
  place(iden: string, place: PlaceInList): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openChats(deps: WriteDeps): ChatActions {
  const { create, update, remove } = openWrites(deps, 'chats', 'Chat')
  return {
    $all: newestCreatedFirst(deps.mirror.of('chats')),
    start: (email) => create(createChat, { email }),
    setMuted: (iden, muted, muted_until) => update(updateChat, { iden, muted, muted_until }),
    place: (iden, place) => update(updateChat, { iden, ...place }),
    remove: (iden) => remove(deleteChat, iden),
  }
}

export interface ContactActions {
  /** Sorted by lower-case name. */
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

export interface BlockActions {
  /** Sorted by name. */
  readonly $all: ReadableAtom<readonly Block[]>
  /** By address. Screens that must stay up to date read it from `$all`. */
  find(email: string): Block | undefined
  /** Blocks an address, then deletes the chat with it. Returns false if either failed; if the block failed, the chat stays. */
  add(email: string): Promise<boolean>
  /** Unblocks, and restores the chat in the list, with its name and its last message. */
  remove(iden: string): Promise<boolean>
}

export function openBlocks(deps: WriteDeps, chats: ChatActions): BlockActions {
  const { create, remove } = openWrites(deps, 'blocks', 'Block')
  const { mirror } = deps
  return {
    $all: byLowercase(mirror.of('blocks'), ({ user }) => user?.name || user?.email || ''),
    find(email) {
      const wanted = normalizeEmail(email)
      for (const block of mirror.of('blocks').get().entries.values()) if (block.user?.email_normalized === wanted) return block
      return undefined
    },
    async add(email) {
      try {
        await create(createBlock, { email })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return false
      }
      const wanted = normalizeEmail(email)
      for (const { iden, with: other } of mirror.of('chats').get().entries.values()) {
        if (other?.email_normalized === wanted) return chats.remove(iden)
      }
      return true
    },
    async remove(iden) {
      const email = mirror.of('blocks').get().entries.get(iden)?.user?.email
      const removed = await remove(deleteBlock, iden)
      // A refusal is reported; the person is unblocked anyway.
      if (removed && email?.includes('@')) await chats.start(email).catch(() => {})
      return removed
    },
  }
}
