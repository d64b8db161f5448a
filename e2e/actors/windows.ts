import type { BrowserContext, Locator, Page } from '@playwright/test'

// Opens and closes windows through a page's buttons.

/**
 * Lets pages of a context open windows by name. Playwright pauses a page until it knows the window being opened. If the page loses the
 * focus meanwhile, its listeners can't run, and `window.open` throws, although the window opens; a second call with the same name returns
 * that window. Nothing else pauses a page there.
 */
export async function openWindowsAgain(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (...named) => {
      const end = performance.now() + 10_000
      while (performance.now() < end) {
        try {
          return open(...named)
        } catch (error) {
          if (!String(error).endsWith('The provided callback is no longer runnable.')) throw error
          // The opener of such a window gets no reference.
          if (named[1] === '_blank') return null
        }
      }
      return open(...named)
    }
  })
}

/** Clicks a button on a page that opens a window. */
export async function openByPress(page: Page, button: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button.press('Enter')
  return opened
}

/** Clicks a button that closes its window, which may be gone before Playwright learns of the click. */
export async function closeByPress(window: Page, button: Locator): Promise<void> {
  const closed = window.waitForEvent('close')
  await button.click().catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })
  await closed
}
