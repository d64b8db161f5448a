import { expect, test } from 'vitest'
import { beginsAt, goesBack, isFar, isSwipe, type Touch } from './swipe.ts'

const width = 390

/** A position every 16 milliseconds. */
function path(pixels: number, milliseconds: number): Touch[] {
  const steps = Math.max(1, Math.round(milliseconds / 16))
  return Array.from({ length: steps + 1 }, (_, step) => ({ x: (pixels * step) / steps, y: 0, at: (milliseconds * step) / steps }))
}

test('a swipe begins in the first third, and not where the system has its own', () => {
  expect([0, 60, 130, 131].map((x) => beginsAt(x, width, 0))).toEqual([true, true, true, false])
  expect([0, 23, 24, 131].map((x) => beginsAt(x, width, 24))).toEqual([false, false, true, false])
})

test('a finger swipes if it moves along the text, soon; until it has moved it may do anything', () => {
  const from = { x: 50, y: 400, at: 0 }
  const to = (x: number, y: number, at = 50) => isSwipe(from, { x: 50 + x, y: 400 + y, at })
  expect([to(3, 3), to(9, 0), to(0, -9)]).toEqual([undefined, undefined, undefined])
  expect([to(12, 0), to(20, 12), to(20, -12)]).toEqual([true, true, true])
  expect([to(12, 12), to(0, 30), to(-20, 0)]).toEqual([false, false, false])
  expect([to(12, 0, 490), to(12, 0, 510)]).toEqual([true, false])
})

test('a swipe goes back if it is far or fast enough, and not if the finger turned back at its end', () => {
  expect([isFar(155, width), isFar(157, width)]).toEqual([false, true])
  expect(goesBack(path(160, 2_000), width)).toBe(true)
  expect(goesBack(path(150, 2_000), width)).toBe(false)
  expect(goesBack(path(60, 120), width)).toBe(true)
  expect(goesBack(path(30, 20), width)).toBe(false)
  const far = path(300, 600)
  const last = far.at(-1)?.at ?? 0
  const turned = [1, 2, 3, 4, 5, 6].map((step) => ({ x: 300 - 20 * step, y: 0, at: last + 20 * step }))
  expect(goesBack([...far, ...turned], width)).toBe(false)
  // A fast movement, then a rest.
  expect(goesBack([...path(100, 120), { x: 100, y: 0, at: 600 }], width)).toBe(false)
  expect(goesBack([], width)).toBe(false)
})
