// The stories that every browser's push service passes.

import { expect, type TestType } from '@playwright/test'
import type { PushSubscription } from 'web-push'
import type { PushSite } from './push-page.ts'

interface Shown {
  desktop: { notes: readonly { title: string }[] }
}

/** Browsers started by these fixtures have subscribed to the site. */
interface Needed extends PushSite {
  push: { readonly connected: () => number; revoke(endpoint: string): void }
  subscribe(): Promise<{
    browser: Shown & { stop(): Promise<void>; start(): Promise<void> }
    subscription: PushSubscription
  }>
}

/** The titles on a browser's desktop. A notification may appear there after the service worker has been told that it is shown. */
export const titles = (browser: Shown) => browser.desktop.notes.map(({ title }) => title)

/** Declares the stories. `afterWaiting` checks what a browser's push service knows about the messages that were pending. */
export function standInStories<F extends Needed>(
  test: TestType<F, object>,
  afterWaiting: (push: F['push']) => void = () => {},
): void {
  test('messages wait for a browser that is stopped, as long as their TTL and topic say', async ({ site, push, subscribe }) => {
    const { browser, subscription } = await subscribe()
    await browser.stop()
    await expect.poll(push.connected).toBe(0)
    await site.send(subscription, 'now or never', { TTL: 0 })
    await site.send(subscription, 'old', { topic: 'weather' })
    await site.send(subscription, 'new', { topic: 'weather' })
    await site.send(subscription, 'last', { urgency: 'high' })
    await browser.start()
    await Promise.all([site.showing('new'), site.showing('last')])
    expect(site.shown).toHaveLength(2)
    afterWaiting(push)
  })

  test('two browsers each receive their own messages', async ({ site, subscribe }) => {
    const [one, two] = [await subscribe(), await subscribe()]
    await Promise.all([site.send(one.subscription, 'for one'), site.send(two.subscription, 'for two')])
    await Promise.all([site.showing('for one'), site.showing('for two')])
    await expect.poll(() => titles(one.browser)).toEqual(['for one'])
    await expect.poll(() => titles(two.browser)).toEqual(['for two'])
  })

  test('a subscription that is revoked ends', async ({ site, push, subscribe }) => {
    const { subscription } = await subscribe()
    push.revoke(subscription.endpoint)
    expect((await site.send(subscription, 'hello')).status).toBe(410)
  })
}
