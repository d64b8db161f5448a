import type { BrowserContext, Locator, Page } from '@playwright/test'

// Opens and closes windows by the buttons of a page.

/**
 * Lets pages of a context open windows by name. Playwright stops a page until it knows the window that it opens. If the page loses the focus
 * meanwhile, its listeners cannot run, and `window.open` throws, although the window opens; asked again by its name, it returns that one.
 * Nothing else stops a page there.
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
          // The opener of such a window gets none.
          if (named[1] === '_blank') return null
        }
      }
      return open(...named)
    }
  })
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
