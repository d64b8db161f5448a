import { expect, type Page } from '@playwright/test'

/** Clicks a confirmation button, which is disabled for a moment to prevent double clicks. */
export async function confirm(page: Page, name: string, role: 'button' | 'menuitem' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).click()
  await expect(page.getByRole(role, { name: 'Cancel', exact: true })).toHaveCount(0)
}
