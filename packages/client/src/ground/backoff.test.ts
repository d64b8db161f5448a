import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openBackoff } from './backoff.ts'

const network = new Refusal('network', 'There is no network.')
const unreadable = new Refusal('bad_answer', 'Not a response.')
const limited = (seconds?: number) =>
  new Refusal('ratelimited', 'Slow down.', seconds === undefined ? {} : { retryAfter: seconds })

function waits(refusal: Refusal, tries: number, backoff = openBackoff()): (number | undefined)[] {
  return Array.from({ length: tries }, () => backoff.refused(refusal))
}

test('each wait is twice the last, up to a minute, until a request succeeds', () => {
  const backoff = openBackoff()
  expect(waits(network, 8, backoff)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  backoff.worked()
  expect(backoff.refused(new Refusal('unavailable', 'Not now.'))).toBe(1_000)
  expect(waits(network, 3, openBackoff({ longest: 2_500 }))).toEqual([1_000, 2_000, 2_500])
})

test('permanent refusals are not retried, and unreadable responses are tried five times', () => {
  for (const code of ['invalid_request', 'not_found', 'over_quota'] as const)
    expect(openBackoff().refused(new Refusal(code, 'No.'))).toBeUndefined()
  const backoff = openBackoff()
  expect(waits(unreadable, 5, backoff)).toEqual([1_000, 2_000, 4_000, 8_000, undefined])
  backoff.worked()
  expect(backoff.refused(unreadable)).toBe(1_000)
})

test('`ratelimited` waits as long as the server says, up to five minutes, at most seven times', () => {
  expect(openBackoff().refused(limited(0))).toBe(1_000)
  expect(openBackoff().refused(limited(90))).toBe(90_000)
  expect(openBackoff().refused(limited(300))).toBe(300_000)
  expect(openBackoff().refused(limited(301))).toBeUndefined()
  expect(waits(limited(), 3)).toEqual([1_000, 2_000, 4_000])
  expect(waits(limited(2), 8)).toEqual([...Array(7).fill(2_000), undefined])
})

test('`unavailable` waits longer if the server asks for it, five minutes at most', () => {
  const asking = (retryAfter: number) => new Refusal('unavailable', 'Not now.', { retryAfter })
  expect([0, 30, 3_600].map((seconds) => openBackoff().refused(asking(seconds)))).toEqual([1_000, 30_000, 300_000])
})
