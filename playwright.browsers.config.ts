import { defineConfig } from '@playwright/test'
import { storiesAgain } from './scripts/runs/playwright.mjs'

// What `npm run test:browsers` runs: a small set of stories in Firefox, which puppeteer-core drives, and the extension in Chromium and
// Firefox; the runner is Playwright's.

export default defineConfig({
  testMatch: ['e2e/browsers/**/*.spec.ts', 'packages/extension/test/**/*.spec.ts'],
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  fullyParallel: true,
  ...storiesAgain,
  // Firefox takes half a minute to start on a machine that has much else to do.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
})
