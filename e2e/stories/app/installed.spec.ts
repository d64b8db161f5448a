import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from '@playwright/test'
import type { TestServer } from '@waypost/server/test-server'
import { deviceList } from '@waypost/web/words/settings'
import { expect, type Page, test as stage } from '../../actors/actors.ts'
import { reloadApp } from '../../actors/app/kept-app.ts'
import { send, sheet } from '../../actors/app/other-apps.ts'
import { confirm } from '../../actors/confirm.ts'
import { type WebPush, webPush } from '../../actors/web-push/chromium.ts'

interface Installed {
  page: Page
  devtools: CDPSession
  /** The id by which DevTools knows the app. */
  app: { manifestId: string }
  call(path: string, body?: object): ReturnType<TestServer['request']>
}

interface Installing {
  /** Opens a browser with Alice's page, and installs the page as an app; it is still in a tab. */
  install(): Promise<Installed>
}

const test = stage.extend<WebPush>(webPush).extend<Installing>({
  install: async ({ server, pushBrowser }, use) => {
    await use(async () => {
      await server.signUp('operator@example.org')
      const { token, account } = await server.signUp('alice@example.org', 'Alice')
      const { context } = await pushBrowser(server.origin)
      const page = await context.newPage()
      await page.goto('/icon.svg')
      await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
      await page.goto('/#people/me')
      await page.evaluate(() => navigator.serviceWorker.ready)
      const devtools = await context.newCDPSession(page)
      const app = { manifestId: `${server.origin}/` }
      await devtools.send('PWA.install', { ...app, installUrlOrBundleUrl: `${server.origin}/` })
      return { page, devtools, app, call: (path, body) => server.request(path, { token, ...(body && { body }) }) }
    })
  },
})

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'The headless shell of Chromium installs no apps.')

test('the installed app is a device that is written to, renamed and removed, and its icon has the number of unread conversations', async ({
  server,
  install,
}) => {
  const { page, devtools, app, call } = await install()
  const bob = await server.signUp('bob@example.org', 'Bob')
  const devices = async () => (await call('/v2/devices')).body.devices
  expect(await devices()).toEqual([])
  await devtools.send('PWA.openCurrentPageInApp', app)
  await expect.poll(() => page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  await expect.poll(devices).toMatchObject([{ nickname: 'Chrome on Linux', type: 'chrome' }])
  const [device] = await devices()

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
  await expect.poll(devices).toMatchObject([{ iden: device.iden, nickname: 'Desk' }])
  await page.getByRole('button', { name: 'Delete Desk' }).click()
  await confirm(page, 'Delete')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('this_device'))).toBe('removed')
  // The next start does not undo that.
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await reloadApp(page)
  await expect(page.getByText(deviceList.empty)).toBeVisible()
  expect(calls).not.toContain('POST /v2/devices')
})

test('a file that is opened with the installed app leads to the sheet, in the window that is open, and is sent from there', async ({
  install,
}) => {
  const { page, devtools, app, call } = await install()
  const folder = mkdtempSync(join(tmpdir(), 'waypost-files-'))
  const path = join(folder, 'hello.txt')
  writeFileSync(path, 'hi there')
  await devtools.send('PWA.launchFilesInApp', { ...app, files: [path] })
  await expect(sheet(page).getByText('hello.txt')).toBeVisible()
  await send(page, /^Me/)
  await expect.poll(async () => (await call('/v2/pushes')).body.pushes).toMatchObject([{ type: 'file', file_name: 'hello.txt' }])
  const [{ file_url }] = (await call('/v2/pushes')).body.pushes
  expect(await (await page.request.get(file_url)).text()).toBe('hi there')
  rmSync(folder, { recursive: true })
})
