import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { manualClock } from '../ground/test-clock.ts'
import { openLanes } from './delivery.ts'

const network = new Refusal('network', 'There is no network.')
const busy = new Refusal('unavailable', 'Not now.')
const limited = new Refusal('ratelimited', 'Slow down.', { retryAfter: 30 })
const never = new Refusal('invalid_request', 'No.')

function setUp() {
  const clock = manualClock()
  let over = 0
  const lanes = openLanes({ platform: clock, onOver: () => void over++ })
  return { clock, lanes, over: () => over }
}

test('a lane waits only for its own entry, and longer each time that the entry is refused', () => {
  const { clock, lanes, over } = setUp()
  expect(lanes.refused('ana', 'one', busy)).toBe(true)
  expect([lanes.waits('ana'), lanes.waits('ben'), lanes.isOffline()]).toEqual([true, false, false])
  clock.advance(1_000)
  expect([lanes.waits('ana'), over()]).toEqual([false, 1])
  lanes.refused('ana', 'one', busy)
  expect(clock.timers()).toEqual([2_000])
  // The entry behind it has not been refused yet.
  lanes.refused('ana', 'two', busy)
  expect(clock.timers()).toEqual([1_000])
  expect(lanes.refused('ana', 'two', never)).toBe(false)
  expect([lanes.waits('ana'), clock.timers()]).toEqual([false, []])
})

test('without a network all lanes wait together, and resume together', () => {
  const { clock, lanes, over } = setUp()
  lanes.refused('ben', 'zero', limited)
  lanes.refused('cho', 'other', busy)
  expect([lanes.refused('ana', 'one', network), lanes.refused('ana', 'two', network)]).toEqual([true, true])
  expect([lanes.isOffline(), lanes.waits('ana'), clock.timers()]).toEqual([true, false, [1_000, 1_000, 30_000]])
  clock.advance(1_000)
  expect([lanes.isOffline(), lanes.waits('cho'), lanes.waits('ben')]).toEqual([false, false, true])
  expect(over()).toBeGreaterThan(0)
  lanes.refused('ana', 'one', network)
  expect(clock.timers()).toEqual([2_000, 29_000])
  lanes.retryNow()
  expect([lanes.isOffline(), lanes.waits('ben'), clock.timers()]).toEqual([false, true, [29_000]])
})

test('an entry that is done ends the wait of its lane only', () => {
  const { clock, lanes, over } = setUp()
  lanes.refused('ana', 'one', busy)
  lanes.refused('ben', 'two', busy)
  lanes.done('one')
  expect([lanes.waits('ana'), lanes.waits('ben'), over()]).toEqual([false, true, 1])
  lanes.done('three')
  expect(over()).toBe(1)
  // Its wait is over already.
  clock.advance(1_000)
  lanes.done('two')
  expect(over()).toBe(2)
  lanes.refused('ana', 'four', busy)
  lanes.refused('ana', 'four', network)
  lanes.close()
  expect([lanes.isOffline(), lanes.waits('ana'), clock.timers()]).toEqual([false, false, []])
})
