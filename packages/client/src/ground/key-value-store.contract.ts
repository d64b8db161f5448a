import { Refusal } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import type { KeyValueStore } from './key-value-store.ts'

/**
 * The contract of `Saved`. `make` returns an empty one; with `room` it holds about that many UTF-16 units and not more, if the engine
 * supports that.
 */
export function savedContract(name: string, make: (room?: number) => KeyValueStore | Promise<KeyValueStore>): void {
  describe(`${name} satisfies the contract of Saved`, () => {
    test('a text is read back unchanged', async () => {
      const saved = await make()
      const text = 'Grüße\n "quoted" 🐈 end '
      saved.write('key', text)
      saved.write('other', '')
      expect(saved.read('key')).toBe(text)
      expect(saved.read('other')).toBe('')
      expect(saved.read('missing')).toBeUndefined()
    })

    test('a later text replaces the earlier one', async () => {
      const saved = await make()
      saved.write('key', 'one')
      saved.write('key', 'two')
      expect(saved.read('key')).toBe('two')
      expect(saved.keys('')).toEqual(['key'])
    })

    test('an erased key is gone, and erasing a missing key does nothing', async () => {
      const saved = await make()
      saved.write('key', 'text')
      saved.erase('key')
      saved.erase('key')
      expect(saved.read('key')).toBeUndefined()
      expect(saved.keys('')).toEqual([])
    })

    test('keys are found by prefix', async () => {
      const saved = await make()
      for (const key of ['mirror.a', 'mirror.pushes.email:ann@example.org', 'mirrored', 'outbox.1', '__proto__', 'length']) {
        saved.write(key, key)
      }
      expect(saved.keys('mirror.').sort()).toEqual(['mirror.a', 'mirror.pushes.email:ann@example.org'])
      expect(saved.keys('outbox.')).toEqual(['outbox.1'])
      expect(saved.keys('')).toHaveLength(6)
      expect(saved.keys('nothing')).toEqual([])
      expect(saved.read('toString')).toBeUndefined()
    })

    test('keys may be erased while they are iterated', async () => {
      const saved = await make()
      for (let index = 0; index < 20; index++) saved.write(`key.${index}`, 'text')
      for (const key of saved.keys('key.')) saved.erase(key)
      expect(saved.keys('')).toEqual([])
    })

    test('SYNC-013 if storage is full, a write is refused and the old text stays', async () => {
      const saved = await make(10_000)
      saved.write('small', 'before')
      saved.write('large', 'x'.repeat(1_000))
      const refusal = refusalOf(() => saved.write('large', 'y'.repeat(100_000_000)))
      expect(refusal.code).toBe('storage_full')
      expect(saved.read('large')).toBe('x'.repeat(1_000))
      expect(saved.read('small')).toBe('before')
      saved.erase('large')
      saved.write('small', 'after')
      expect(saved.read('small')).toBe('after')
    })
  })
}

function refusalOf(work: () => void): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
