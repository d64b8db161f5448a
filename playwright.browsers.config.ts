import { defineConfig } from '@playwright/test'
import { storiesAgain } from './scripts/runs/playwright.mjs'
import { patience } from './scripts/tests/patience.ts'

// What `npm run test:browsers` runs: a small set of stories in Firefox, which puppeteer-core drives, and the extension in Chromium and
// Firefox; the runner is Playwright's.

export default defineConfig({
  testMatch: ['e2e/browsers/**/*.spec.ts', 'packages/extension/test/**/*.spec.ts'],
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  fullyParallel: true,
  ...storiesAgain,
  timeout: patience.test,
  expect: { timeout: patience.wait },
  reporter: 'list',
})
