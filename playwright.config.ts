import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/ensure-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // On a machine that is busy with something else a browser may stand still for seconds. A story that needed its second try is
  // named as flaky: that is a fault of the program or of the story, to be mended.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    trace: 'on-first-retry',
    launchOptions: launchOptions(),
  },
})
