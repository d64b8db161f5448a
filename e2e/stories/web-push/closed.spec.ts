import { expect } from '@playwright/test'
import { entryOf, home, queue, remoteDevice } from '../../actors/remote-device.ts'
import { leave, noteWith, press, send, test } from '../../actors/web-push/reached.ts'

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'This Chromium has no push messages.')

test('20 of 20 messages are shown while no page is open, each before the next one is sent', async ({ person, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  await leave(alice, own)
  for (let index = 1; index <= 20; index++) {
    await send(bob, alice, `message ${index}.`)
    await noteWith(own.browser, `message ${index}.`)
  }
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
