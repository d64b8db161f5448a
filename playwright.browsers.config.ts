import { defineConfig } from '@playwright/test'

// What `npm run test:browsers` runs: a small set of stories in Firefox, which puppeteer-core drives; the runner is Playwright's.

export default defineConfig({
  testDir: 'e2e/browsers',
  testMatch: '**/*.spec.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
})
