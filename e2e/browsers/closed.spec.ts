import { startTestServer } from '@waypost/server/test-server'
import { reachHere } from '@waypost/web/words/page/app'
import { type WebPush, webPush } from '../actors/web-push/firefox.ts'
import { test as base, by, expect, press, sees } from './firefox.ts'

const test = base.extend<WebPush>(webPush).extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    // The push service is on this machine.
    const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
    await use(server)
    await server.close()
  },
})

test.skip(!process.env.WAYPOST_FIREFOX_NOTIFICATIONS, 'Firefox cannot show notifications on this machine.')

test('20 of 20 messages are shown in Firefox while no page is open, each before the next one is sent', async ({
  server,
  person,
  push,
  pushBrowser,
}) => {
  const bob = await person('bob')
  const { token, account } = await server.signUp('alice@example.org', 'Alice')
  const { browser, desktop } = await pushBrowser()
  const page = await browser.newPage()
  await page.goto(`${server.origin}/icon.svg`)
  await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
  await page.goto(`${server.origin}/#setup/notifications`)
  await by(page, 'button', reachHere.reach).wait()
  await press(page, reachHere.reach)
  page.setDefaultTimeout(60_000)
  await sees(page, reachHere.closed)
  await browser.newPage()
  await page.close()
  const awake = async () => (await server.request('/v3/get-app-states', { token, body: {} })).body.awake_app_guids
  await expect.poll(awake).toEqual([])
  for (let index = 1; index <= 20; index++) {
    await bob.call('/v2/pushes', { type: 'note', body: `message ${index}.`, email: 'alice@example.org' })
    await desktop.until(() => desktop.notes.find(({ body }) => body.includes(`message ${index}.`)))
  }
  // Firefox reports messages that it couldn't decrypt.
  expect(push.undelivered).toEqual([])
})
