import { encryptionWords } from '@waypost/web/words/settings'
import { textMessages, textStates } from '@waypost/web/words/sms'
import { newMessageWords, recipientPicker } from '@waypost/web/words/sms/new-message'
import { expect, history, test } from '../../actors/actors.ts'
import {
  bubble,
  connectPhone,
  dana,
  eli,
  incoming,
  jo,
  openDana,
  reply,
  threads,
  title,
  type,
  withDana,
} from '../../actors/phone.ts'
import { remoteDevice } from '../../actors/remote-device.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('PICK-016 (deviates) TEXT-007 TEXT-020 GAP-077 TEXT-022 TEXT-023 SHELL-075 SHELL-076 a new message by keyboard alone, to a person in the phone book and to a number', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  await phone.keepPhonebook([
    { name: 'Daniel Okafor', phone: '+1 555 010 0123', phone_type: 'home' },
    { name: 'Eli', phone: eli.address, phone_type: 'mobile' },
    { name: 'Dana', phone: dana.address },
  ])
  const page = await openDana(alice, phone)
  await expect(async () => {
    await page.getByRole('region', { name: sentence(textMessages.region, { name: 'Dana' }) }).focus()
    await page.keyboard.press('n')
    await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/new$`), { timeout: 1_000 })
  }).toPass()
  const to = page.getByRole('combobox', { name: recipientPicker.to })
  await expect(to).toBeFocused()
  await page.keyboard.type('el')
  await expect(page.getByRole('option')).toHaveText([/Eli.*555/])
  await page.keyboard.press('Enter')
  await page.keyboard.type('555 010 0188')
  await expect(page.getByRole('option')).toHaveText('555 010 0188')
  await page.keyboard.press('Tab')
  const chips = page.getByRole('list', { name: recipientPicker.picked }).getByRole('listitem')
  await expect(chips).toHaveText(['Eli', '555 010 0188'])
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: 'Remove 555 010 0188' })).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(chips).toHaveText(['Eli'])
  await page.keyboard.press('Tab')
  const text = page.getByRole('textbox', { name: newMessageWords.text })
  await expect(text).toBeFocused()
  await expect(page.getByText('0/140')).toBeVisible()
  await page.keyboard.type('Hi there')
  await expect(page.getByText('8/140')).toBeVisible()
  await expect(text).toHaveAccessibleDescription('8/140')
  for (let letter = 0; letter < 'there'.length; letter++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('over ')
  await expect(text).toHaveValue('Hi \n\nover there')
  await expect(text).toBeFocused()
  await phone.waiting(0)
  const warning = page.getByText('Warning, longer texts may not send')
  await text.fill('x'.repeat(140))
  await expect(warning).toHaveCount(0)
  await text.fill('x'.repeat(141))
  await expect(warning).toBeVisible()
  await expect(page.getByText('141/140')).toHaveCSS('color', await warning.evaluate((element) => getComputedStyle(element).color))
  await text.fill('Hi Eli')
  await text.press('Enter')
  await expect(title(page)).toHaveText('Eli')
  await expect(bubble(page, 'Hi Eli').getByText('Pending', { exact: true })).toBeVisible()
  expect((await phone.waiting(1))[0]?.data.addresses).toEqual([eli.address])
  await expect(threads(page)).toHaveCount(2)

  // The phone creates a conversation for it, and the page switches to it.
  await phone.keep([
    { id: '9', recipients: [{ ...eli, address: '5550100142' }], messages: [] },
    { id: '7', recipients: [dana], messages: [incoming(2, 3, 'On the bus')] },
  ])
  await phone.tell()
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/9$`))
  await expect(title(page)).toHaveText('Eli')
  await expect(bubble(page, 'Hi Eli')).toHaveCount(1)
})

test('TEXT-018 TEXT-020 TEXT-024 a new message without recipients, or without a phone book, says so', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await withDana(alice, { has_mms: false })
  const page = await alice.open(`/#sms/${phone.iden}/new`)
  await expect(page.getByText('No Phone book returned.')).toBeVisible()
  const text = page.getByRole('textbox', { name: newMessageWords.text })
  await text.press('Enter')
  await expect(page.getByText('No recipient.')).toHaveCount(0)
  await text.fill('Hello')
  await text.press('Enter')
  const to = page.getByRole('combobox', { name: recipientPicker.to })
  await expect(to).toBeFocused()
  await expect(to).toHaveAccessibleDescription(/No recipient\./)
  await to.fill('5550100199')
  await to.press('Enter')
  await expect(text).toBeFocused()
  await expect(page.getByText(recipientPicker.one)).toBeVisible()
  await text.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/7$`))
  await expect(bubble(page, 'Hello')).toBeVisible()
  expect((await phone.waiting(1))[0]?.data.addresses).toEqual(['5550100199'])
})

test('TEXT-028 TEXT-029 TEXT-030 what a phone cannot do is explained in its place', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice, { has_mms: false })
  const group = {
    id: '8',
    recipients: [dana, eli, jo],
    messages: [{ ...incoming(1, 5, 'Who has the keys?'), recipient_index: 1 }],
  }
  await phone.keep([group])
  const page = await alice.open(`/#sms/${phone.iden}/8`)
  await expect(title(page)).toHaveText('3 people')
  await expect(bubble(page, 'Who has the keys?')).toContainText('Eli')
  await expect(page.getByText(textStates.group)).toBeVisible()
  await expect(reply(page)).toHaveCount(0)
  const able = await connectPhone(alice, { nickname: 'New phone' })
  await able.keep([group])
  await page.goto(`/#sms/${able.iden}/8`)
  await expect(reply(page)).toBeVisible()
  await type(page, 'I do')
  expect((await able.waiting(1))[0]?.data.addresses).toEqual([dana.address, eli.address, jo.address])

  const update = 'To continue texting, please update the companion app on your phone. (Sorry for the inconvenience!)'
  for (const fields of [{ app_version: 255 }, { app_version: undefined }]) {
    const old = await withDana(alice, { nickname: 'Antique', ...fields })
    await page.goto(`/#sms/${old.iden}`)
    await expect(title(page)).toHaveText(update)
    await expect(threads(page)).toHaveCount(0)
  }
  const just = await withDana(alice, { app_version: 256 })
  await page.goto(`/#sms/${just.iden}`)
  await expect(title(page)).toHaveText('Dana')
})

