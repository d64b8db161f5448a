import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { companionTabs, newDevice } from '@waypost/web/words/apps'
import { copied } from '@waypost/web/words/ui/words'
import { desktopScreen, faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect } from '../../actors/actors.ts'
import { test } from '../../actors/companion.ts'

test('SHELL-068 GAP-037 FILES-001 GAP-068 a computer is added with the companion from the server, appears automatically, and shares its files', async ({
  actor,
  machine,
  server,
}) => {
  const alice = await actor('alice', { permissions: ['clipboard-read', 'clipboard-write'] })
  await alice.call('/v2/devices', { nickname: 'Old laptop', type: 'linux' })
  const page = await alice.open('/#devices/new')
  const install = `npm install -g --prefix ~/.local ${server.origin}/apps/waypost.tgz`
  await page.getByRole('tab', { name: companionTabs.linux }).click()
  await page.getByRole('button', { name: `Copy ${install}` }).click()
  await expect(page.getByRole('button', { name: copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(install)
  for (const command of [`waypost login --server ${server.origin}`, 'waypost run --install'])
    await expect(page.getByRole('button', { name: `Copy ${command}` })).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: /device|Connected/ })
  await expect(status).toHaveText(newDevice.waiting)

  const desk = await machine()
  await desk.waypost('login', '--server', server.origin, '--token', alice.token, '--device', 'Desk')
  const arrived = status.getByRole('link', { name: /Desk.*Connected/ })
  await expect(arrived).toBeVisible()
  await expect(status.getByRole('link')).toHaveCount(1)
  await arrived.click()
  await expect(page).toHaveURL(/#devices\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible()

  mkdirSync(join(desk.shared, 'Pictures'))
  writeFileSync(join(desk.shared, 'Pictures', 'list.txt'), 'milk, bread')
  await desk.waypost('settings', 'set', 'notifications', 'off')
  await desk.waypost('settings', 'set', 'folders', desk.shared)
  desk.run()
  await page.goto(`/#remotefiles`)
  await page.getByRole('link', { name: /Desk/ }).click()
  await page.getByText('Pictures', { exact: true }).click()
  await page.getByText('list.txt', { exact: true }).click()
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes[0]?.file_name).toBe('list.txt')
  const { pushes } = (await alice.call('/v2/pushes')).body
  expect(await (await fetch(pushes[0].file_url)).text()).toBe('milk, bread')
  await expect(page.getByText('Done').first()).toBeVisible()
})

test('GAP-037 adding a device: axe finds nothing serious at 1280 and 390 px, it is no wider than the window there and at 320 px, and works by keyboard', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#devices/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Add a device' })).toBeVisible()
  await alice.call('/v2/devices', { nickname: 'A device with a name that has no end '.repeat(5), type: 'linux' })
  const connected = page.getByText(newDevice.connected, { exact: true })
  expect(await faultsAndOverflow(page, 'new device', connected, page)).toEqual([])
  await page.getByRole('button', { name: /^Copy waypost run/ }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /Connected$/ })).toBeFocused()
})
