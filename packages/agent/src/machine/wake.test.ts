import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onWake } from './wake.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('GAP-068 it reports sleep, a clock set back, and another network', () => {
  let time = 1_000_000
  let network = '192.0.2.1'
  const woken = vi.fn()
  const stop = onWake(woken, { every: 5_000, now: () => time, network: () => network })
  const look = (passed: number) => {
    time += passed
    vi.advanceTimersByTime(5_000)
  }
  // A timer may be a little late on a busy machine.
  for (const passed of [5_000, 5_001, 12_000]) look(passed)
  expect(woken).not.toHaveBeenCalled()
  look(3_600_000)
  expect(woken).toHaveBeenCalledTimes(1)
  look(5_000)
  look(-60_000)
  expect(woken).toHaveBeenCalledTimes(2)
  network = '198.51.100.7'
  look(5_000)
  look(5_000)
  expect(woken).toHaveBeenCalledTimes(3)
  stop()
  look(3_600_000)
  expect(woken).toHaveBeenCalledTimes(3)
})
