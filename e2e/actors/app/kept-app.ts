import { expect, type Page } from '@playwright/test'

/** Reloads a page, and waits until it has checked its browser's device and service worker. */
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
  // Creating a device would hold this lock.
  await page.evaluate(() => navigator.locks.request('waypost device', () => {}))
}
