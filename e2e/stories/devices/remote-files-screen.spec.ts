import { supportStrip } from '@waypost/web/words/page'
import { remoteFiles, remoteHeader } from '@waypost/web/words/remote-files'
import { noDevicesYet } from '@waypost/web/words/ui/words'
import {
  desktopScreen,
  faultsOnEachScreen,
  load,
  phoneScreen,
  screens,
  seriousFaults,
  showOn,
} from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { entryOf as entry, file, files, heading, home, queue, remoteDevice } from '../../actors/remote-device.ts'

test('FILES-001 a folder of thousands keeps few elements in the page, and unusual names do no harm', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const many = Array.from({ length: 4_000 }, (_, index) => file(`~/z${String(index).padStart(5, '0')}`, index))
  const odd = [file('~/photo\u202egpj.exe', 1), file('~/a\nb', 1), file(`~/${'long '.repeat(100)}`, 1), file('~/<b>bold', 1)]
  const laptop = await remoteDevice(server.origin, alice, { '~': [...odd, ...many] })
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await expect(entry(page, 'photo\ufffdgpj.exe')).toBeVisible()
  await expect(entry(page, 'a\ufffdb')).toBeVisible()
  await expect(entry(page, '<b>bold')).toBeVisible()
  const items = files(page, 'Home').getByRole('listitem')
  expect(await items.count()).toBeLessThan(120)
  await entry(page, 'a\ufffdb').focus()
  await page.keyboard.press(supportStrip.end)
  await expect(entry(page, 'z03999')).toBeFocused()
  expect(await items.count()).toBeLessThan(120)
  await expect(items.last()).toHaveAttribute('aria-setsize', '4004')
  laptop.close()
})

test('FILES-001 without a device one message says so, with the way to add one', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#remotefiles')
  for (const { viewport } of screens) {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('heading', { name: noDevicesYet })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Add a device' })).toHaveAttribute('href', /#devices\/new$/)
    await expect(page.getByText(remoteFiles.none)).toHaveCount(0)
  }
})

test('FILES-017 in one column the question is a sheet, which a press beside its text does not close', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', phoneScreen)
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await entry(page, 'b.pdf').click()
  const sheet = page.getByRole('dialog', { name: 'b.pdf' })
  await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const request = await sheet.getByRole('button', { name: 'Request' }).boundingBox()
  expect(844 - (request?.y ?? 0)).toBeLessThan(80)
  await page.touchscreen.tap(195, 500)
  await expect(sheet).toBeVisible()
  await page.touchscreen.tap((request?.x ?? 0) + 9, (request?.y ?? 0) + 9)
  await expect(sheet).toHaveCount(0)
  laptop.close()
})

test('FILES-010 without a network the open folder stays, and requests are answered when the network is back', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await expect(entry(page, 'b.pdf')).toBeVisible()
  await alice.context.setOffline(true)
  await entry(page, 'Pictures').click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Couldn’t open Pictures.')
  await expect(entry(page, 'b.pdf')).toBeVisible()
  await alice.context.setOffline(false)
  await expect(heading(page, 'Pictures')).toBeVisible()
  laptop.close()
})

test('nothing scrolls sideways at 320 px, also with longer words and from right to left (acceptance points 2 and 29)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  await alice.call('/v2/devices', { nickname: 'Old PC', remote_files: 'disabled' })
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open('/#remotefiles')
  for (const settings of [{ locale: 'pseudo' }, { dir: 'rtl' }]) {
    await page.evaluate((wanted) => {
      for (const [key, value] of Object.entries(wanted)) localStorage.setItem(key, value)
    }, settings)
    for (const route of ['/#remotefiles', `/#remotefiles/${laptop.iden}`, '/#settings/encryption']) {
      await page.goto(route)
      await page.reload()
      await page.getByRole('main').getByText(/./).first().waitFor()
      if (route.endsWith(laptop.iden)) await entry(page, 'b.pdf').waitFor()
      const over = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, main *')]
          .filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 &&
              (element === document.documentElement || getComputedStyle(element).overflowX === 'auto'),
          )
          .map((element) => element.outerHTML.slice(0, 100)),
      )
      expect([settings, route, over]).toEqual([settings, route, []])
      // Clipped content is as bad as scrolled content.
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(a, button, label, input, h1, h2, p)')]
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect()
            return left < -1 || right > innerWidth + 1
          })
          .map((element) => element.outerHTML.slice(0, 100)),
      )
      expect([settings, route, outside]).toEqual([settings, route, []])
    }
    await page.evaluate((wanted) => {
      for (const key of Object.keys(wanted)) localStorage.removeItem(key)
    }, settings)
  }
  laptop.close()
})

test('SHELL-078 axe finds nothing serious in remote files at 1280 and 390 px (acceptance point 1)', async ({ actor, server }) => {
  test.slow()
  const alice = await actor('alice', desktopScreen)
  await alice.call('/v2/devices', { nickname: 'Old PC', remote_files: 'disabled' })
  await alice.call('/v2/devices', { nickname: 'Browser', type: 'chrome' })
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await entry(page, 'b.pdf').click()
  expect(await faultsOnEachScreen(page, 'dialog', page.getByRole('dialog'), { readOut: page })).toEqual([])
  await page.reload()
  await entry(page, 'b.pdf').click()
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(queue(page).getByText('uploading...')).toBeVisible()
  await entry(page, 'Backup').click()
  const failed = page.getByRole('main').getByRole('alert')
  const folder = await faultsOnEachScreen(page, 'folder', failed, {
    readOut: page,
    judge: async ({ isMobile }) => {
      if (isMobile) await page.getByRole('radio', { name: remoteHeader.list }).check({ force: true })
      return seriousFaults(page)
    },
  })
  expect(folder).toEqual([])
  await showOn(page, phoneScreen)
  await load(page, '/#remotefiles')
  await page.locator(`a[href="#remotefiles/${laptop.iden}"]`).waitFor()
  expect(['devices', await seriousFaults(page)]).toEqual(['devices', []])
  laptop.close()
})
