import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bus } from './bus.ts'

/** The contract of every bus. `open` returns a connected pair: two nodes, or the same node twice. */
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

    test('a subject is heard for as long as it has a listener', async () => {
      const [first, second] = [await listen(one, 'box.a'), await listen(one, 'box.a')]
      expect(one.isHeard('box.a')).toBe(true)
      first.stop()
      expect(one.isHeard('box.a')).toBe(true)
      second.stop()
      const elsewhere = await listen(other, 'box.a')
      expect(one.isHeard('box.a')).toBe(true)
      elsewhere.stop()
      expect(one.isHeardHere('box.a')).toBe(false)
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

    test('what is published right after a listener was there is heard, however many come and go', async () => {
      for (let round = 0; round < 50; round++) {
        const heard = await listen(other, 'box.a')
        one.publish('box.a', round)
        expect(await heard.seen(1)).toEqual([round])
        heard.stop()
      }
    })

    test('one who stops does not end it for another on the same node', async () => {
      const [leaves, stays] = await Promise.all([listen(other, 'box.a'), listen(other, 'box.a')])
      leaves.stop()
      one.publish('box.a', 1)
      expect(await stays.seen(1)).toEqual([1])
    })

    test('a message that is too big to be carried is heard in its shorter form, in its turn', async () => {
      const heard = await listen(other, 'box.a')
      const long = 'ä'.repeat(2_000_000)
      one.publish('box.a', 1)
      one.publish('box.a', { long }, () => ({ long: false }))
      one.publish('box.a', 3)
      const [first, second, third] = await heard.seen(3)
      expect([first, third]).toEqual([1, 3])
      expect([long, false]).toContain((second as { long: unknown }).long)
      expect(errors).toEqual([])
    })

    test('text of every kind arrives as it was', async () => {
      const heard = await listen(other, 'box.a')
      const message = { text: '\u0000 \r\n "quoted" \u2028 ä 😀', list: [null, 1.5, true] }
      one.publish('box.a', message)
      expect(await heard.seen(1)).toEqual([message])
    })

    test('flush is kept, also when there was nothing to say', async () => {
      await one.flush()
      one.publish('box.a', 1)
      await one.flush()
    })

    test('a listener that throws harms no other', async () => {
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
