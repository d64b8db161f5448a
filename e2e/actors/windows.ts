import type { Locator, Page } from '@playwright/test'

// Opens and closes windows by the buttons of a page.

/**
 * Presses a button of a page that opens a window by name. Playwright stops the page until it knows the window, and Chromium throws if a
 * callback of the page is due meanwhile, although the window opens. Asked again for a window of this name, it returns that one.
 */
export async function openByPress(page: Page, button: Locator): Promise<Page> {
  await page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = (...named) => {
      for (let tries = 1; tries < 10; tries++) {
        try {
          return open(...named)
        } catch {
          // Another callback was due.
        }
      }
      return open(...named)
    }
  })
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
