import type { Account, Device } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { expect, type Page, test as stage } from '../../actors/actors.ts'
import { entryOf, home, queue, remoteDevice } from '../../actors/remote-device.ts'
import { type PushBrowser, type WebPush, webPush } from '../../actors/web-push/chromium.ts'

interface Person {
  account: Account
  token: string
  // biome-ignore lint/suspicious/noExplicitAny: what comes back differs for each call, and a story checks what it needs
  call(path: string, body?: object, method?: string): Promise<{ status: number; body: any }>
}

interface People {
  person(name: string): Promise<Person>
  /** Starts a browser of a person that is reached while it is closed; its page is still open. */
  reached(person: Person): Promise<{ browser: PushBrowser; page: Page; device: Device }>
}

const test = stage.extend<WebPush>(webPush).extend<People>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    // The push service is on this machine.
    const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
    await server.signUp('operator@example.org')
    await use(server)
    await server.close()
  },
  person: async ({ server }, use) => {
    await use((name) => signUp(server, name))
  },
  reached: async ({ server, push, pushBrowser }, use) => {
    await use(async (person) => {
      const browser = await pushBrowser(server.origin)
      await push.rewriteEndpoints(browser.context, '**/v3/subscribe-web-push')
      const page = await browser.context.newPage()
      await page.goto('/icon.svg')
      await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(await signInAgain(server, person)))
      await page.goto('/#setup/notifications')
      await page.getByRole('button', { name: 'Notify me when Waypost is closed' }).click()
      // The app is kept on the device first.
      await expect(page.getByText('they arrive while Waypost is closed')).toBeVisible({ timeout: 40_000 })
      const { devices } = (await person.call('/v2/devices')).body
      return { browser, page, device: devices[0] }
    })
  },
})

test.describe.configure({ timeout: 240_000 })

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'This Chromium has no push messages.')

async function signUp(server: TestServer, name: string): Promise<Person> {
  const { token, account } = await server.signUp(`${name}@example.org`, name.charAt(0).toUpperCase() + name.slice(1))
  return {
    account,
    token,
    call: (path, body, method) => server.request(path, { token, ...(body && { body }), ...(method && { method }) }),
  }
}

/** Each browser has a session of its own. */
async function signInAgain(server: TestServer, { account: { email } }: Person): Promise<Account> {
  const { body: granted } = await server.request('/provider/local/sign-in', { body: { email, password: 'a password for tests' } })
  return (await server.request('/v2/authenticate', { body: { type: 'local', access_token: granted.access_token } })).body
}

/** Closes the pages of a person, and waits until the server knows that nobody looks at them. */
async function leave(person: Person, ...all: { browser: PushBrowser; page: Page }[]): Promise<void> {
  for (const { browser, page } of all) {
    await browser.context.newPage()
    await page.close()
  }
  const awake = async () => (await person.call('/v3/get-app-states', {})).body.awake_app_guids
  // Where the last report of a page is lost, the one before ends after a minute.
  await expect.poll(awake, { timeout: 70_000 }).toEqual([])
}

const send = (from: Person, to: Person, body: string) => from.call('/v2/pushes', { type: 'note', body, email: to.account.email })

/** The lines of the notification that shows a text. */
const noteWith = (browser: PushBrowser, text: string) =>
  browser.desktop.until(() => browser.desktop.notes.find(({ body }) => body.includes(text)))

/** Presses a notification, or one of its actions, once the browser knows that it is shown. */
async function press(browser: PushBrowser, text: string, action = 'default'): Promise<void> {
  const note = await noteWith(browser, text)
  await expect.poll(async () => (await browser.notifications()).some(({ body }) => body.includes(text))).toBe(true)
  // Keys and labels alternate.
  browser.desktop.press(note, action === 'default' ? action : (note.actions[note.actions.indexOf(action) - 1] ?? ''))
}

test('20 of 20 messages are shown within 2 seconds while no page is open', async ({ person, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await leave(alice, own)
  const waits: number[] = []
  for (let index = 1; index <= 20; index++) {
    const started = Date.now()
    await send(bob, alice, `message ${index}.`)
    await noteWith(own.browser, `message ${index}.`)
    waits.push(Date.now() - started)
  }
  test.info().annotations.push({ type: 'milliseconds until shown', description: waits.join(' ') })
  expect(waits).toHaveLength(20)
  expect(Math.max(...waits)).toBeLessThan(2_000)
  // They are one conversation.
  expect(own.browser.desktop.notes.map(({ title }) => title)).toEqual(['Bob'])
})

test('what a person, a channel, a phone and an own device send is shown with its name and its actions', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await bob.call('/v2/channels', { tag: 'garden', name: 'Garden' })
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  const phone = (await alice.call('/v2/devices', { nickname: 'Pixel', type: 'android', has_sms: true })).body.iden
  await leave(alice, own)
  const { desktop } = own.browser
  await bob.call('/v2/pushes', { type: 'link', url: 'https://example.org/seeds', title: 'Seeds', channel_tag: 'garden' })
  await desktop.until(() => desktop.notes.find(({ title }) => title === 'Seeds'))
  await alice.call('/v2/pushes', { type: 'note', body: 'from the phone', source_device_iden: phone })
  await noteWith(own.browser, 'from the phone')
  const mirrored = { type: 'mirror', title: 'Low battery', body: '7 %', notification_id: '1', package_name: 'power' }
  await alice.call('/v2/ephemerals', { type: 'push', push: { ...mirrored, source_device_iden: phone } })
  await noteWith(own.browser, '7 %')
  const sms = { thread_id: '5', title: 'Carol', body: 'See you at six', timestamp: 1_700_000_000 }
  await alice.call('/v2/ephemerals', {
    type: 'push',
    push: { type: 'sms_changed', source_device_iden: phone, notifications: [sms] },
  })
  await noteWith(own.browser, 'See you at six')
  await send(bob, alice, 'Hello')
  await noteWith(own.browser, 'Hello')
  expect(desktop.notes.map(({ title }) => title).sort()).toEqual(['Bob', 'Carol', 'Low battery', 'Pixel', 'Seeds'])
  const actions = (title: string) => desktop.notes.find((note) => note.title === title)?.actions ?? []
  expect(actions('Seeds')).toEqual(expect.arrayContaining(['Open']))
  expect(actions('Bob')).toEqual(expect.arrayContaining(['Reply', 'Dismiss']))
  expect(actions('Pixel')).toEqual(expect.arrayContaining(['Copy', 'Dismiss']))
})

