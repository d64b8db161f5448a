import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/ensure-browser.mjs'
import { patience } from './scripts/tests/patience.ts'

export default defineConfig({
  testDir: 'e2e/stories',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the processors of the smallest machine that the stories should be quick on: a story waits now and then.
  workers: 3,
  retries: 0,
  timeout: patience.test,
  expect: { timeout: patience.wait },
  snapshotPathTemplate: '{testDir}/read-out/{testFileName}/{arg}{ext}',
  reporter: 'list',
  use: {
    // A page with a service worker hides its requests from stories that hold or answer them. Those about the worker allow it.
    serviceWorkers: 'block',
    launchOptions: launchOptions(),
  },
})
