import { expect, test } from 'vitest'
import { whileBrief } from './brief.ts'

/** Keeps the thread busy. */
function spend(milliseconds: number): void {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
}

const rows = Array.from({ length: 50 }, (_, index) => index)

test('quick rows are all done, in their order', async () => {
  const seen: number[] = []
  expect(await whileBrief(rows, async (row) => seen.push(row))).toEqual(rows)
  expect(seen).toEqual(rows)
  expect(await whileBrief([], async () => {})).toEqual([])
})

test('of slow rows one is done each time, and of slower ones some', async () => {
  const seen: number[] = []
  expect(await whileBrief(rows, async (row) => [seen.push(row), spend(6)])).toEqual([0])
  expect(seen).toEqual([0])
  const some = await whileBrief(rows, async () => spend(2))
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(4)
})
