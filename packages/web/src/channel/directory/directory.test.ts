import { describe, expect, it } from 'vitest'
import { categoryOf, tagsIn } from './directory.ts'

const categories = [
  { name: 'News', tags: ['a'] },
  { name: 'Featured', tags: ['b'] },
]

describe('the directory of channels', () => {
  it('CHAN-002 CHAN-004 a category goes by its name in any case, and without one it is Featured, or the first', () => {
    expect(categoryOf(categories, 'news')?.tags).toEqual(['a'])
    expect(categoryOf(categories, undefined)?.tags).toEqual(['b'])
    expect(categoryOf(categories.slice(0, 1), undefined)?.tags).toEqual(['a'])
    expect(categoryOf(categories, 'Sport')).toBeUndefined()
    expect(categoryOf([], undefined)).toBeUndefined()
  })

  it('CHAN-003 tags come with commas between, each once, and nothing that is none', () => {
    expect(tagsIn('rain, @snow,,#Rain,two words,<b>,sun')).toEqual(['rain', 'snow', 'sun'])
  })
})
