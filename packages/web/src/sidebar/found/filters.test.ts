import { expect, test } from 'vitest'
import { filtersIn, hasFilters, nameBegun, withContent, withName, withoutFilter } from './filters.ts'

test('filters are told from words', () => {
  expect(hasFilters('harbour walk')).toBe(false)
  expect(hasFilters('from:nobody')).toBe(true)
  expect(hasFilters('from: nobody')).toBe(false)
  expect(hasFilters('has:teeth before:dawn')).toBe(false)
  expect(filtersIn('walk from:"Bob Miller" has:link -has:image has:teeth on:2025-03 note:this')).toEqual([
    'from:"Bob Miller"',
    'has:link',
    '-has:image',
    'on:2025-03',
  ])
})

test('a filter is added, taken back and dropped', () => {
  expect(withContent('walk', 'link')).toBe('walk has:link')
  expect(withContent('walk has:link now', 'link')).toBe('walk now')
  expect(withContent('', 'file')).toBe('has:file')
  expect(withoutFilter('walk from:"Bob Miller" now', 'from:"Bob Miller"')).toBe('walk now')
})

test('a name that is begun is completed', () => {
  expect(nameBegun('walk from:bo')).toBe('bo')
  expect(nameBegun('walk from:')).toBe('')
  expect(nameBegun('in:"Bob M')).toBe('Bob M')
  expect(nameBegun('from:bob walk')).toBeUndefined()
  expect(nameBegun('walk')).toBeUndefined()
  expect(withName('walk from:bo', 'Bob Miller')).toBe('walk from:"Bob Miller" ')
  expect(withName('to:"Bob', 'Bob')).toBe('to:Bob ')
})
