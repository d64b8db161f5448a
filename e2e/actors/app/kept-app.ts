// Waits for what a page does to be an app.

import { expect, type Page } from '@playwright/test'

/** Loads a page again, and waits until it has looked at the device and the service worker of its browser. */
export async function reloadApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = async function (...given) {
      const registration = await register.apply(this, given)
      Object.assign(window, { appIsKept: true })
      return registration
    }
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => 'appIsKept' in window)).toBe(true)
  // A device would be made under this lock.
  await page.evaluate(() => navigator.locks.request('waypost device', () => {}))
}
