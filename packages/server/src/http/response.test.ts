import { expect, test } from 'vitest'
import { JsonText, jsonOf } from './json-text.ts'
import { inTurns } from './response.ts'

test('while a long response is produced, others have their turns', async () => {
  let turns = 0
  let ended = false
  const count = () => {
    turns++
    if (!ended) setImmediate(count)
  }
  setImmediate(count)
  function* slow() {
    for (let index = 0; index < 5; index++) {
      const start = performance.now()
      while (performance.now() - start < 10);
      yield index
    }
  }
  const pieces: number[] = []
  for await (const piece of inTurns(slow())) pieces.push(piece)
  ended = true
  expect(pieces).toEqual([0, 1, 2, 3, 4])
  expect(turns).toBeGreaterThanOrEqual(4)
})

test('JSON that is stored is sent as it is, alone and as a field', () => {
  expect(jsonOf(new JsonText('{"a": 1}'))).toBe('{"a": 1}')
  expect(jsonOf({ data: new JsonText('[ ]'), none: undefined, name: 'b' })).toBe('{"data":[ ],"name":"b"}')
  expect(jsonOf({ name: 'b', none: undefined })).toBe('{"name":"b"}')
})
