import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/ensure-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A story that passes on the second try hides a fault of the program or of the story.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    launchOptions: launchOptions(),
  },
})
