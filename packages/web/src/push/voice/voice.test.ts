import { expect, test } from 'vitest'
import { nameOf } from './voice.ts'

test('the name of a voice note sorts by its time, and its ending names its type', () => {
  const afternoon = new Date(2026, 2, 12, 14, 2)
  expect(nameOf(afternoon, 'audio/mp4')).toBe('Voice note 2026-03-12 14.02.m4a')
  expect(nameOf(new Date(2026, 10, 3, 9, 5), 'audio/webm')).toBe('Voice note 2026-11-03 09.05.webm')
})
