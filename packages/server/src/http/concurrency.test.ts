import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency.ts'

test('an account has so many turns at once; the others wait, and take theirs in the order in which they came', async () => {
  const turns = new ConcurrencyLimit({ concurrency: 2 })
  const first = await turns.acquire('a')
  const second = await turns.acquire('a')
  const order: string[] = []
  const waiting = ['third', 'fourth'].map(async (name) => {
    const end = await turns.acquire('a')
    order.push(name)
    return end
  })
  await turns.acquire('b')
  expect(order).toEqual([])
  first()
  // Ended twice it gives no second turn.
  first()
  const third = await waiting[0]
  expect(order).toEqual(['third'])
  second()
  await waiting[1]
  expect(order).toEqual(['third', 'fourth'])
  third?.()
})

test('who waits too long, or comes when too many wait, is told when to come back', async () => {
  const turns = new ConcurrencyLimit({ concurrency: 1, maxWaiting: 1, timeout: 20 })
  const end = await turns.acquire('a')
  const late = turns.acquire('a')
  await expect(turns.acquire('a')).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  await expect(late).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  end()
  ;(await turns.acquire('a'))()
})
