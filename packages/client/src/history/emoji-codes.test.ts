import { expect, it } from 'vitest'
import { drawnLabels, emojiOf } from './emoji-codes.ts'

it('short codes of the list are emoji, in the form that is drawn in colour', () => {
  expect(emojiOf('tada')).toBe('🎉')
  expect(emojiOf('+1')).toBe('👍')
  expect(emojiOf('thumbsup')).toBe('👍')
  expect(emojiOf('warning')).toBe('⚠️')
  expect(emojiOf('rainbow_flag')).toBe('🏳️‍🌈')
})

it('other words are none, whatever objects inherit', () => {
  for (const word of ['', 'Tada', 'backup', 'constructor', '__proto__', 'toString']) expect(emojiOf(word)).toBeUndefined()
})

it('labels are divided into emoji and words, each in its order', () => {
  expect(drawnLabels(['rotating_light', 'disk', 'skull', ' ', 'nas'])).toEqual({ emoji: '🚨 💀', words: ['disk', 'nas'] })
  expect(drawnLabels()).toEqual({ emoji: '', words: [] })
})
