import { newMessageWords, recipientPicker } from '@waypost/web/words/sms/new-message'
import { hasGammu, openTestModem, type TestModem } from 'waypost/phone/test-modem'
import { expect } from '../../actors/actors.ts'
import { test as base } from '../../actors/companion.ts'
import { bubble, threads, title } from '../../actors/phone.ts'

const test = base.extend<{ modem: TestModem }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  modem: async ({}, use) => {
    const modem = openTestModem()
    await use(modem)
    await modem.close()
  },
})

test.skip(!hasGammu, 'the packages gammu and gammu-smsd are not installed')

test('TEXT-001 TEXT-007 TEXT-014 TEXT-015 GAP-068 GAP-087 a text written in the browser is sent by a modem, and what the modem receives is shown', async ({
  actor,
  machine,
  modem,
  server,
}) => {
  const alice = await actor('alice')
  const desk = await machine()
  await desk.waypost('login', '--server', server.origin, '--token', alice.token, '--device', 'Modem')
  await desk.waypost('settings', 'set', 'notifications', 'off')
  await desk.waypost('settings', 'set', 'phone', `gammu:${modem.config}`)
  desk.run()
  const page = await alice.open('/#people/me')
  await page.getByRole('link', { name: 'Texting' }).click()
  await expect(page.getByRole('navigation', { name: 'Texting' })).toBeVisible()

  await page.getByRole('link', { name: 'New message' }).first().click()
  const to = page.getByRole('combobox', { name: recipientPicker.to })
  await to.fill('555 010 0188')
  await to.press('Enter')
  const text = page.getByRole('textbox', { name: newMessageWords.text })
  await text.fill('Is anybody at home? ☃')
  await text.press('Enter')
  const ours = bubble(page, 'Is anybody at home? ☃')
  await expect(ours.getByText('Pending', { exact: true })).toBeVisible()
  await expect.poll(() => modem.texts('outbox')).toMatchObject([{ number: '5550100188', words: 'Is anybody at home? ☃' }])
  await expect(page).toHaveURL(/#sms\/[^/]+\/1$/)
  await expect(ours.getByText('Pending', { exact: true })).toBeVisible()

  modem.switchOn()
  await expect(ours.getByText('Pending', { exact: true })).toHaveCount(0)
  await expect(ours.getByText('Failed', { exact: true })).toHaveCount(0)
  expect(modem.texts('outbox')).toEqual([])
  expect(modem.texts('sent')).toMatchObject([{ number: '5550100188', words: 'Is anybody at home? ☃' }])
  await expect(title(page)).toHaveText('5550100188')

  modem.receive('5550100188', 'Yes, come over')
  await expect(bubble(page, 'Yes, come over')).toBeVisible()
  await expect(ours).toHaveCount(1)
  await expect(threads(page)).toHaveCount(1)
})
