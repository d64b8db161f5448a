import type { Target } from '@waypost/client'
import { hueOf } from '@waypost/client/pictures/hue'
import { expect, test } from 'vitest'
import { huesOf } from './hues.ts'

const chat = (key: string): Target => ({ key, type: 'chat', name: key, desc: '', muted: false })

test('neighbours never share a hue, and all others keep their own', () => {
  const people = Array.from({ length: 300 }, (_, index) => chat(`person${index}@example.org`))
  const hues = huesOf(people)
  let moved = 0
  for (const [index, [key, hue]] of hues.entries()) {
    const above = hues[index - 1]?.[1]
    expect(hue).not.toBe(above)
    if (hueOf(key) === above) moved++
    else expect(hue).toBe(hueOf(key))
  }
  expect(moved).toBeGreaterThan(10)
  expect(huesOf(people)).toEqual(hues)
})
