import { expect, test } from 'vitest'
import { whileBrief } from './brief.ts'

let now = 0
const clock = () => now
async function spend(milliseconds: number): Promise<void> {
  now += milliseconds
}

const rows = Array.from({ length: 50 }, (_, index) => index)

test('quick rows are all done, in their order', async () => {
  const seen: number[] = []
  expect(await whileBrief(rows, async (row) => seen.push(row), clock)).toEqual(rows)
  expect(seen).toEqual(rows)
  expect(await whileBrief([], async () => {}, clock)).toEqual([])
})

test('of slow rows one is done each time, and of slower ones some', async () => {
  const seen: number[] = []
  expect(await whileBrief(rows, async (row) => [seen.push(row), spend(6)], clock)).toEqual([0])
  expect(seen).toEqual([0])
  expect(await whileBrief(rows, async () => spend(2), clock)).toEqual([0, 1, 2])
})
