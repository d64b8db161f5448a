import { test as base, expect } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import webpush, { type PushSubscription } from 'web-push'
import { type PushBrowser, type WebPush, webPush } from '../actors/web-push/firefox.ts'
import { type PushSite, pushSite } from '../actors/web-push/push-page.ts'
import { standInStories, titles } from '../actors/web-push/stand-in-stories.ts'
import { by, press } from './firefox.ts'

interface Subscriber {
  subscribe(): Promise<{ browser: PushBrowser; page: Page; subscription: PushSubscription }>
}

const test = base
  .extend<WebPush>(webPush)
  .extend<PushSite>(pushSite)
  .extend<Subscriber>({
    subscribe: async ({ pushBrowser, site }, use) => {
      await use(async () => {
        const browser = await pushBrowser()
        const page = await browser.browser.newPage()
        await page.goto(site.origin)
        await press(page, 'Subscribe')
        await by(page, 'button', 'Subscribed').wait()
        return { browser, page, subscription: site.subscriptions.at(-1) as PushSubscription }
      })
    },
  })

test.skip(!process.env.WAYPOST_FIREFOX_NOTIFICATIONS, 'Firefox cannot show notifications on this machine.')

const texts = Array.from({ length: 20 }, (_, index) => `Message ${index + 1}`)

test('20 messages are each shown when the tab of the site is closed, before the next one is sent', async ({
  site,
  push,
  subscribe,
}) => {
  const { browser, page, subscription } = await subscribe()
  const { desktop } = browser
  await page.close()
  for (const text of texts) {
    expect((await site.send(subscription, text)).status).toBe(201)
    await desktop.until(() => desktop.notes.find(({ title }) => title === text))
  }
  expect(titles(browser)).toEqual(texts)
  expect(push.undelivered).toEqual([])
})

test('20 messages that are sent at once are all shown', async ({ site, subscribe }) => {
  const { browser, page, subscription } = await subscribe()
  await page.goto('about:blank')
  await Promise.all(texts.map((text) => site.send(subscription, text)))
  await Promise.all(texts.map((text) => site.showing(text)))
  await expect.poll(() => titles(browser).sort()).toEqual([...texts].sort())
})

test('a click on a notification reaches the service worker, which opens a tab', async ({ site, subscribe }) => {
  const { browser, page, subscription } = await subscribe()
  await page.close()
  await site.send(subscription, 'news')
  const note = await browser.desktop.until(() => browser.desktop.notes.find(({ title }) => title === 'news'))
  browser.desktop.press(note, 'default')
  await browser.browser.waitForTarget((target) => target.url() === `${site.origin}/?news`)
})

test('messages are refused as push services do', async ({ site, push, subscribe }) => {
  const { page, subscription } = await subscribe()
  const status = async (options = {}) => (await site.send(subscription, 'hello', options)).status
  push.failNext(503, 5)
  expect(await status()).toBe(503)
  expect(await status({ vapidDetails: null })).toBe(401)
  expect(await status({ vapidDetails: { subject: 'mailto:a@example.org', ...webpush.generateVAPIDKeys() } })).toBe(403)
  await press(page, 'Unsubscribe')
  await by(page, 'button', 'Unsubscribed').wait()
  await expect.poll(() => status()).toBe(410)
})

standInStories(test)
