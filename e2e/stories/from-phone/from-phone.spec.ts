import { fromPhoneWords, phoneNotes, phoneNotification, phoneReplyTrouble } from '@waypost/web/words/from-phone'
import { mutedApps } from '@waypost/web/words/settings'
import { enterPassword, passwordWrong } from '@waypost/web/words/ui/words'
import { faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { androidPhone } from '../../actors/phones/paired.ts'
import { sentence } from '../../actors/words/sentence.ts'

const list = (page: Page) => page.getByRole('main')
const item = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })
/** A day whose name never changes. */
const old = String(Date.UTC(2024, 2, 12, 12))
const id = (number: number, app = 'org.example.chat') => `0|${app}|${number}|null|10001`

/** Waits for the parts of the sidebar that appear a moment later. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^From your phone/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Online Pixel/ })).toBeVisible()
}

test('a notification of the phone is answered from the list, once, and dismissed on both sides', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { phone, close } = await androidPhone(server.origin, alice)
  await phone.notify(id(1), { title: 'Ana', text: 'Are you coming?', requestReplyId: 'r1', actions: ['Mark as read'] })
  const page = await alice.open('/#devices')
  await page.getByRole('link', { name: /^From your phone/ }).click()
  await expect(page).toHaveURL(/#devices\/from-phone$/)
  await expect(item(page, 'Are you coming?')).toBeVisible()
  const field = page.getByRole('textbox', { name: sentence(phoneNotification.reply, { title: 'Ana' }) })
  await field.fill('On my way')
  await field.press('Enter')
  expect((await phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'On my way' })
  await expect(item(page, 'You replied: On my way')).toBeVisible()
  await expect(field).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  expect((await phone.next('notification.action')).body).toEqual({ key: id(1), action: 'Mark as read' })
  await phone.notify(id(2), { title: 'Ben', text: 'Lunch?' })
  await expect(item(page, 'Lunch?')).toBeVisible()
  phone.cancel(id(1))
  await expect(item(page, 'Are you coming?')).toHaveCount(0)
  await page.getByRole('button', { name: sentence(phoneNotification.dismiss, { title: 'Ben' }) }).click()
  await expect(page.getByRole('heading', { name: fromPhoneWords.none })).toBeVisible()
  await expect.poll(() => phone.received.map(({ body }) => body.cancel)).toContain(id(2))
  await close()
})

test('a reply that the phone did not get stays in its field with what to do', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { phone, close } = await androidPhone(server.origin, alice)
  await phone.notify(id(1), { title: 'Ana', text: 'Are you coming?', requestReplyId: 'r1' })
  const page = await alice.open('/#devices/from-phone')
  const field = page.getByRole('textbox', { name: sentence(phoneNotification.reply, { title: 'Ana' }) })
  await field.fill('On my way')
  phone.cancel(id(1))
  await expect(list(page).getByText(phoneReplyTrouble.gone)).toBeVisible()
  await expect(field).toHaveValue('On my way')
  await page.getByRole('button', { name: sentence(phoneNotification.dismiss, { title: 'Ana' }) }).click()
  await expect(field).toHaveCount(0)
  await close()
})

test('an app is muted from the list and unmuted in the settings; nothing of it is shown meanwhile', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { phone, close } = await androidPhone(server.origin, alice)
  await phone.notify(id(1), { title: 'Ana', text: 'Are you coming?' })
  await phone.notify(id(2, 'org.example.mail'), { appName: 'Mail', title: 'Invoice', text: 'Attached' })
  const page = await alice.open('/#devices/from-phone')
  await page.getByRole('button', { name: sentence(fromPhoneWords.mute, { app: 'Chat' }) }).click()
  await expect(item(page, 'Are you coming?')).toHaveCount(0)
  await expect(item(page, 'Invoice')).toBeVisible()
  await page.goto('/#settings/notifications')
  await page.getByRole('button', { name: sentence(mutedApps.unmuteThis, { app: 'Chat' }) }).click()
  await expect(page.getByText(mutedApps.none)).toBeVisible()
  await page.goto('/#devices/from-phone')
  await expect(item(page, 'Are you coming?')).toBeVisible()
  await close()
})

test('an account without the password of the companion is asked for it, and then sees and answers', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { phone, close } = await androidPhone(server.origin, alice, 'four words of mine')
  await phone.notify(id(1), { title: 'Ana', text: 'A secret', requestReplyId: 'r1' })
  const page = await alice.open('/#devices/from-phone')
  await page.getByLabel(enterPassword).fill('something else')
  await page.getByRole('button', { name: phoneNotes.unlock }).click()
  await expect(page.getByText(passwordWrong)).toBeVisible()
  await page.getByLabel(enterPassword).fill('four words of mine')
  await page.getByRole('button', { name: phoneNotes.unlock }).click()
  await page.getByRole('textbox', { name: sentence(phoneNotification.reply, { title: 'Ana' }) }).fill('Kept')
  await page.getByRole('button', { name: phoneNotification.send }).click()
  expect((await phone.next('notification.reply')).body.message).toBe('Kept')
  await close()
})

test('axe finds nothing serious in the list at 1280 and 390 px, with notifications and without', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { phone, close } = await androidPhone(server.origin, alice)
  await phone.notify(id(1), {
    title: 'Ana',
    text: 'Are you coming?',
    requestReplyId: 'r1',
    actions: ['Mark as read', 'Archive'],
    time: old,
  })
  await phone.notify(id(2, 'org.example.mail'), { appName: 'Mail', title: 'Invoice', text: 'x '.repeat(600), time: old })
  const page = await alice.open('/#devices/from-phone')
  await settled(page)
  expect(await faultsAndOverflow(page, 'from your phone', item(page, 'Invoice'), page)).toEqual([])
  phone.cancel(id(1))
  phone.cancel(id(2, 'org.example.mail'))
  await page.close()
  const later = await alice.open('/#devices/from-phone')
  await settled(later)
  expect(
    await faultsAndOverflow(later, 'nothing from your phone', later.getByRole('heading', { name: fromPhoneWords.none })),
  ).toEqual([])
  await close()
})
