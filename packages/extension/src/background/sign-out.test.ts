import { beforeEach, expect, test } from 'vitest'
import { standInChrome } from '../browser/test-chrome.ts'
import type { BackgroundSession } from './session.ts'
import { openSignOut } from './sign-out.ts'

const background: BackgroundSession = {
  wake: async () => undefined,
  onOpen: () => {},
  end: async () => {},
  rest: async () => {},
}
let mark: string

beforeEach(() => {
  mark = ''
  standInChrome()
  Object.assign(chrome, {
    action: {
      setBadgeText: async ({ text }: { text: string }) => {
        mark = text
      },
      setTitle: async () => {},
      setBadgeBackgroundColor: async () => {},
      setBadgeTextColor: async () => {},
    },
  })
})

test('that the server has ended the access is marked again at the next start of the browser', async () => {
  await chrome.storage.local.set({
    signedInBefore: { origin: 'https://push.example.org', device: 'a1' },
    signInTrouble: { message: 'Your server signed this browser out.' },
  })
  openSignOut(background)
  await expect.poll(() => mark).toBe('!')
})
