import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

const job = (...names: string[]) => ({ payload: JSON.stringify(names) })
const open = () => openTurns({ concurrency: 6, share: 2, names: (payload) => payload as string[] })

test('an account gets no more than its share, however much of it waits', () => {
  const turns = open()
  const [first, second, third, other] = [job('a'), job('a'), job('a'), job('b')]
  expect(turns.next([first, second, third, other])).toBe(first)
  const end = turns.begin(first)
  // The account with fewer running jobs goes first, although it came later.
  expect(turns.next([second, third, other])).toBe(other)
  turns.begin(second)
  expect(turns.next([third])).toBeUndefined()
  expect(turns.next([third, other])).toBe(other)
  end()
  expect(turns.next([third])).toBe(third)
})

test('what several accounts wait for has a share as well', () => {
  const turns = open()
  turns.begin(job('a', 'host slow'))
  const end = turns.begin(job('b', 'host slow'))
  expect(turns.next([job('c', 'host slow')])).toBeUndefined()
  const quick = job('c', 'host quick')
  expect(turns.next([job('c', 'host slow'), quick])).toBe(quick)
  end()
  expect(turns.next([job('c', 'host slow')])).toBeDefined()
})
