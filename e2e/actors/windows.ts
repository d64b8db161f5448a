import type { Locator, Page } from '@playwright/test'

// Opens and closes windows by the buttons of a page.

/**
 * Presses a button of a page that opens a window. Playwright stops the page until it knows the window, and Chromium then throws if a
 * callback of the page is due. So the page first gets its lock, and is pressed by the keyboard: for a click Playwright would run a script on
 * the page meanwhile.
 */
export async function openByPress(page: Page, button: Locator): Promise<Page> {
  await page.waitForFunction(async () => (await navigator.locks.query()).held?.length)
  const opened = page.waitForEvent('popup')
  await button.press('Enter')
  return opened
}

/** Presses a button that closes its window, which may be gone before Playwright learns of the press. */
export async function closeByPress(window: Page, button: Locator): Promise<void> {
  const closed = window.waitForEvent('close')
  await button.click().catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })
  await closed
}
