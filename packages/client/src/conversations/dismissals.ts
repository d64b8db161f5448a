// Dismisses incoming pushes one after another.

import { updatePush } from '@waypost/protocol'
import type { WriteDeps } from '../sync/writes.ts'

/** How many wait at most. Where more arrive at once, the newest are dismissed here, and the others when they are read. */
const mostWaiting = 25

/** @returns a function that dismisses the push with an iden, once, and resolves when it is done or left */
export function openDismissals({ callRaw, mirror, failures }: WriteDeps): (iden: string) => Promise<void> {
  const asked = new Set<string>()
  const waiting: { iden: string; done(): void }[] = []
  let running = false

  const isOver = (iden: string) => mirror.of('pushes').get().entries.get(iden)?.dismissed === true

  async function workOff(): Promise<void> {
    running = true
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { iden, done } = next
      // It may have been read meanwhile.
      const worked =
        isOver(iden) ||
        (await failures.attempt('updating', 'Push', async () => {
          mirror.take('pushes', await callRaw(updatePush, { iden, dismissed: true }))
        }))
      if (!worked) asked.delete(iden)
      done()
    }
    running = false
  }

  return (iden) =>
    new Promise((done) => {
      if (asked.has(iden) || isOver(iden)) return done()
      asked.add(iden)
      waiting.push({ iden, done })
      if (waiting.length > mostWaiting) {
        const left = waiting.shift()
        left?.done()
        if (left) asked.delete(left.iden)
      }
      if (!running) void workOff()
    })
}