test('a file that was requested of a device is shown when it arrives after the last page was closed, and its Open opens it', async ({
  server,
  person,
  reached,
}) => {
  const alice = await person('alice')
  const laptop = await remoteDevice(server.origin, alice, home)
  const own = await reached(alice)
  const { browser, page } = own
  await page.goto(`/#remotefiles/${laptop.iden}`)
  await entryOf(page, 'b.pdf').click()
  await page.getByRole('dialog', { name: 'b.pdf' }).getByRole('button', { name: 'Request', exact: true }).click()
  await expect(queue(page).getByText('uploading...', { exact: true })).toBeVisible()
  await leave(alice, own)
  await laptop.send({ file_url: `${server.origin}/robots.txt` })
  const { title } = await noteWith(browser, 'b.pdf')
  expect(title).toBe('Laptop')
  const opened = browser.context.waitForEvent('page')
  await press(browser, 'b.pdf', 'Open')
  await expect(await opened).toHaveURL(`${server.origin}/robots.txt`)
  laptop.close()
})

test('a notification closes when its message is dismissed elsewhere, and its own Dismiss closes the others', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const [one, two] = [await reached(alice), await reached(alice)]
  await leave(alice, one, two)
  await send(bob, alice, 'first')
  for (const { browser } of [one, two]) await noteWith(browser, 'first')
  const { pushes } = (await alice.call('/v2/pushes')).body
  await alice.call(`/v2/pushes/${pushes[0].iden}`, { dismissed: true })
  for (const { browser } of [one, two]) await browser.desktop.until(() => browser.desktop.notes.length === 0 || undefined)
  await send(bob, alice, 'second')
  for (const { browser } of [one, two]) await noteWith(browser, 'second')
  await press(one.browser, 'second', 'Dismiss')
  await two.browser.desktop.until(() => two.browser.desktop.notes.length === 0 || undefined)
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes[0].dismissed).toBe(true)
})

test('a press opens the conversation in a new window where none is open, and in the window that is', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  const { browser } = own
  await leave(alice, own)
  await send(bob, alice, 'Are you there?')
  const opened = browser.context.waitForEvent('page')
  await press(browser, 'Are you there?')
  const page = await opened
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
  await expect(page.getByText('Are you there?').last()).toBeVisible()
  await page.getByRole('link', { name: 'Devices' }).click()
  // The window is behind another one.
  await page.evaluate(() => {
    Object.assign(document, { hasFocus: () => false })
    dispatchEvent(new Event('blur'))
  })
  await send(bob, alice, 'Still there?')
  const before = browser.context.pages().length
  await press(browser, 'Still there?')
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
  expect(browser.context.pages()).toHaveLength(before)
})

test('a browser whose subscription was revoked at its push service is forgotten', async ({ person, push, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await leave(alice, own)
  const device = async () => (await alice.call(`/v2/devices/${own.device.iden}`)).body
  expect((await device()).web_push).toBe(true)
  await send(bob, alice, 'one')
  await noteWith(own.browser, 'one')
  const [first] = push.received
  push.revoke(`/${first?.token}`)
  await send(bob, alice, 'two')
  await expect.poll(async () => (await device()).web_push ?? false).toBe(false)
  const count = push.received.length
  await send(bob, alice, 'three')
  expect(push.received).toHaveLength(count)
})

test('a device that is removed elsewhere is no longer reached, and its browser says so', async ({ person, push, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await own.page.goto('/#settings/devices')
  await expect(own.page.getByRole('textbox', { name: 'Nickname of Chrome on Linux' })).toBeVisible()
  await alice.call(`/v2/devices/${own.device.iden}`, undefined, 'DELETE')
  await expect(own.page.getByRole('button', { name: 'Notify me when Waypost is closed' })).toBeVisible()
  await leave(alice, own)
  await send(bob, alice, 'one')
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes.length).toBe(1)
  expect(push.received).toEqual([])
})
