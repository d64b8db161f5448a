import { test as base, expect, type Page } from '@playwright/test'
import webpush, { type PushSubscription } from 'web-push'
import { type PushBrowser, type WebPush, webPush } from '../../actors/web-push/chromium.ts'
import { type PushSite, pushSite } from '../../actors/web-push/push-page.ts'
import { standInStories, titles } from '../../actors/web-push/stand-in-stories.ts'

interface Subscriber {
  /** Starts a browser with a tab in which the button has subscribed to the site. */
  subscribe(button?: string): Promise<{ browser: PushBrowser; page: Page; subscription: PushSubscription }>
}

const test = base
  .extend<WebPush>(webPush)
  .extend<PushSite>(pushSite)
  .extend<Subscriber>({
    subscribe: async ({ push, pushBrowser, site }, use) => {
      await use(async (button = 'Subscribe') => {
        const browser = await pushBrowser(site.origin)
        await push.rewriteEndpoints(browser.context, '**/subscriptions')
        const page = await browser.context.newPage()
        await page.goto('/')
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole('button', { name: 'Subscribed' })).toBeVisible()
        return { browser, page, subscription: site.subscriptions.at(-1) as PushSubscription }
      })
    },
  })

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'No Chromium that receives push messages is installed.')

const texts = Array.from({ length: 20 }, (_, index) => `Message ${index + 1}`)

test('20 messages are each shown when all tabs are closed, before the next one is sent', async ({ site, subscribe }) => {
  const { browser, subscription } = await subscribe()
  const { context, desktop } = browser
  for (const page of context.pages()) await page.close()
  for (const text of texts) {
    expect((await site.send(subscription, text)).status).toBe(201)
    await desktop.until(() => desktop.notes.find(({ title }) => title === text))
  }
  expect(titles(browser)).toEqual(texts)
  expect((await browser.notifications()).map(({ title }) => title)).toEqual(texts)
  expect(context.pages()).toHaveLength(0)
})

test('20 messages that are sent at once are all shown', async ({ site, subscribe }) => {
  const { browser, page, subscription } = await subscribe()
  await page.goto('about:blank')
  await Promise.all(texts.map((text) => site.send(subscription, text)))
  await Promise.all(texts.map((text) => site.showing(text)))
  expect((await browser.notifications()).map(({ title }) => title).sort()).toEqual([...texts].sort())
})

test('a click on a notification reaches the service worker, which opens a tab', async ({ site, subscribe }) => {
  const { browser, subscription } = await subscribe()
  const { context, desktop } = browser
  for (const page of context.pages()) await page.close()
  await site.send(subscription, 'news')
  const note = await desktop.until(() => desktop.notes.find(({ title }) => title === 'news'))
  expect(note.body).toContain('From the push page')
  const opened = context.waitForEvent('page')
  desktop.press(note, 'default')
  await expect(await opened).toHaveURL(`${site.origin}/?news`)
})

test('a service worker that subscribes also gets the endpoint rewritten', async ({ site, push, subscribe }) => {
  const { subscription } = await subscribe('Subscribe in the service worker')
  expect(subscription.endpoint).toMatch(/^http:\/\/localhost:\d+\/fcm\/send\//)
  expect((await site.send(subscription, 'hello')).status).toBe(201)
  await site.showing('hello')
  expect(push.received).toHaveLength(1)
})

test('messages are refused as push services do', async ({ site, push, subscribe }) => {
  const { page, subscription } = await subscribe()
  const status = async (options = {}, to = subscription) => (await site.send(to, 'hello', options)).status
  push.failNext(429, 60)
  const limited = await site.send(subscription, 'hello')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await status({ vapidDetails: null })).toBe(401)
  expect(await status({ vapidDetails: { subject: 'mailto:a@example.org', ...webpush.generateVAPIDKeys() } })).toBe(403)
  expect(await status({ TTL: 1e11 })).toBe(400)
  const unknown = push.endpointFor('https://fcm.googleapis.com/fcm/send/unknown')
  expect(await status({}, { ...subscription, endpoint: unknown })).toBe(404)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribed' })).toBeVisible()
  await expect.poll(status).toBe(410)
})

standInStories(test, ({ received }) => {
  expect(received.map(({ status, ttl, urgency, topic }) => [status, ttl, urgency, topic])).toEqual([
    [201, '0', 'normal', undefined],
    [201, '2419200', 'normal', 'weather'],
    [201, '2419200', 'normal', 'weather'],
    [201, '2419200', 'high', undefined],
  ])
})
