// Lists the chats of the account, and starts, mutes and deletes them.

import { type Chat, createChat, deleteChat, updateChat } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ChatActions {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly Chat[]>
  /** Returns the existing chat with an address, or creates one. @throws Refusal */
  start(email: string): Promise<Chat>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openChats(deps: WriteDeps): ChatActions {
  const { create, update, remove } = openWrites(deps, 'chats', 'Chat')
  return {
    $all: newestCreatedFirst(deps.mirror.of('chats')),
    start: (email) => create(createChat, { email }),
    setMuted: (iden, muted) => update(updateChat, { iden, muted }),
    remove: (iden) => remove(deleteChat, iden),
  }
}
