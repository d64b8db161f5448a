import type { Request } from '@playwright/test'
import { expect, history, test } from '../../actors/actors.ts'

/** In bytes, compressed, without response headers; lower it whenever the size shrinks. */
const limit = 195_000
/** In milliseconds, how long a slow network takes for the messages: everything the page loads by itself meanwhile counts. */
const slow = 5_000

test('a first page with messages fetches at most 195 kB of scripts before it shows them, however late they come', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'Hello Bob', email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'Buy salt' })
  const page = await alice.context.newPage()
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route(/\/v2\/history\?/, async (route) => {
    await held.promise
    await route.continue()
  })
  const scripts: Request[] = []
  let asked = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked++
  })
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request)
  })
  const drawing = page.waitForResponse(/\/assets\/messages-[^/]*\.js$/)
  const starting = page.waitForRequest(/\/v2\/history\?/)
  await page.goto('/#people/me')
  await Promise.all([starting, drawing])
  await page.clock.runFor(slow)
  await expect.poll(() => scripts.length).toBe(asked)
  held.resolve()
  await page.clock.resume()
  await expect(history(page).getByText('Buy salt')).toBeVisible()
  const sized = async (script: Request) => ({
    path: new URL(script.url()).pathname,
    bytes: (await script.sizes()).responseBodySize,
  })
  const before = await Promise.all(scripts.splice(0).map(sized))
  const bytes = before.reduce((sum, each) => sum + each.bytes, 0)
  const listed = before.map((each) => `${each.path} ${each.bytes}`).join(', ')
  expect(bytes, listed).toBeLessThanOrEqual(limit)
  // Makes sure the built client was counted, compressed, including the code that draws messages.
  expect(bytes, listed).toBeGreaterThan(limit / 2)
  // Everything else loads once they are shown.
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
})

test('a browser whose language Intl does not take shows everything all the same: en-US@posix', async ({ actor, visitor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const odd = () => Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })
  await alice.context.addInitScript(odd)
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await alice.call('/v2/pushes', { type: 'note', body: 'Hello Bob', email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'Buy salt' })
  const page = await alice.open('/#people/me')
  await expect(history(page).getByText('Buy salt')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Bob/ })).toBeVisible()
  for (const tab of ['account', 'usage', 'sessions', 'notifications']) {
    await page.goto(`/#settings/${tab}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('Aw, Snap!')).toHaveCount(0)
  }
  const guest = await visitor()
  await guest.addInitScript(odd)
  await guest.goto('/')
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
})
