import { expect, it } from 'vitest'
import { pictureFor } from './picture.ts'

const hosted = 'https://lh3.googleusercontent.com/abc'

it('HIST-013 a picture above 480 px, times the density of the screen, is asked for in that size', () => {
  expect(pictureFor(hosted, { width: 2_000, height: 900 }, 1)).toBe(`${hosted}=s480`)
  expect(pictureFor(`${hosted}=s2000`, { width: 2_000 }, 2)).toBe(`${hosted}=s960`)
  expect(pictureFor(hosted, {}, 1.5)).toBe(`${hosted}=s720`)
})

it('HIST-013 a small one, and one of a host that makes no sizes, stays as it is', () => {
  expect(pictureFor(hosted, { width: 480, height: 300 }, 1)).toBe(hosted)
  expect(pictureFor(hosted, { width: 900 }, 2)).toBe(hosted)
  expect(pictureFor('https://example.org/a.png', { width: 4_000 }, 1)).toBe('https://example.org/a.png')
  expect(pictureFor('https://googleusercontent.com.example.org/a', { width: 4_000 }, 1)).toBe(
    'https://googleusercontent.com.example.org/a',
  )
})
