import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency.ts'

test('an account has so many turns at once; the others wait, and take theirs in the order in which they came', async () => {
  const turns = new ConcurrencyLimit({ concurrency: 2 })
  const first = await turns.acquire('a')
  const second = await turns.acquire('a')
  const order: string[] = []
  const waiting = ['third', 'fourth'].map(async (name) => {
    const turn = await turns.acquire('a')
    order.push(name)
    return turn
  })
  await turns.acquire('b')
  expect(order).toEqual([])
  first.end()
  // Ending it twice frees no second slot.
  first.end()
  const third = await waiting[0]
  expect(order).toEqual(['third'])
  second.end()
  await waiting[1]
  expect(order).toEqual(['third', 'fourth'])
  third?.end()
})

test('who waits too long, or comes when too many wait, is told when to come back', async () => {
  const turns = new ConcurrencyLimit({ concurrency: 1, maxWaiting: 1, timeout: 20 })
  const first = await turns.acquire('a')
  const late = turns.acquire('a')
  await expect(turns.acquire('a')).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  await expect(late).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  first.end()
  const next = await turns.acquire('a')
  next.end()
})

test('of too many responses of all callers, those end that have been read for the longest', async () => {
  const turns = new ConcurrencyLimit({ all: 2 })
  const dropped: string[] = []
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((key) => turns.acquire(key)))
  for (const [index, turn] of all.entries()) {
    if (index === 1) turn.end()
    turn.sending(() => dropped.push('abcd'[index] as string))
  }
  expect(dropped).toEqual(['a'])
})
