import { expect, type Page } from '@playwright/test'

/** The second press counts only after the pause that tells it from a double press. */
export const confirm = (page: Page, name: string) =>
  expect(async () => {
    await page.getByRole('button', { name, exact: true }).click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0, { timeout: 300 })
  }).toPass()
