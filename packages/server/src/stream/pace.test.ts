import { expect, test } from 'vitest'
import { busInMemory } from '../bus/memory.ts'
import { type BoxChanged, boxSubject } from '../change.ts'
import { Hub } from './hub.ts'

const caller = { account: { iden: 'a' }, token: 't' } as Parameters<Hub['streamLines']>[0]

/** An answer that is never read: what is written to it piles up. */
function stuckReader() {
  const written: string[] = []
  const state = { ended: false, writableLength: 0 }
  const response = {
    writeHead: () => response,
    on: () => response,
    write(text: string) {
      written.push(text)
      state.writableLength += text.length
      return false
    },
    end() {
      state.ended = true
      return response
    },
    get writableLength() {
      return state.writableLength
    },
  }
  return { written, state, response: response as unknown as Parameters<Hub['streamLines']>[2] }
}

test('every listener gets a nop within each turn of the clock', async () => {
  const bus = busInMemory(() => {})
  const hub = new Hub({ bus, findCaller: async () => undefined, nopEvery: 28 })
  const readers = Array.from({ length: 5 }, stuckReader)
  for (const { response } of readers) await hub.streamLines(caller, false, response)
  const nops = (reader: ReturnType<typeof stuckReader>) => reader.written.filter((text) => text === '{"type":"nop"}\n').length
  while (!readers.every((reader) => nops(reader) >= 3)) await new Promise(setImmediate)
  hub.close()
})

test('a reader that does not read is told to come back instead of being buffered without end', async () => {
  const bus = busInMemory(() => {})
  const hub = new Hub({ bus, findCaller: async () => undefined })
  const { written, state, response } = stuckReader()
  await hub.streamLines(caller, true, response)
  const push = { iden: 'p', active: true, created: 1, modified: 1, body: 'x'.repeat(100_000) }
  const message: BoxChanged = { after: 1, modified: 2, objects: { pushes: [push] } }
  for (let count = 0; count < 20 && !state.ended; count++) bus.publish(boxSubject('a'), message)
  expect(state.ended).toBe(true)
  expect(written.at(-1)).toBe('{"type":"reconnect"}\n')
  expect(state.writableLength).toBeLessThan(1_300_000)
  hub.close()
})
