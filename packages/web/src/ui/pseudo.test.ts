import { expect, it } from 'vitest'
import { pseudo } from './pseudo.ts'

it('the made-up language is longer by 40 %, has accents and keeps its places for values', () => {
  expect(pseudo('Load more')).toBe('[Ļöåð ɱöŕé~~~~]')
  expect(pseudo('Say hello to {name}')).toContain('{name}')
})
