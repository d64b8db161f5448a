import type { Page } from '@playwright/test'

/**
 * Holds the requests of a page to a URL until the returned function is called, which may be before the first request. Then they continue,
 * or fail as if offline.
 */
export async function hold(page: Page, url: string, end: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    // The page may have navigated away.
    await route[end]().catch(() => {})
  })
  return resolve
}
