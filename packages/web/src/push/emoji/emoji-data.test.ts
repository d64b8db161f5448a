import { expect, test } from 'vitest'
import { withRecent } from './emoji-data.ts'

const entry = (emoji: string, skins?: Record<string, string>) => ({
  emoji,
  label: emoji,
  category: 3,
  version: 1,
  tags: [],
  ...(skins && { skins: skins as never }),
})
const data = {
  locale: 'en' as const,
  emojis: [entry('🦊'), entry('👋', { light: '👋🏻' }), entry('🍕')],
  categories: [{ index: 3, label: 'All' }],
  skinTones: {} as never,
}

test('recent emoji come first, the latest first, and each stands once, whatever its skin tone', () => {
  const { emojis, categories } = withRecent(data, ['👋🏻', '🍕', 'gone'], 'Recent')
  expect(emojis.map(({ emoji, category }) => [emoji, category])).toEqual([
    ['👋', -1],
    ['🍕', -1],
    ['🦊', 3],
  ])
  expect(categories.map(({ label }) => label)).toEqual(['Recent', 'All'])
})
