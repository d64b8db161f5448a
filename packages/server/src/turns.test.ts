import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('an account has so many turns at once; the others wait, and take theirs in the order in which they came', async () => {
  const turns = new Turns({ atOnce: 2 })
  const first = await turns.take('a')
  const second = await turns.take('a')
  const order: string[] = []
  const waiting = ['third', 'fourth'].map(async (name) => {
    const end = await turns.take('a')
    order.push(name)
    return end
  })
  await turns.take('b')
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
  const turns = new Turns({ atOnce: 1, waiting: 1, patience: 20 })
  const end = await turns.take('a')
  const late = turns.take('a')
  await expect(turns.take('a')).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  await expect(late).rejects.toMatchObject({ code: 'ratelimited', retryAfter: 10 })
  end()
  ;(await turns.take('a'))()
})
