import { expect } from '@playwright/test'
import { enterPassword } from '@waypost/web/words/ui/words'
import { androidPhone } from '../../actors/phones/paired.ts'
import { leave, noteWith, press, test } from '../../actors/web-push/reached.ts'

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'This Chromium has no push messages.')

const id = (number: number) => `0|org.example.chat|${number}|null|10001`

test('a notification of the phone is answered, acted on and dismissed from a closed browser, without a window', async ({
  person,
  reached,
  server,
}) => {
  const alice = await person('alice')
  const { phone, close } = await androidPhone(server.origin, alice)
  const own = await reached(alice)
  await leave(alice, own)
  const { desktop, context } = own.browser
  const before = context.pages().length
  await phone.notify(id(1), { title: 'Ana', text: 'Are you coming?', requestReplyId: 'r1', actions: ['Mark as read'] })
  const note = await noteWith(own.browser, 'Are you coming?')
  expect(note.title).toBe('Ana')
  expect(note.actions).toEqual(expect.arrayContaining(['inline-reply', 'Reply', 'Mark as read']))
  await expect.poll(async () => (await own.browser.notifications()).length).toBe(1)
  desktop.reply(note, 'On my way')
  expect((await phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'On my way' })
  await phone.notify(id(2), { title: 'Ben', text: 'Next song?', actions: ['Skip'] })
  await press(own.browser, 'Next song?', 'Skip')
  expect((await phone.next('notification.action')).body).toEqual({ key: id(2), action: 'Skip' })
  await phone.notify(id(3), { title: 'Cy', text: 'Enough' })
  desktop.dismiss(await noteWith(own.browser, 'Enough'))
  expect((await phone.next('notification.request', 'cancel')).body).toEqual({ cancel: id(3) })
  expect(context.pages()).toHaveLength(before)
  await close()
})

test('with a password, a closed browser shows and answers what is encrypted; without a text, Reply opens the field of the list', async ({
  person,
  reached,
  server,
}) => {
  const alice = await person('alice')
  const { phone, close } = await androidPhone(server.origin, alice, 'four words of mine')
  const own = await reached(alice)
  await own.page.goto('/#devices/from-phone')
  await own.page.getByLabel(enterPassword).fill('four words of mine')
  await own.page.getByRole('button', { name: 'Unlock' }).click()
  await expect(own.page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await leave(alice, own)
  const { desktop, context } = own.browser
  // With an icon it is too long for a message.
  const icon = Buffer.concat([Buffer.from('iVBORw0KGgo=', 'base64'), Buffer.alloc(20_000)])
  await phone.notify(id(1), { title: 'Ana', text: 'A secret', requestReplyId: 'r1' }, icon)
  desktop.reply(await noteWith(own.browser, 'A secret'), 'Kept')
  expect((await phone.next('notification.reply')).body.message).toBe('Kept')
  await phone.notify(id(2), { title: 'Ben', text: 'Lunch?', requestReplyId: 'r2' })
  const opened = context.waitForEvent('page')
  const note = await noteWith(own.browser, 'Lunch?')
  await expect.poll(async () => (await own.browser.notifications()).length).toBe(1)
  desktop.reply(note, '')
  const page = await opened
  await expect(page).toHaveURL(/#devices\/from-phone$/)
  await expect(page.getByRole('textbox', { name: 'Reply to Ben' })).toBeFocused()
  await close()
})
