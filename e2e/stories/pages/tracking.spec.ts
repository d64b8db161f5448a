import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stores } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { companionTabs, storeLinks } from '@waypost/web/words/apps'
import { browserExtension } from '@waypost/web/words/apps/extension'
import { test as base, expect, history, say } from '../../actors/actors.ts'

interface Log {
  /** The requests at the log host, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a story looks into what it needs
  events: any[]
  /** The unparsed body. */
  bodies: string[]
  server: TestServer
}

const test = base.extend<{ log: Log }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  log: async ({}, use) => {
    const bodies: string[] = []
    const host = createServer(async (request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'content-type')
      if (request.method === 'POST') bodies.push(await text(request))
      response.end()
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const server = await startTestServer({
      WAYPOST_TRACKING_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}/events`,
    })
    const log: Log = {
      server,
      bodies,
      get events() {
        return bodies.map((body) => JSON.parse(body))
      },
    }
    await use(log)
    await server.close()
    host.closeAllConnections()
    host.close()
  },
})

test('API-073 TRACK-001 TRACK-002 TRACK-004 TRACK-005 GAP-063 usage is sent to the log host, but no content and no recipients', async ({
  log,
  browser,
}) => {
  const { account } = await log.server.signUp('alice@example.org', 'Alice')
  await log.server.signUp('bob@example.org', 'Bob')
  const context = await browser.newContext({ baseURL: log.server.origin })
  await context.addInitScript((value) => {
    if (!localStorage.getItem('client_id')) localStorage.setItem('account', value)
  }, JSON.stringify(account))
  const page = await context.newPage()
  const named = (name: string) => log.events.filter((event) => event.name === name)
  await page.goto('/#people/bob@example.org')
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible()
  await page.mouse.move(200, 200)
  await expect.poll(() => named('web_user_active').length).toBe(1)
  await say(page, 'the secret is under the stone')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect.poll(() => named('web_push_sent').length).toBe(1)
  await page.goto('/pro?secret=1')
  await expect.poll(() => named('web_page_view').map(({ path }) => path)).toEqual(['/#people', '/pro'])
  await page.mouse.move(100, 100)
  await page.evaluate(() => void setTimeout(() => JSON.parse('{')))
  await expect.poll(() => named('web_unhandled_error').map(({ about }) => about)).toEqual(['SyntaxError'])
  expect(named('web_user_active')).toHaveLength(1)
  expect(named('web_push_sent')[0]).toEqual({
    name: 'web_push_sent',
    at: expect.stringMatching(/^\d{4}-/),
    user_id: account.id,
    user_iden: account.iden,
    session_id: expect.stringMatching(/^\w+$/),
    client_id: expect.stringMatching(/^\w+$/),
    client_type: 'web',
    client_version: 162,
    browser: { name: 'Chrome', version: expect.stringMatching(/^\d+$/) },
    path: '/#people',
    referrer: '',
    platform: expect.any(String),
    language: expect.any(String),
    encryption: false,
    ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
  })
  for (const event of log.events) expect(event.name).toMatch(/^web_/)
  expect(log.bodies.join()).not.toMatch(/\b(secret|stone|bob|alice)\b|example\.org/i)
  await page.goto('/privacy')
  await expect(page.getByText(/This server’s operator reports to 127\.0\.0\.1:\d+ which screens/)).toBeVisible()
  await context.close()
})

test('TRACK-001 a browser that asks not to be tracked sends nothing, and neither does one of a server without a log host', async ({
  log,
  browser,
  visitor,
  server,
}) => {
  const context = await browser.newContext({ baseURL: log.server.origin })
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const asking = await context.newPage()
  await asking.goto('/pro')
  await asking.getByRole('table').waitFor()
  await asking.goto('/support')
  await asking.getByRole('heading', { level: 1 }).waitFor()
  const other = await browser.newContext({ baseURL: log.server.origin })
  const telling = await other.newPage()
  await telling.goto('/about')
  await expect.poll(() => log.events.map(({ path }) => path)).toEqual(['/about'])
  const page = await visitor()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) foreign.push(request.url())
  })
  for (const path of ['/pro', '/support', '/about']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.goto('/privacy')
  await expect(page.getByText(/no ads and no third-party analytics/i)).toBeVisible()
  expect(foreign).toEqual([])
  await context.close()
  await other.close()
})

test('CONST-002 GAP-037 GAP-080 the page to add a device shows the configured app stores', async ({ browser, actor }) => {
  expect(stores).toEqual(['android', 'chrome', 'firefox', 'windows', 'ios', 'mac', 'safari', 'opera'])
  const named = Object.fromEntries(
    stores.map((store) => [`WAYPOST_LINK_${store.toUpperCase()}`, `https://${store}.example.org/`]),
  )
  const server = await startTestServer(named)
  const { account } = await server.signUp('bob@example.org', 'Bob')
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    await context.addInitScript((value) => localStorage.setItem('account', value), JSON.stringify(account))
    const page = await context.newPage()
    await page.goto('/#devices/new')
    const links = page.getByRole('navigation', { name: storeLinks.title }).getByRole('link')
    await expect(links).toHaveText([
      companionTabs.android,
      'Chrome',
      browserExtension.firefox,
      companionTabs.windows,
      'iOS',
      'Mac',
      'Safari',
      'Opera',
    ])
    for (const [index, store] of stores.entries())
      await expect(links.nth(index)).toHaveAttribute('href', `https://${store}.example.org/`)
  } finally {
    await context.close()
    await server.close()
  }
  const alice = await actor('alice')
  const page = await alice.open('/#devices/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Add a device' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: storeLinks.title })).toHaveCount(0)
})
