import { beforeEach, expect, test, vi } from 'vitest'
import { standInChrome } from '../../browser/test-chrome.ts'
import { openShown } from './shown.ts'

beforeEach(standInChrome)

test('notifications are known again once the browser lets its storage be read', async () => {
  const read = vi.spyOn(chrome.storage.session, 'get').mockRejectedValueOnce(new Error('The browser is busy.') as never)
  const shown = openShown()
  await expect(shown.all()).rejects.toThrow('busy')
  expect(read).toHaveBeenCalledTimes(1)
  expect(await shown.all()).toEqual(new Map())
})
