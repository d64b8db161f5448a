import { settings } from '@waypost/web/words/page/shell'
import { encryptionDevices, encryptionWords } from '@waypost/web/words/settings'
import sharp from 'sharp'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { button, expect, type Page, test } from '../../actors/actors.ts'
import { file, remoteDevice } from '../../actors/remote-device.ts'

const field = (page: Page) => page.getByLabel(encryptionWords.label, { exact: true })
const isSet = (page: Page) => page.getByText(encryptionWords.on)
const isNotSet = (page: Page) => page.getByText(encryptionWords.off)
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('e2e_key'))
const folder = { '~': [file('~/diary.txt', 1_000, 'text/plain')] }

test('SETT-018 SETT-019 E2E-001 E2E-004 E2E-005 GAP-048 GAP-049 the password is saved by Enter or Save and cleared by Clear, in every window', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const desk = await remoteDevice(server.origin, alice, {}, { nickname: 'Desk', password: 'correct horse' })
  const shed = await remoteDevice(server.origin, alice, {}, { nickname: 'Shed', password: 'something else' })
  const old = await remoteDevice(server.origin, alice, {}, { nickname: 'Old' })
  const page = await alice.open('/#settings/encryption')
  const other = await alice.open('/#settings/encryption')
  await expect(page.getByRole('tab', { name: settings.encryption, exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Set the same password on every device.')).toBeVisible()
  for (const kind of ['Encrypted', 'Not encrypted'])
    await expect(page.getByRole('heading', { level: 3, name: kind, exact: true })).toBeVisible()
  await expect(isNotSet(page)).toBeVisible()
  await expect(button(page, 'Clear')).toHaveAttribute('aria-disabled', 'true')
  const device = (at: Page, name: string) => at.getByRole('listitem').filter({ has: at.getByText(name, { exact: true }) })
  await expect(device(page, 'Desk')).toContainText('Has a password, but this browser doesn’t')

  await field(page).fill('correct horse')
  await page.getByRole('button', { name: encryptionWords.show }).click()
  await expect(field(page)).toHaveAttribute('type', 'text')
  await field(page).press('Enter')
  for (const window of [page, other]) {
    await expect(isSet(window)).toBeVisible()
    await expect(device(window, 'Desk')).toContainText(encryptionDevices.same)
    await expect(device(window, 'Shed')).toContainText('Different password')
    await expect(device(window, 'Old')).toContainText(encryptionDevices.none)
  }
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toHaveAttribute('type', 'password')
  await expect(page.getByText(encryptionWords.saved).first()).toBeVisible()
  expect(await kept(page)).toBe(desk.session.encryption.$key.get())
  await page.reload()
  await expect(isSet(page)).toBeVisible()

  await field(other).fill('something else')
  await button(other, 'Save').click()
  await expect(device(page, 'Shed')).toContainText(encryptionDevices.same)
  expect(await kept(page)).toBe(shed.session.encryption.$key.get())
  // An empty field is not a password: only Clear clears it.
  await field(page).press('Enter')
  await expect(isSet(page)).toBeVisible()
  await button(page, 'Clear').click()
  for (const window of [page, other]) await expect(isNotSet(window)).toBeVisible()
  expect(await kept(page)).toBeNull()
  for (const each of [desk, shed, old]) each.close()
})

test('E2E-007 API-051 SYNC-020 FILES-001 remote files are encrypted both ways, and with another password the reason is shown', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const laptop = await remoteDevice(server.origin, alice, folder, { password: 'correct horse' })
  const page = await alice.open('/#settings/encryption')
  await field(page).fill('correct horse')
  await button(page, 'Save').click()
  await expect(isSet(page)).toBeVisible()
  const frames: string[] = []
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  page.on('request', (request) => {
    if (request.url().endsWith('/v2/ephemerals')) sent.push(request.postData() ?? '')
  })
  await page.reload()
  await page.goto(`/#remotefiles/${laptop.iden}`)
  await expect(page.getByRole('button', { name: /^diary\.txt/ })).toBeVisible()
  const passed = [...frames, ...sent].filter((words) => words.includes('ciphertext'))
  expect(passed.length).toBeGreaterThanOrEqual(2)
  expect([...frames, ...sent].join()).not.toMatch(/diary|remote_directory/)

  await page.goto('/#settings/encryption')
  await field(page).fill('wrong')
  await button(page, 'Save').click()
  await expect(page.getByText(encryptionWords.saved).first()).toBeVisible()
  await page.reload()
  await page.goto(`/#remotefiles/${laptop.iden}`)
  // The device is online but couldn't decrypt a request, so none is sent.
  await expect(page.getByRole('link', { name: /Laptop.*Enabled/ })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Laptop has another encryption password, so it cannot read requests from here.')).toBeVisible()
  await main.getByRole('link', { name: 'Encryption settings' }).click()
  await expect(page).toHaveURL(/#settings\/encryption$/)
  laptop.close()
})

test("GAP-046 SYNC-019 E2E-007 a phone's notification is shown; dismissing it on the phone closes it here, and the other way around", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const phone = await remoteDevice(server.origin, alice, {}, { nickname: 'Pixel', password: 'correct horse' })
  const heard: object[] = []
  phone.session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'dismissal') heard.push(ephemeral)
  })
  await alice.context.addInitScript(() => {
    const shown: object[] = []
    class Fake {
      static permission = 'granted'
      onclose: (() => void) | null = null
      onclick?: () => void
      closed = false
      said: object
      constructor(title: string, options: object) {
        this.said = { title, ...options }
        shown.push(this)
      }
      close() {
        if (this.closed) return
        this.closed = true
        this.onclose?.()
      }
    }
    Object.assign(globalThis, { Notification: Fake, shown })
  })
  type Shown = { said: { title: string; body: string; icon?: string }; closed: boolean; close(): void; onclick(): void }
  const page = await alice.open('/#settings/encryption')
  const second = await alice.open('/#settings/encryption')
  await field(page).fill('correct horse')
  await button(page, 'Save').click()
  for (const window of [page, second]) await expect(isSet(window)).toBeVisible()
  const shownIn = (window: Page) =>
    window.evaluate(() =>
      (globalThis as unknown as { shown: Shown[] }).shown.map(
        ({ said, closed }) => `${said.title}: ${said.body}${closed ? ' (closed)' : ''}`,
      ),
    )
  const shown = async () => [...(await shownIn(page)), ...(await shownIn(second))]
  const mirror = (id: string, more: object) =>
    phone.session.sendEphemeral({
      type: 'mirror',
      source_user_iden: 'me',
      source_device_iden: phone.iden,
      package_name: 'com.chat',
      notification_id: id,
      dismissable: true,
      ...more,
    })
  const named = { source_user_iden: 'me', package_name: 'com.chat' }
  const grey = sharp({ create: { width: 1, height: 1, channels: 3, background: 'grey' } })
  const [jpeg, png] = [(await grey.jpeg().toBuffer()).toString('base64'), (await grey.png().toBuffer()).toString('base64')]
  await mirror('1', { title: 'Ana', body: 'Hello', icon: jpeg })
  await expect.poll(shown).toEqual(['Ana: Hello'])
  // The same notification replaces the first one, and only dismissing it on the phone closes it.
  await mirror('1', { application_name: 'Chat', body: 'Hello?' })
  await expect.poll(shown).toEqual(['Ana: Hello (closed)', 'Chat: Hello?'])
  await phone.session.sendEphemeral({ type: 'dismissal', ...named, notification_id: '2' })
  await phone.session.sendEphemeral({ type: 'dismissal', ...named, notification_id: '1' })
  await expect.poll(shown).toEqual(['Ana: Hello (closed)', 'Chat: Hello? (closed)'])
  // The phone receives its own, too.
  await expect.poll(() => heard.length).toBe(2)
  heard.length = 0
  await mirror('3', { title: 'Bo', body: 'Hi', icon: 'PHN2Zz4=' })
  await mirror('4', { title: 'Ongoing', body: 'Music', dismissable: false })
  await expect.poll(async () => (await shown()).length).toBe(4)
  const [first] = (await shownIn(page)).length > 0 ? [page] : [second]
  await first?.evaluate(() => {
    for (const each of (globalThis as unknown as { shown: Shown[] }).shown) each.close()
  })
  await expect
    .poll(() => heard)
    .toMatchObject([{ type: 'dismissal', ...named, source_device_iden: phone.iden, notification_id: '3' }])
  await mirror('5', { title: 'Bo', body: 'Again', icon: png })
  await expect.poll(async () => (await shown()).length).toBe(5)
  const icons = () =>
    first?.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown.map(({ said }) => said.icon ?? null))
  expect(await icons()).toEqual([`data:image/jpeg;base64,${jpeg}`, null, null, null, `data:image/png;base64,${png}`])
  await first?.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown.at(-1)?.onclick())
  await expect(first as Page).toHaveURL(/#devices\/from-phone$/)
  expect(heard).toHaveLength(1)
  phone.close()
})

test('SETT-018 where the browser cannot encrypt, a message replaces the field', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.context.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  const page = await alice.open('/#settings/encryption')
  await expect(page.getByText(/only on a page that was opened over https or on the same machine/)).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})

test('SETT-018 axe finds nothing serious in the encryption settings at 1280 and 390 px (acceptance point 1)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', desktopScreen)
  const devices = [
    await remoteDevice(server.origin, alice, {}, { nickname: 'Desk', password: 'correct horse' }),
    await remoteDevice(server.origin, alice, {}, { nickname: 'Shed', password: 'something else' }),
    await remoteDevice(server.origin, alice, {}, { nickname: 'Old' }),
  ]
  const page = await alice.open('/#settings/encryption')
  await field(page).fill('correct horse')
  await field(page).press('Enter')
  await expect(page.getByText(encryptionDevices.same, { exact: true })).toBeVisible()
  expect(
    await faultsOnEachScreen(page, 'password set', page.getByRole('main').getByText(encryptionWords.saved), { readOut: page }),
  ).toEqual([])
  for (const device of devices) device.close()
})
