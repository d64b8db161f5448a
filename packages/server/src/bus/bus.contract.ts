import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bus } from './bus.ts'

/** What every bus must do. `open` gives a pair that hears each other: two nodes, or twice the same one. */
export function busContract(name: string, open: () => Promise<{ one: Bus; other: Bus; errors: unknown[] }>): void {
  describe(`bus: ${name}`, () => {
    let one: Bus
    let other: Bus
    let errors: unknown[]
    beforeEach(async () => {
      ;({ one, other, errors } = await open())
    })
    afterEach(async () => {
      await one.close()
      await other.close()
    })

    /** Keeps what arrives; `seen(n)` waits until there are n. */
    async function listen(bus: Bus, subject: string) {
      const messages: unknown[] = []
      let wake = () => {}
      const stop = await bus.subscribe(subject, (message) => {
        messages.push(message)
        wake()
      })
      const seen = async (count: number) => {
        while (messages.length < count) await new Promise<void>((resolve) => (wake = resolve))
        return messages
      }
      return { messages, seen, stop }
    }

    test('what one node publishes another hears, in order', async () => {
      const heard = await listen(other, 'box.a')
      for (let index = 0; index < 100; index++) one.publish('box.a', { index })
      expect(await heard.seen(100)).toEqual(Array.from({ length: 100 }, (_, index) => ({ index })))
    })

    test('every listener of a subject hears it, those of other subjects do not', async () => {
      const first = await listen(one, 'box.a')
      const second = await listen(other, 'box.a')
      const elsewhere = await listen(other, 'box.b')
      one.publish('box.a', 1)
      one.publish('box.b', 2)
      expect(await first.seen(1)).toEqual([1])
      expect(await second.seen(1)).toEqual([1])
      expect(await elsewhere.seen(1)).toEqual([2])
    })

    test('who has stopped hears nothing more', async () => {
      const stopped = await listen(one, 'box.a')
      const stays = await listen(one, 'box.a')
      stopped.stop()
      stopped.stop()
      one.publish('box.a', 1)
      expect(await stays.seen(1)).toEqual([1])
      expect(stopped.messages).toEqual([])
    })

    test('a listener that throws harms nobody else', async () => {
      await one.subscribe('box.a', () => {
        throw new Error('mine')
      })
      const stays = await listen(one, 'box.a')
      one.publish('box.a', 1)
      expect(await stays.seen(1)).toEqual([1])
      expect(errors).toHaveLength(1)
    })
  })
}
