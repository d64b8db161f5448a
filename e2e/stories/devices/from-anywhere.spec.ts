import { androidPhone, gatewayCode, phoneFromAnywhere } from '@waypost/web/words/apps/phone'
import { aboutDevice, about as aboutText } from '@waypost/web/words/push/about'
import { encryptionWords } from '@waypost/web/words/settings'
import { textAttach, textStates } from '@waypost/web/words/sms'
import { newMessageWords, recipientPicker } from '@waypost/web/words/sms/new-message'
import { desktopScreen, faultsAndOverflow } from '../../actors/accessibility.ts'
import { type Actor, expect, type Page, test } from '../../actors/actors.ts'
import { bubble, reply, threads, title, type } from '../../actors/phone.ts'
import { shownCode, signInGateway } from '../../actors/phones/gateway-phone.ts'
import { sentence } from '../../actors/words/sentence.ts'

const number = '+15550100199'
const way = (page: Page) => page.getByRole('region', { name: androidPhone.fromAnywhere })
const showCode = (page: Page) => way(page).getByRole('button', { name: gatewayCode.show })
const connected = (page: Page, name = 'Google Pixel') =>
  way(page).getByRole('heading', { name: sentence(phoneFromAnywhere.connected, { name }) })

async function phoneOf(actor: Actor) {
  const { status, body } = await actor.call('/v3/sms-gateway-code', {})
  expect(status).toBe(200)
  return signInGateway(body.address, body.code)
}

async function writeTo(page: Page, device: string, body: string): Promise<void> {
  await page.goto(`/#sms/${device}/new`)
  const to = page.getByRole('combobox', { name: recipientPicker.to })
  await to.fill(number)
  await to.press('Enter')
  const text = page.getByRole('textbox', { name: newMessageWords.text })
  await text.fill(body)
  await text.press('Enter')
}

const paste = (page: Page) =>
  page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(8)], 'beach.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
  })

test('from “Add a device” to a text that goes through the server, an answer that is read, and a failure with its reason', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#devices/android')
  await expect(way(page).getByRole('img', { name: phoneFromAnywhere.code })).toBeVisible()
  await expect(way(page).getByText(phoneFromAnywhere.limits)).toBeVisible()
  await expect(page.locator('[data-code]')).toHaveCount(0)
  await showCode(page).click()
  const { address, code } = await shownCode(page)
  await expect(way(page).getByText(/^Expires in (10:00|9:\d\d)\.$/)).toBeVisible()
  await expect(way(page).getByText('Waiting for the phone.')).toBeVisible()
  await expect(way(page).getByText('The app needs an https address')).toBeVisible()

  const phone = await signInGateway(address, code)
  await expect(connected(page)).toBeFocused()
  await expect(page.getByRole('log').getByText(sentence(phoneFromAnywhere.connected, { name: 'Google Pixel' }))).toHaveCount(1)
  await expect(page.locator('[data-code]')).toHaveCount(0)
  await expect(way(page).getByRole('link', { name: phoneFromAnywhere.about })).toHaveAttribute('href', `#devices/${phone.device}`)
  await way(page).getByRole('link', { name: phoneFromAnywhere.write }).click()

  await writeTo(page, phone.device, 'On my way')
  await expect(bubble(page, 'On my way').getByText('Pending', { exact: true })).toBeVisible()
  const [text] = await phone.given('On my way')
  expect(text?.phoneNumbers).toEqual([number])
  if (text) await phone.says(text, 'Sent')
  await expect(bubble(page, 'On my way')).toHaveCount(1)
  await expect(bubble(page, 'On my way').getByText('Pending', { exact: true })).toHaveCount(0)
  await phone.given()
  await phone.receives(number, 'Great, see you')
  await expect(threads(page).filter({ hasText: 'Great, see you' })).toBeVisible()
  await expect(title(page)).toHaveText(number)
  await expect(bubble(page, 'Great, see you')).toBeVisible()

  await type(page, 'At the door')
  const [second] = await phone.given('At the door')
  if (second)
    await phone.says(second, 'Failed', 'Send result: RESULT_ERROR_NO_SERVICE (Failed because service is currently unavailable)')
  await expect(bubble(page, 'At the door')).toContainText('The phone could not send this: it has no mobile service.')
  await bubble(page, 'At the door').getByRole('button', { name: 'Retry' }).click()
  const [again] = await phone.given('At the door')
  expect(again?.id).not.toBe(second?.id)
  if (again) await phone.says(again, 'Sent')
  await expect(bubble(page, 'At the door').getByText('The phone could not send this')).toHaveCount(0)
  await expect(bubble(page, 'At the door')).toHaveCount(1)
})

