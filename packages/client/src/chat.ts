import { createChat, deleteChat, updateChat } from '@waypost/protocol'
import type { ChatActions } from './actions.ts'
import { newestCreatedFirst, openWrites, type WriteParts } from './writes.ts'

export function openChats(parts: WriteParts): ChatActions {
  const { create, update, remove } = openWrites(parts, 'chats', 'Chat')
  return {
    $all: newestCreatedFirst(parts.mirror.of('chats')),
    start: (email) => create(createChat, { email }),
    setMuted: (iden, muted) => update(updateChat, { iden, muted }),
    remove: (iden) => remove(deleteChat, iden),
  }
}
