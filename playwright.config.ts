import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/ensure-browser.mjs'

export default defineConfig({
  testDir: 'e2e/stories',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the processors of the smallest machine that the stories should be quick on: a story waits now and then.
  workers: 3,
  // A story that passes only when it is tried again is a fault of the program or of the story. In `.ci/run` it fails the run; elsewhere it is
  // tried once more and named at the end, as a machine that is busy with something else can stop a browser for seconds.
  retries: process.env.CI ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  snapshotPathTemplate: '{testDir}/read-out/{testFileName}/{arg}{ext}',
  reporter: 'list',
  use: {
    // A page with a service worker hides its requests from stories that hold or answer them. Those about the worker allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions: launchOptions(),
  },
})
