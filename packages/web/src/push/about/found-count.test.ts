import type { FoundWithin } from '@waypost/client/search/search-within'
import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { foundCount } from './found-count.ts'

test('a count has a plus while there may be more, and there is none of nothing', () => {
  const count = (found: number, state: FoundWithin['state']) =>
    foundCount({ pushes: Array.from({ length: found }, (): Push => ({ iden: 'a' }) as Push), state })
  for (const state of ['loading', 'more', 'failed'] as const) expect([state, count(0, state)]).toEqual([state, undefined])
  expect(count(0, 'done')).toBe('0')
  expect([count(12, 'done'), count(1_000, 'done')]).toEqual(['12', '1,000'])
  expect([count(12, 'loading'), count(1_000, 'more')]).toEqual(['12+', '1,000+'])
  expect(count(12, 'failed')).toBeUndefined()
})
