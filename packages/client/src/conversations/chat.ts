import { type Chat, createChat, deleteChat, updateChat } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ChatActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly Chat[]>
  /** The chat with an address: the one there is, or a new one. @throws Refusal */
  start(email: string): Promise<Chat>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openChats(parts: WriteDeps): ChatActions {
  const { create, update, remove } = openWrites(parts, 'chats', 'Chat')
  return {
    $all: newestCreatedFirst(parts.mirror.of('chats')),
    start: (email) => create(createChat, { email }),
    setMuted: (iden, muted) => update(updateChat, { iden, muted }),
    remove: (iden) => remove(deleteChat, iden),
  }
}
