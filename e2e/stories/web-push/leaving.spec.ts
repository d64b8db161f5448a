import { expect } from '@playwright/test'
import { reachHere } from '@waypost/web/words/page/app'
import { reloadApp } from '../../actors/app/kept-app.ts'
import { isSubscribed, leave, noteWith, send, signInAgain, test } from '../../actors/web-push/reached.ts'

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'This Chromium has no push messages.')

test('signing out closes the notifications and ends the web push subscription; another account is reached after a press only', async ({
  server,
  person,
  push,
  reached,
}) => {
  const [alice, bob, carol] = [await person('alice'), await person('bob'), await person('carol')]
  const own = await reached(alice)
  const { browser } = own
  await leave(alice, own)
  await send(bob, alice, 'for Alice alone')
  await noteWith(browser, 'for Alice alone')
  const page = await browser.context.newPage()
  await page.goto('/#people/me')
  await page.getByRole('button', { name: 'Alice' }).click()
  // The page reloads once everything is erased.
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Sign Out' }).click()])
  await browser.desktop.until(() => browser.desktop.notes.length === 0 || undefined)
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expect.poll(() => isSubscribed(page)).toBe(false)
  await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(await signInAgain(server, carol)))
  await page.goto('/#settings/devices')
  await reloadApp(page)
  await expect(page.getByRole('button', { name: reachHere.reach })).toBeVisible()
  expect((await carol.call('/v2/devices')).body.devices).toEqual([])
  const count = push.received.length
  for (const to of [alice, carol]) await send(bob, to, 'again')
  await server.app.jobs.processAll()
  expect(push.received).toHaveLength(count)
})

test('a device that was removed while its browser was closed does not come back when that opens', async ({ person, reached }) => {
  const alice = await person('alice')
  const own = await reached(alice)
  await leave(alice, own)
  await alice.call(`/v2/devices/${own.device.iden}`, undefined, 'DELETE')
  const page = await own.browser.context.newPage()
  await page.goto('/#settings/devices')
  await reloadApp(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('this_device'))).toBe('removed')
  await expect.poll(() => isSubscribed(page)).toBe(false)
  expect((await alice.call('/v2/devices?active=true')).body.devices).toEqual([])
})

test('a device that is removed elsewhere is no longer reached, and its browser says so', async ({ person, push, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await own.page.goto('/#settings/devices')
  await expect(own.page.getByRole('textbox', { name: 'Nickname of Chrome on Linux' })).toBeVisible()
  await alice.call(`/v2/devices/${own.device.iden}`, undefined, 'DELETE')
  await expect(own.page.getByRole('button', { name: reachHere.reach })).toBeVisible()
  await leave(alice, own)
  await send(bob, alice, 'one')
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes.length).toBe(1)
  expect(push.received).toEqual([])
})
