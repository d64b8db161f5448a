import { beforeEach, expect, test } from 'vitest'
import { standInChrome } from '../browser/test-chrome.ts'
import { onSettings, readSettings, writeSettings } from './settings.ts'

beforeEach(standInChrome)

test('settings that were never written have their defaults, and changes are told', async () => {
  const told: unknown[] = []
  const defaults = await readSettings()
  const stop = onSettings((settings) => told.push(settings))
  await writeSettings(defaults)
  expect(told).toEqual([defaults])
  stop()
})
