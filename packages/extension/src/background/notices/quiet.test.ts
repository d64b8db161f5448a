import { beforeEach, expect, test, vi } from 'vitest'
import { standInChrome } from '../../browser/test-chrome.ts'
import { quietFor } from '../../settings/quiet.ts'
import { writeSettings } from '../../settings/settings.ts'

let screen: 'active' | 'locked' = 'active'
let isPermitted = true

beforeEach(() => {
  standInChrome()
  screen = 'active'
  isPermitted = true
  const idle = { queryState: async () => screen }
  Object.assign(chrome, { idle, permissions: { contains: async () => isPermitted } })
})

async function isQuiet(): Promise<boolean> {
  // It checks at load time which browser this is.
  vi.resetModules()
  return (await import('./quiet.ts')).isQuietHere()
}

test('one press makes it quiet for an hour and no longer, also when the clock was set back', async () => {
  expect(await isQuiet()).toBe(false)
  await writeSettings({ quietUntil: Date.now() + quietFor })
  expect(await isQuiet()).toBe(true)
  await writeSettings({ quietUntil: Date.now() - 1 })
  expect(await isQuiet()).toBe(false)
  await writeSettings({ quietUntil: Date.now() + 3 * quietFor })
  expect(await isQuiet()).toBe(false)
})

test('it is quiet while the screen is locked, if the person wants that and has permitted to ask', async () => {
  screen = 'locked'
  expect(await isQuiet()).toBe(false)
  await writeSettings({ quietWhileLocked: true })
  expect(await isQuiet()).toBe(true)
  isPermitted = false
  expect(await isQuiet()).toBe(false)
  isPermitted = true
  screen = 'active'
  expect(await isQuiet()).toBe(false)
})
