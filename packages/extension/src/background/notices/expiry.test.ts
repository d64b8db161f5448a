import { expect, test } from 'vitest'
import { isExpired, withAge } from './expiry.ts'

test('from the third notification on that is gone after the same time, the desktop has taken them away', () => {
  let ages: readonly number[] = []
  const judged = [10_020, 10_003, 10_110, 9_990, 4_100, 10_000].map((age) => {
    const expired = isExpired(age, ages)
    ages = withAge(age, ages)
    return expired
  })
  expect(judged).toEqual([false, false, true, true, false, true])
})

test('people close notifications after times of their own, or at once', () => {
  let ages: readonly number[] = []
  for (const age of [900, 850, 910, 5_000, 21_000, 7_400, 930, 61_000]) {
    expect(isExpired(age, ages)).toBe(false)
    ages = withAge(age, ages)
  }
})

test('a desktop that is set to another time is known after some more', () => {
  const ages = [10_000, 10_010, 10_020, 5_000, 5_010, 5_020].reduce<readonly number[]>((all, age) => withAge(age, all), [])
  expect(isExpired(5_005, ages)).toBe(true)
})
