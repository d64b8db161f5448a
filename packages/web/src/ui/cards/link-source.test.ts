import { expect, it } from 'vitest'
import { namesHost } from './link-source.ts'

it('a link card writes its host once: a title that is the address already names it', () => {
  for (const title of ['example.org', 'example.org/plan', 'Example.org?a=1', 'https://www.example.org/plan', 'example.org#top'])
    expect([title, namesHost(title, 'example.org')]).toEqual([title, true])
  for (const title of ['Venue plan', 'example.org.uk', 'example.organic food', 'See example.org', ''])
    expect([title, namesHost(title, 'example.org')]).toEqual([title, false])
  expect(namesHost('/plan', '')).toBe(false)
})
