// Dismisses incoming pushes one after another.

import { updatePush } from '@waypost/protocol'
import type { WriteDeps } from '../sync/writes.ts'

/** The most pending dismissals. When more arrive at once, the newest are dismissed here, and the rest when they are read. */
const mostWaiting = 25

/** @returns a function that dismisses the push with an iden, once, and resolves when it is done or was dropped */
export function openDismissals({ callRaw, mirror, failures }: WriteDeps): (iden: string) => Promise<void> {
  const asked = new Set<string>()
  const waiting: { iden: string; key: string; done(): void }[] = []
  let running = false

  /** A reminder makes a push unread again, so it is dismissed once more. */
  const keyOf = (iden: string) => `${iden} ${mirror.of('pushes').get().entries.get(iden)?.reminded ?? ''}`
  const isOver = (iden: string) => mirror.of('pushes').get().entries.get(iden)?.dismissed === true

  async function workOff(): Promise<void> {
    running = true
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { iden, key, done } = next
      // It may have been read meanwhile.
      const worked =
        isOver(iden) ||
        (await failures.attempt('updating', 'Push', async () => {
          mirror.take('pushes', await callRaw(updatePush, { iden, dismissed: true }))
        }))
      if (!worked) asked.delete(key)
      done()
    }
    running = false
  }

  return (iden) =>
    new Promise((done) => {
      const key = keyOf(iden)
      if (asked.has(key) || isOver(iden)) return done()
      asked.add(key)
      waiting.push({ iden, key, done })
      if (waiting.length > mostWaiting) {
        const left = waiting.shift()
        left?.done()
        if (left) asked.delete(left.key)
      }
      if (!running) void workOff()
    })
}
