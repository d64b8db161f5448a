import { expect, test } from 'vitest'
import { muteTimes } from './mute-times.ts'

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime()

test('a mute lasts for an hour, until the evening or until tomorrow at 8, as far as these differ', () => {
  expect(muteTimes(at(25, 14, 6))).toEqual([
    { name: 'hour', at: at(25, 15, 6) },
    { name: 'evening', at: at(25, 18) },
    { name: 'tomorrow', at: at(26, 8) },
  ])
  expect(muteTimes(at(25, 17, 30)).map(({ name }) => name)).toEqual(['hour', 'tomorrow'])
  expect(muteTimes(at(25, 23, 30))).toEqual([
    { name: 'hour', at: at(26, 0, 30) },
    { name: 'tomorrow', at: at(26, 8) },
  ])
})
