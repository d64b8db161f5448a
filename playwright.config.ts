import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/ensure-browser.mjs'
import { storiesAgain } from './scripts/runs/playwright.mjs'
import { patience } from './scripts/tests/patience.ts'
import { zoneAtNoon } from './scripts/tests/zone-at-noon.ts'

// No story crosses midnight, whenever it runs. Runners and browsers take the zone from here.
process.env.WAYPOST_STORY_ZONE ??= zoneAtNoon()
process.env.TZ = process.env.WAYPOST_STORY_ZONE

export default defineConfig({
  testDir: 'e2e/stories',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the processors of the smallest machine that the stories should be quick on: a story waits now and then.
  workers: 3,
  ...storiesAgain,
  timeout: patience.test,
  expect: { timeout: patience.wait },
  snapshotPathTemplate: '{testDir}/read-out/{testFileName}/{arg}{ext}',
  reporter: 'list',
  use: {
    // A page with a service worker hides its requests from stories that hold or answer them. Those about the worker allow it.
    serviceWorkers: 'block',
    // A press that hangs says what is in its way.
    actionTimeout: patience.wait,
    launchOptions: launchOptions(),
  },
})
