import { expect, it } from 'vitest'
import { fitted } from './picture.ts'

it('TEXT-027 the longest side of a picture is at most 1536 pixels, and its shape stays', () => {
  expect(fitted(1_536, 1_000)).toEqual({ width: 1_536, height: 1_000 })
  expect(fitted(1_537, 1_000)).toEqual({ width: 1_536, height: 999 })
  expect(fitted(1_000, 4_000)).toEqual({ width: 384, height: 1_536 })
  expect(fitted(40_000, 2)).toEqual({ width: 1_536, height: 1 })
  expect(fitted(20, 10)).toEqual({ width: 20, height: 10 })
})
