import { supportStrip } from '@waypost/web/words/page'
import { remoteState } from '@waypost/web/words/remote-files'
import { deviceCodeBrowser } from '@waypost/web/words/sign-in'
import { noLongerExists } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/actors.ts'
import { heading, home, remoteDevice } from '../../actors/remote-device.ts'

test('FILES-002 FILES-003 FILES-004 FILES-005 FILES-006 SHELL-077 SHELL-078 each device shows its status; only an enabled one opens', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const { body: disabled } = await alice.call('/v2/devices', { nickname: 'Old PC', remote_files: 'disabled' })
  const { body: absent } = await alice.call('/v2/devices', { nickname: 'Browser', type: 'chrome' })
  await alice.call('/v2/devices', { nickname: 'Tablet', remote_files: 'enabled', type: 'android' })
  const laptop = await remoteDevice(server.origin, alice, home)
  const desk = await remoteDevice(server.origin, alice, home, { nickname: 'Desk' })
  await alice.call(`/v2/devices/${desk.iden}`, { remote_files: 'disabled' })
  const page = await alice.open('/#remotefiles')
  const side = page.getByRole('navigation', { name: 'Remote Files' })
  const item = (name: string) => side.getByRole('listitem').filter({ hasText: name })
  for (const [name, state] of [
    ['Laptop', 'Enabled'],
    ['Tablet', 'Not Connected'],
    ['Old PC', 'Disabled'],
    ['Desk', 'Disabled'],
    ['Browser', 'Not Supported'],
  ] as const) {
    await expect(item(name).getByText(state, { exact: true })).toBeVisible()
    const opacity = () =>
      item(name)
        .getByText(name, { exact: true })
        .evaluate((element) => getComputedStyle(element).opacity)
    await expect.poll(opacity).toBe(state === 'Enabled' ? '1' : '0.55')
    const link = item(name).getByRole('link')
    if (state === 'Enabled') await expect(link).toHaveAttribute('href', /./)
    else await expect(link).toHaveAttribute('aria-disabled', 'true')
    await expect(item(name).getByText('Online', { exact: true })).toHaveCount(state === 'Enabled' ? 1 : 0)
  }
  // Without a device in the address, the first one that can be opened is shown.
  await expect(page).toHaveURL(new RegExp(`#remotefiles/${laptop.iden}$`))
  await expect(heading(page, 'Home')).toBeVisible()
  // The list is one Tab stop.
  await item('Laptop').getByRole('link').focus()
  await page.keyboard.press(supportStrip.end)
  await expect(item(deviceCodeBrowser.type).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#remotefiles/${laptop.iden}$`))
  for (const [{ iden }, state, how] of [
    [disabled, 'Disabled', remoteState['how-disabled']],
    [absent, 'Not Supported', remoteState['how-not-supported']],
  ] as const) {
    await page.goto(`/#remotefiles/${iden}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: state })).toBeVisible()
    await expect(page.getByRole('main').getByText(how)).toBeVisible()
  }
  await page.goto('/#remotefiles/nothing')
  await expect(page.getByRole('main').getByText(noLongerExists)).toBeVisible()
  await page.goto('/#devices')
  const online = page.getByRole('navigation', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'Online' })
  await expect(online.filter({ hasText: 'Desk' })).toHaveCount(1)
  await expect(online.filter({ hasText: 'Old PC' })).toHaveCount(0)
  laptop.close()
  desk.close()
})
