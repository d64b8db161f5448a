import type { Page } from '@playwright/test'

/**
 * Holds back what a page asks for until the function that comes back is called, which may be before the page has asked. Then the call goes
 * on, or fails as it does without a network.
 */
export async function hold(page: Page, url: string, end: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    // The page may be somewhere else by now.
    await route[end]().catch(() => {})
  })
  return resolve
}
