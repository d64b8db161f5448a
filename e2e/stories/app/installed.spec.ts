import { expect, test as stage } from '../../actors/actors.ts'
import { reloadApp } from '../../actors/app/kept-app.ts'
import { confirm } from '../../actors/confirm.ts'
import { type WebPush, webPush } from '../../actors/web-push/chromium.ts'

const test = stage.extend<WebPush>(webPush)

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'The headless shell of Chromium installs no apps.')

test('the installed app is a device that is written to, renamed and removed, and its icon has the number of unread conversations', async ({
  server,
  pushBrowser,
}) => {
  const [bob, alice] = [await server.signUp('bob@example.org', 'Bob'), await server.signUp('alice@example.org', 'Alice')]
  const call = async (path: string, body?: object) =>
    (await server.request(path, { token: alice.token, ...(body && { body }) })).body
  const { context } = await pushBrowser(server.origin)
  const page = await context.newPage()
  await page.goto('/icon.svg')
  await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(alice.account))
  await page.goto('/#people/me')
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect((await call('/v2/devices')).devices).toEqual([])

  const devtools = await context.newCDPSession(page)
  const app = { manifestId: `${server.origin}/` }
  await devtools.send('PWA.install', { ...app, installUrlOrBundleUrl: `${server.origin}/` })
  await devtools.send('PWA.openCurrentPageInApp', app)
  await expect.poll(() => page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  await expect
    .poll(async () => (await call('/v2/devices')).devices)
    .toMatchObject([{ nickname: 'Chrome on Linux', type: 'chrome' }])
  const [device] = (await call('/v2/devices')).devices

  await call('/v2/pushes', { type: 'note', body: 'for this device', device_iden: device.iden })
  await page.goto('/#devices')
  await page.getByRole('link', { name: /^Chrome on Linux/ }).click()
  await expect(page.getByText('for this device').last()).toBeVisible()
  await server.request('/v2/pushes', { token: bob.token, body: { type: 'note', body: 'Hello', email: 'alice@example.org' } })
  await expect.poll(async () => (await devtools.send('PWA.getOsAppState', app)).badgeCount).toBe(1)

  await page.goto('/#settings/devices')
  const nickname = page.getByRole('textbox', { name: 'Nickname of Chrome on Linux' })
  await nickname.fill('Desk')
  await nickname.press('Enter')
  await expect.poll(async () => (await call('/v2/devices')).devices).toMatchObject([{ iden: device.iden, nickname: 'Desk' }])
  await page.getByRole('button', { name: 'Delete Desk' }).click()
  await confirm(page, 'Delete')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('this_device'))).toBe('removed')
  // The next start does not undo that.
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await reloadApp(page)
  await expect(page.getByText('No devices yet.')).toBeVisible()
  expect(calls).not.toContain('POST /v2/devices')
})
