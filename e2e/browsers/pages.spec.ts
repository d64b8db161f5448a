import { snippet } from '../actors/embedding-page.ts'
import { expect, fill, type Page, press, say, sees, test } from './firefox.ts'

test('a stranger creates an account on one page, and sends the first note to themselves', async ({ stranger, server }) => {
  await server.signUp('operator@example.org')
  const page = await stranger()
  await page.goto(server.origin)
  await page.locator('::-p-aria(Create account)').click()
  await fill(page, 'Name', 'Fox')
  await fill(page, 'Email address', 'fox@example.org')
  await page.locator('input[type=password]').fill('lamp river seventeen')
  await press(page, 'Create account')
  await say(page, 'Me', 'it works')
  await sees(page, 'it works')
  const { body } = await server.request('/provider/local/sign-in', {
    body: { email: 'fox@example.org', password: 'lamp river seventeen' },
  })
  expect(body.access_token).toBeTruthy()
})

test('the widget on a page of the same site shows the channel in its size, and a press follows', async ({
  person,
  server,
  host,
}) => {
  const bob = await person('bob')
  await bob.call('/v2/channels', { tag: 'garden', name: 'Garden notes' })
  const alice = await person('alice')
  const page = await alice.open()
  await page.goto(await host(snippet(server.origin, 'channel=garden'), 'same site'))
  const frame = await page.waitForFrame((each) => each.url().includes('/widget.html'))
  const button = frame.locator('::-p-aria([name="Subscribe to Garden notes"][role="button"])')
  // It accepts clicks once it has been in view.
  await frame.waitForSelector('[data-seen]')
  await button.click()
  await frame.locator('::-p-aria([name="Subscribed to Garden notes"][role="button"])').wait()
  expect((await alice.call('/v2/subscriptions?active=true')).body.subscriptions).toHaveLength(1)
  const cut = await frame.$eval('html', (html) => [html.scrollWidth - html.clientWidth, html.scrollHeight - html.clientHeight])
  expect(cut).toEqual([0, 0])
})

test('nothing is wider than a window of 1280, 768 or 390 px', async ({ person, server }) => {
  const alice = await person('alice')
  const bob = await person('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'a very long word: '.concat('word'.repeat(60)), email: alice.email })
  const page = await alice.open()
  await sees(page, 'Bob')
  const addresses = ['/', '/#people/bob@example.org', '/#devices', '/#settings', '/channels', '/apps', '/docs/api']
  const wide: string[] = []
  for (const address of addresses) {
    await page.goto(server.origin + address)
    await page.waitForSelector('h1')
    for (const width of [1_280, 768, 390]) {
      await page.setViewport({ width, height: 800 })
      if (await overflows(page)) wide.push(`${address} at ${width} px`)
    }
  }
  expect(wide).toEqual([])
})

const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
