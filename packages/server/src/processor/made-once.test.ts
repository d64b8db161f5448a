import { expect, test } from 'vitest'
import { madeOnce } from './made-once.ts'

test('those who ask at once share one attempt; a failure is not kept, and a value is', async () => {
  let made = 0
  const value = madeOnce(async () => {
    if (++made === 1) throw new Error('too many open files')
    return made
  })
  expect((await Promise.allSettled([value(), value()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
  expect(await value()).toBe(2)
})
