// Sends ephemerals, and passes received ones to listeners, decrypted.

import { listeners } from '../ground/listeners.ts'
import { isRecord } from '../ground/objects.ts'
import { isSealed } from './encryption.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'

/** Messages that the live stream relays without storing them. */
interface Ephemerals {
  on(listener: (ephemeral: Ephemeral) => void): () => void
  /** Takes the content of a frame, and decrypts it if necessary. */
  receive(push: unknown): void
  /** @throws Refusal */
  send(push: Ephemeral): Promise<void>
}

interface Deps {
  seal: Seal
  send(push: Record<string, unknown>): Promise<unknown>
}

export function openEphemerals({ seal, send }: Deps): Ephemerals {
  const { on, emit } = listeners<Ephemeral>()
  // Decrypting takes a moment, and messages must stay in order.
  let last: Promise<void> = Promise.resolve()
  let opening = 0

  async function open(push: Record<string, unknown>): Promise<void> {
    const opened = isSealed(push) ? await seal.open(push) : push
    if (isEphemeral(opened)) emit(opened)
  }

  return {
    on,
    receive(push) {
      if (!isRecord(push)) return
      if (!isSealed(push) && opening === 0) {
        if (isEphemeral(push)) emit(push)
        return
      }
      opening++
      last = last.then(() => open(push)).finally(() => opening--)
    },
    async send(push) {
      await send(await seal.close(push))
    },
  }
}

function isEphemeral(push: Record<string, unknown> | undefined): push is Ephemeral {
  return push !== undefined && typeof push.type === 'string'
}
