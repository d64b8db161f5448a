import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openRetry } from './retry.ts'
import { manualClock } from './test-clock.ts'

const network = new Refusal('network')
const limited = new Refusal('ratelimited', undefined, { retryAfter: 90 })

function setUp() {
  const clock = manualClock()
  return { clock, retry: openRetry(clock), tried: [] as string[] }
}

test('each wait is twice the last, up to a minute, until the work succeeds', () => {
  const { clock, retry } = setUp()
  const waits = Array.from({ length: 5 }, () => {
    retry.later(network, () => {})
    return clock.timers()
  })
  expect(waits).toEqual([[10_000], [20_000], [40_000], [60_000], [60_000]])
  retry.worked()
  expect([retry.isWaiting(), clock.timers()]).toEqual([false, []])
  retry.later(network, () => {})
  expect(clock.timers()).toEqual([10_000])
})

test('a retry waits as long as the server asks, and only a rate limit cannot be cut short', () => {
  const { clock, retry, tried } = setUp()
  retry.later(limited, () => tried.push('limited'))
  expect([clock.timers(), retry.mayTryNow()]).toEqual([[90_000], false])
  clock.advance(90_000)
  expect([tried, retry.isWaiting(), retry.mayTryNow()]).toEqual([['limited'], false, true])
  retry.later(new Refusal('unavailable', undefined, { retryAfter: 90 }), () => tried.push('unavailable'))
  expect([clock.timers(), retry.mayTryNow(), clock.timers()]).toEqual([[90_000], true, []])
})
