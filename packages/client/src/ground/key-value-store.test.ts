import { expect, test } from 'vitest'
import { savedContract } from './key-value-store.contract.ts'
import { inMemoryStore } from './key-value-store.ts'

savedContract('memory', inMemoryStore)

test('SYNC-013 erasing frees the space of a text, once', () => {
  const saved = inMemoryStore(1_000)
  const fits = (size: number) => {
    try {
      saved.write('text', 'x'.repeat(size))
      return true
    } catch {
      return false
    }
  }
  for (let round = 0; round < 3; round++) {
    expect([fits(997), fits(996)]).toEqual([false, true])
    saved.write('text', 'short')
    saved.erase('text')
    saved.erase('text')
  }
})