test('TEXT-031 TEXT-032 TEXT-033 TEXT-034 TEXT-035 near and over the limit a strip says so, and the text stays', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  const setCount = (reply_count: number) => admin.call('/v3/admin-set-reply-count', { email: alice.email, reply_count })
  const upgrade = page.getByRole('link', { name: 'Upgrade to the Pro plan to send unlimited messages.' })
  await expect(upgrade).toHaveCount(0)
  await setCount(80)
  await expect(page.getByText("You're getting close to the free message limit for this month.")).toBeVisible()
  await expect(upgrade).toHaveAttribute('href', '/pro')
  await setCount(100)
  await expect(page.getByText("You've reached the free message limit for this month.")).toBeVisible()
  await type(page, 'One more')
  await expect(reply(page)).toHaveValue('One more')
  await expect(history(page).getByText('One more')).toHaveCount(0)
  await page.reload()
  await expect(reply(page)).toHaveValue('One more')
  await setCount(3)
  await expect(upgrade).toHaveCount(0)
  await reply(page).press('Enter')
  await expect(bubble(page, 'One more')).toBeVisible()
  await phone.waiting(1)
})

test('E2E-008 TEXT-014 a text to a phone without the encryption password stays in the form, with what to do', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  const note = page.getByRole('status').filter({ hasText: 'Pixel 8 has no encryption password' })
  await expect(note).toHaveCount(0)
  await page.goto('/#settings/encryption')
  await page.getByLabel(encryptionWords.label).fill('river')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(encryptionWords.on)).toBeVisible()
  await page.goto(`/#sms/${phone.iden}/7`)
  await expect(note).toBeVisible()
  await expect(note.getByRole('link', { name: textStates.keySettings })).toHaveAttribute('href', '#settings/encryption')
  await type(page, 'hush')
  await expect(reply(page)).toHaveValue('hush')
  await expect(bubble(page, 'hush')).toHaveCount(0)
  await page.goto('/#people/me')
  await page.goto(`/#sms/${phone.iden}/7`)
  await expect(reply(page)).toHaveValue('hush')
  await phone.waiting(0)
})

test('TEXT-003 TEXT-004 messages and conversations that are only on the phone are loaded in pages', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { iden, session } = await remoteDevice(server.origin, alice, {}, { nickname: 'Pixel 8' })
  await alice.call(`/v2/devices/${iden}`, { has_sms: true, has_mms: true, app_version: 300 })
  const set = (key: string, data: object) => alice.call('/v3/set-permanent', { key, data: { ...data, more: true } })
  const messages = Array.from({ length: 170 }, (_, index) => incoming(170 - index, 100 + index, `message ${170 - index}.`))
  await set(`${iden}_thread_7`, { thread: messages.slice(0, 40) })
  await set(`${iden}_threads`, { threads: [{ id: '7', recipients: [dana], latest: messages[0] }] })
  session.onEphemeral(({ type, guid, thread_id, after }) => {
    if (type !== 'sms_page_request') return
    const rest = messages.slice(messages.findIndex(({ id }) => id === after) + 1)
    const page = thread_id
      ? { thread: rest.slice(0, 100), more: rest.length > 100 }
      : { threads: [{ id: '8', recipients: [eli] }] }
    void session.sendEphemeral({ type: 'sms_page', source_device_iden: iden, guid, ...page })
  })
  const page = await alice.open(`/#sms/${iden}/7`)
  await expect(bubble(page, 'message 131.')).toBeVisible()
  const more = page
    .getByRole('region', { name: sentence(textMessages.region, { name: 'Dana' }) })
    .getByRole('button', { name: 'Load more' })
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    await expect(bubble(page, 'message 1.')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(history(page).getByRole('article')).toHaveCount(170)
  await expect(more).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Texting' }).getByRole('button', { name: 'Load more' }).click()
  await expect(threads(page)).toHaveText([/Dana/, /Eli/])
  // An address below the stored list is found too.
  const other = await alice.open(`/#sms/${iden}/8`)
  await expect(title(other)).toHaveText('Eli')
  session.close()
})
