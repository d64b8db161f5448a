import type { BrowserContext, Locator, Page } from '@playwright/test'

// Opens and closes windows by the buttons of a page.

/**
 * Ignores the errors of callbacks that were due while a page opened a window. Playwright stops the page until it knows the window, so they
 * cannot run, which Chromium reports as an error of the page although the window opens. Nothing else stops a page there.
 */
export async function ignoreStoppedCallbacks(context: BrowserContext): Promise<void> {
  // Before the listeners of the page.
  await context.addInitScript(() =>
    addEventListener('error', (event) => {
      if (!event.message.endsWith('The provided callback is no longer runnable.')) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }),
  )
}

/** Presses a button of a page that opens a window. */
export async function openByPress(page: Page, button: Locator): Promise<Page> {
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
