import { expect, test, vi } from 'vitest'
import { standInChrome } from './test-chrome.ts'

test('the browser is recognised by the addresses that it gives to extensions', async () => {
  standInChrome()
  vi.resetModules()
  const { fileUrl, isFirefox } = await import('./extension.ts')
  expect(isFirefox).toBe(false)
  expect(fileUrl('popup.html')).toBe('chrome-extension://stand-in/popup.html')
})
