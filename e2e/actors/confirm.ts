import { expect, type Page } from '@playwright/test'

/** Presses the second of two buttons, which can be pressed only after the pause that tells it from a double press. */
export async function confirm(page: Page, name: string, role: 'button' | 'menuitem' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).click()
  await expect(page.getByRole(role, { name: 'Cancel', exact: true })).toHaveCount(0)
}
