import { expect, it } from 'vitest'
import { hasConflict } from './conflict.ts'

it('SHELL-023 a location or a history that is null is a conflict with an extension', () => {
  const whole = { location: {}, history: {} }
  expect(hasConflict(whole, false)).toBe(false)
  expect(hasConflict({ ...whole, location: null }, false)).toBe(true)
  expect(hasConflict({ ...whole, history: null }, false)).toBe(true)
  expect(hasConflict(whole, true)).toBe(true)
})
