import { type Chat, createChat, deleteChat, Refusal, updateChat } from '@waypost/protocol'
import type { Calls } from './call.ts'
import type { ChatActions } from './client.ts'
import { newestCreatedFirst } from './device.ts'
import type { Failures } from './failure.ts'
import type { OpenMirror } from './mirror.ts'

export function openChats({ ask, mirror, failures }: { ask: Calls['ask']; mirror: OpenMirror; failures: Failures }): ChatActions {
  return {
    $all: newestCreatedFirst<Chat>(mirror.of('chats')),
    async start(email) {
      try {
        return mirror.take('chats', await ask(createChat, { email }))
      } catch (error) {
        if (error instanceof Refusal) failures.tell('creating', 'Chat', error)
        throw error
      }
    },
    async setMuted(iden, muted) {
      await failures.attempt('updating', 'Chat', async () => {
        mirror.take('chats', await ask(updateChat, { iden, muted }))
      })
    },
    async remove(iden) {
      if (await failures.attempt('deleting', 'Chat', () => ask(deleteChat, { iden }))) mirror.remove('chats', iden)
    },
  }
}