test('a phone through the server gets no pictures, and a text to several people goes to each separately; both are said', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await phoneOf(alice)
  const page = await alice.open(`/#sms/${phone.device}/new`)
  const to = page.getByRole('combobox', { name: recipientPicker.to })
  await expect(to).toHaveAccessibleDescription(recipientPicker.numbers)
  await expect(page.getByText('No Phone book returned.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveCount(0)
  const said = page.getByRole('region', { name: aboutDevice.notices }).getByRole('status')
  await paste(page)
  await expect(said).toContainText(textAttach.noneByApp)
  const note = page.getByText(textStates.separately)
  await to.fill(number)
  await to.press('Enter')
  await expect(note).toHaveCount(0)
  await to.fill('+15550100142')
  await to.press('Enter')
  await expect(note).toBeVisible()
  const text = page.getByRole('textbox', { name: newMessageWords.text })
  await text.fill('Dinner at eight')
  await text.press('Enter')
  const [given] = await phone.given('Dinner at eight')
  expect([...(given?.phoneNumbers ?? [])].sort()).toEqual(['+15550100142', number])
  await expect(bubble(page, 'Dinner at eight')).toBeVisible()
  await expect(note).toBeVisible()
  await expect(reply(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveCount(0)
})

test('while an encryption password is set, the way through the server says that it does not work, and nothing is sent', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await phoneOf(alice)
  const page = await alice.open('/#settings/encryption')
  const password = page.getByLabel(encryptionWords.label, { exact: true })
  await password.fill('river')
  await password.press('Enter')
  await expect(page.getByText(encryptionWords.on)).toBeVisible()
  await page.goto('/#devices/android')
  await expect(way(page).getByText('This app’s texts pass through the server unencrypted')).toBeVisible()
  await expect(showCode(page)).toHaveCount(0)
  await expect(way(page).getByRole('link', { name: gatewayCode.settings })).toHaveAttribute('href', '#settings/encryption')

  await writeTo(page, phone.device, 'Hush')
  const sentence =
    'Texts of Google Pixel go through the server, which cannot pass on what is encrypted. Clear the encryption password here to text with this phone.'
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByRole('textbox', { name: newMessageWords.text })).toHaveValue('Hush')
  expect((await alice.call('/v2/texts')).body.texts).toEqual([])

  await page.goto('/#settings/encryption')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText(encryptionWords.off)).toBeVisible()
  await writeTo(page, phone.device, 'Hush')
  await phone.given('Hush')
})

test('a code that has expired is said to be over, and a press makes a new one', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#devices/android')
  const ending = '**/v3/sms-gateway-code'
  await page.route(ending, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), expires: Date.now() / 1_000 + 2 } })
  })
  await showCode(page).click()
  await expect(way(page).getByText(gatewayCode.over)).toBeVisible()
  await expect(page.locator('[data-code]')).toHaveCount(0)
  await expect(way(page).getByText('Waiting for the phone.')).toHaveCount(0)
  await page.unroute(ending)
  await way(page).getByRole('button', { name: gatewayCode.again }).click()
  const { address, code } = await shownCode(page)
  await signInGateway(address, code)
  await expect(connected(page)).toBeFocused()
})

test('what the server refuses is said in its words', async ({ actor }) => {
  const alice = await actor('alice')
  for (let phones = 0; phones < 5; phones++) await phoneOf(alice)
  const page = await alice.open('/#devices/android')
  await showCode(page).click()
  await expect(way(page).getByRole('alert')).toHaveText(/^An account has at most 5 phones with SMS Gateway\./)
})

test('the page about such a phone says that its texts go through the server, and what it cannot do', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await phoneOf(alice)
  const page = await alice.open(`/#devices/${phone.device}`)
  await page.getByRole('button', { name: sentence(aboutText.title, { name: 'Google Pixel' }) }).click()
  const about = page.getByRole('complementary', { name: sentence(aboutText.title, { name: 'Google Pixel' }) })
  await expect(about.getByText(aboutDevice.through)).toBeVisible()
  await expect(about.getByText('It can’t send pictures, or show notifications')).toBeVisible()
  await expect(about.getByRole('button', { name: aboutDevice.test })).toHaveCount(0)
  await about.getByRole('button', { name: aboutDevice.texts }).click()
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.device}`))
})

test('the way from anywhere: axe finds nothing serious at 1280 and 390 px, and it is no wider than the window there and at 320 px', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#devices/android')
  await showCode(page).click()
  const { address, code } = await shownCode(page)
  // The values that differ every time.
  await page.evaluate(
    ([word, spoken]) => {
      for (const element of document.querySelectorAll('code, p, [aria-label]')) {
        const label = element.getAttribute('aria-label')
        if (label?.includes(word as string)) element.setAttribute('aria-label', label.replace(word as string, 'word'))
        if (element.childElementCount > 0) continue
        if (element.textContent?.includes(word as string)) element.textContent = 'https://push.example.org/v3/sms/word'
        if (element.textContent?.includes(spoken as string)) element.textContent = 'The code is 1 2 3.'
      }
    },
    [address.split('/').at(-1) ?? '', [...code].join(' ')] as const,
  )
  expect(await faultsAndOverflow(page, 'phone from anywhere', page.locator('[data-code]'), page)).toEqual([])
  const other = await alice.open('/#devices/android')
  await expect(showCode(other)).toBeVisible()
  await signInGateway(address, code, 'Google/Pixel_with_a_name_that_has_no_end_and_goes_on')
  const name = 'Google Pixel with a name that has no end and goes on'
  expect(await faultsAndOverflow(other, 'phone from anywhere connected', connected(other, name))).toEqual([])
})
