import { beforeEach, expect, test, vi } from 'vitest'

let shown: string[]
let title: string
let badge: typeof import('./badge.ts')

beforeEach(async () => {
  shown = []
  title = ''
  vi.stubGlobal('chrome', {
    action: {
      setBadgeText: async ({ text }: { text: string }) => void shown.push(text),
      async setTitle(set: { title: string }) {
        title = set.title
      },
      setBadgeBackgroundColor: async () => {},
      setBadgeTextColor: async () => {},
    },
  })
  vi.resetModules()
  badge = await import('./badge.ts')
})

test('the icon shows the number of unread conversations, at most 999, and none for 0', async () => {
  for (const count of [3, 1_000, 0]) await badge.showCount(count)
  expect(shown).toEqual(['3', '999', ''])
})

test('while it is signed out it shows an exclamation mark, whatever is counted meanwhile', async () => {
  await badge.showCount(5)
  await Promise.all([badge.markSignedOut(true), badge.showCount(0)])
  await badge.showCount(2)
  expect([shown.at(-1), title]).toEqual(['!', 'Waypost: signed out'])
  expect(shown.slice(1).every((text) => text === '!')).toBe(true)
})

test('signed in again it shows the number at once, with nothing between the two', async () => {
  await badge.markSignedOut(true)
  await Promise.all([badge.markSignedOut(false), badge.showCount(4)])
  expect([shown, title]).toEqual([['!', '4'], 'Waypost'])
})

test('what is counted while an earlier number is drawn is drawn after it', async () => {
  const first = badge.showCount(1)
  await Promise.resolve()
  await Promise.all([first, badge.showCount(2)])
  expect(shown).toEqual(['1', '2'])
})
