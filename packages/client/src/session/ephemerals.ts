// Sends ephemerals, and passes received ones to listeners, decrypted.

import { listeners } from '../ground/listeners.ts'
import { isRecord } from '../ground/objects.ts'
import { isSealed } from './encryption.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'

interface Deps {
  seal: Seal
  send(push: Record<string, unknown>): Promise<unknown>
}

export function openEphemerals({ seal, send }: Deps) {
  const { on, emit } = listeners<Ephemeral>()
  // Decrypting takes a moment, and messages must stay in order.
  let last: Promise<void> = Promise.resolve()
  let opening = 0

  async function open(push: Record<string, unknown>): Promise<void> {
    const opened = isSealed(push) ? await seal.open({ ...push, ciphertext: push.whole ?? push.ciphertext }) : push
    if (isEphemeral(opened)) emit(opened)
  }

  return {
    on,
    receive(push: unknown): void {
      if (!isRecord(push)) return
      if (!isSealed(push) && opening === 0) {
        if (isEphemeral(push)) emit(push)
        return
      }
      opening++
      const next = () => open(push)
      // A failed one does not stop those after it.
      last = last.then(next, next).finally(() => opening--)
    },
    /** @throws Refusal */
    async send(push: Ephemeral, short?: Ephemeral): Promise<void> {
      const sealed = await seal.close(push)
      await send(short && isSealed(sealed) ? { ...(await seal.close(short)), whole: sealed.ciphertext } : sealed)
    },
  }
}

function isEphemeral(push: Record<string, unknown> | undefined): push is Ephemeral {
  return push !== undefined && typeof push.type === 'string'
}
