// Lists the blocks of the account, and blocks and unblocks addresses.

import { type Block, createBlock, deleteBlock, normalizeEmail, Refusal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { byLowercase, openWrites, type WriteDeps } from '../sync/writes.ts'
import type { ChatActions } from './chat.ts'

export interface BlockActions {
  /** Sorted by name. */
  readonly $all: ReadableAtom<readonly Block[]>
  /** The block of an address. Screens that must stay up to date read it from `$all`. */
  find(email: string): Block | undefined
  /** Blocks an address, then deletes the chat with it. Returns false if either failed; if the block failed, the chat stays. */
  add(email: string): Promise<boolean>
  /** Unblocks, and brings back the chat: it is in the list again, with its name and its last message. */
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
      // A refusal is reported; the person is unblocked all the same.
      if (removed && email?.includes('@')) await chats.start(email).catch(() => {})
      return removed
    },
  }
}
