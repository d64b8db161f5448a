import { androidPhone, lookForPhone, pairPhone, phoneAtHome, phoneOffline } from '@waypost/web/words/apps/phone'
import { aboutPhone, about as aboutText } from '@waypost/web/words/push/about'
import { targetItem } from '@waypost/web/words/sidebar'
import { phoneActions, phoneLine, phonePermissions, phoneWords } from '@waypost/web/words/target'
import { desktopScreen, faultsAndOverflow, screens, seriousFaults, showOn } from '../../actors/accessibility.ts'
import type { Page } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { bubble, reply, threads } from '../../actors/phone.ts'
import { expect, meet, pairOn, test } from '../../actors/phones/android.ts'
import { sentence } from '../../actors/words/sentence.ts'

const ben = { address: '+15550100' }
const trouble = (page: Page) => page.getByRole('main').getByRole('alert')
const code = (page: Page) => page.locator('[data-code]')

test('from “Add a device” to a text that was sent through the phone, and an answer that is read', async ({
  actor,
  desk,
  pixel,
}) => {
  pixel.messages = [pixel.message({ addresses: [ben], body: 'Are you there?', date: Date.now() - 60_000 })]
  pixel.contacts.set('1', 'BEGIN:VCARD\nVERSION:2.1\nFN:Ben\nTEL;CELL:+1 555 0100\nEND:VCARD')
  pixel.mayReadTexts = false
  const alice = await actor('alice')
  const page = await alice.open('/#devices/new')
  await page.getByRole('link', { name: androidPhone.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: androidPhone.title })).toBeVisible()
  const atHome = page.getByRole('region', { name: androidPhone.atHome })
  await expect(page.getByRole('region', { name: androidPhone.fromAnywhere })).toBeVisible()
  await expect(atHome.getByRole('img', { name: phoneAtHome.code })).toBeVisible()
  await expect(atHome.getByText('None of your devices runs it yet.')).toBeVisible()
  await expect(atHome.getByRole('link', { name: phoneAtHome.get })).toHaveAttribute('href', '#devices/new')

  // The screen notices the companion by itself.
  const computer = await desk(alice)
  await atHome.getByRole('button', { name: lookForPhone.look }).click()
  await expect(atHome.getByText('Desk is looking.')).toBeVisible()
  await meet(pixel, computer)
  await expect(atHome.getByRole('listitem').filter({ hasText: lookForPhone.pairHint }).last()).toContainText('Pixel')
  pixel.ask()
  await expect(atHome.getByRole('heading', { name: sentence(pairPhone.asks, { name: 'Pixel' }) })).toBeFocused()
  await expect(code(page)).toHaveText(pixel.code ?? '')
  await atHome.getByRole('button', { name: pairPhone.accept }).click()
  await expect(atHome.getByRole('heading', { name: sentence(pairPhone.paired, { name: 'Pixel' }) })).toBeFocused()

  const permission = (name: string) => atHome.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(permission(phonePermissions.contacts)).toContainText(phonePermissions.permitted)
  await expect(permission(phonePermissions.calls)).toContainText(phonePermissions.afterCall)
  await expect(permission(phonePermissions.texts)).toContainText(phonePermissions.missing)
  await expect(permission(phonePermissions.texts)).toContainText('Tap “Send SMS”')
  pixel.mayReadTexts = true
  await expect(permission(phonePermissions.texts)).toContainText(phonePermissions.permitted)
  await expect(permission(phonePermissions.texts)).not.toContainText('Send SMS')
  await pixel.notify('0|org.example.chat|1|null|10001')
  await expect(permission(phonePermissions.notifications)).toContainText(phonePermissions.permitted)

  await atHome.getByRole('link', { name: pairPhone.texts }).click()
  await threads(page).filter({ hasText: 'Ben' }).getByRole('link').first().click()
  await expect(bubble(page, 'Are you there?')).toBeVisible()
  await reply(page).fill('On my way')
  await reply(page).press('Enter')
  expect((await pixel.next('sms.request')).body).toMatchObject({ addresses: [ben], messageBody: 'On my way' })
  await expect(bubble(page, 'On my way').getByText('Pending', { exact: true })).toHaveCount(0)
  pixel.receive(pixel.message({ addresses: [ben], body: 'Great, see you' }))
  await expect(bubble(page, 'Great, see you')).toBeVisible()
  await expect(bubble(page, 'On my way')).toHaveCount(1)
})

test('a phone is asked from the page; who refuses, waits or accepts is told on both', async ({ actor, desk, pixel }) => {
  const alice = await actor('alice')
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await page.getByRole('button', { name: lookForPhone.look }).click()
  await expect(page.getByText('Desk is looking.')).toBeVisible()
  await meet(pixel, computer)
  pixel.ask()
  await page.getByRole('button', { name: pairPhone.refuse }).click()
  await expect(trouble(page).filter({ hasText: sentence(pairPhone.refused, { name: 'Pixel' }) })).toBeVisible()
  expect(pixel.isPaired).toBe(false)

  await page.getByRole('button', { name: sentence(lookForPhone.pairThis, { name: 'Pixel' }) }).click()
  await expect(page.getByRole('heading', { name: sentence(pairPhone.isAsked, { name: 'Pixel' }) })).toBeFocused()
  await expect(code(page)).toHaveText(pixel.code ?? '')
  pixel.unpair()
  await expect(trouble(page).filter({ hasText: 'it declined, or didn’t answer' })).toBeVisible()

  await page.getByRole('button', { name: sentence(lookForPhone.pairThis, { name: 'Pixel' }) }).click()
  await expect(page.getByRole('heading', { name: sentence(pairPhone.isAsked, { name: 'Pixel' }) })).toBeFocused()
  await expect.poll(() => pixel.askedBy).toBeDefined()
  pixel.agree()
  await expect(page.getByRole('heading', { name: sentence(pairPhone.paired, { name: 'Pixel' }) })).toBeFocused()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pixel' })).toBeVisible()
})

test('a phone that is not found by itself is found at its address; what went wrong is said', async ({ actor, desk, pixel }) => {
  const alice = await actor('alice')
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await page.getByRole('button', { name: lookForPhone.look }).click()
  await page.getByText(lookForPhone.elsewhere).click()
  const address = page.getByRole('textbox', { name: lookForPhone.address })
  await address.fill('no address!')
  await address.press('Enter')
  await expect(page.getByText('Enter an address such as')).toBeVisible()
  pixel.protocolVersion = 7
  await address.fill(pixel.host)
  await address.press('Enter')
  await expect(trouble(page)).toHaveText('The KDE Connect app on "Pixel" is too old. Update it to version 1.33 or later.')
  pixel.protocolVersion = 8
  await expect(page.getByRole('button', { name: sentence(lookForPhone.pairThis, { name: 'Pixel' }) })).toBeVisible()

  await alice.context.setOffline(true)
  await expect(page.getByText(phoneOffline.offline)).toBeVisible()
  await alice.context.setOffline(false)
  await expect(page.getByText(phoneOffline.offline)).toHaveCount(0)
  await computer.close()
  await page.getByRole('button', { name: lookForPhone.again }).click()
  await expect(trouble(page)).toContainText('Desk stopped answering.')
})

test('a computer that is off says what to do; of several that are on, the chosen one looks', async ({ actor, desk, pixel }) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open('/#devices/android')
  await expect(page.getByText(sentence(phoneAtHome.away, { computer: 'Laptop' }))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy waypost run' })).toBeVisible()
  await page.getByRole('button', { name: phoneAtHome.again }).click()
  await expect(page.getByText(phoneAtHome.asking)).toBeVisible()
  await desk(alice, 'Attic')
  const computer = await desk(alice)
  await page.getByRole('combobox', { name: phoneAtHome.choose }).selectOption('Desk')
  await pairOn(page, pixel, computer)
})

test('a phone’s device shows its battery and what it permits, rings, and is removed', async ({ actor, desk, pixel }) => {
  const alice = await actor('alice')
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await pairOn(page, pixel, computer)
  await page.getByRole('link', { name: 'Done' }).click()
  const row = page.getByRole('navigation', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'Pixel' })
  await expect(row).toContainText(sentence(phoneLine.charge, { battery: '71%' }))
  await page.getByRole('button', { name: sentence(aboutText.title, { name: 'Pixel' }) }).click()
  const about = page.getByRole('complementary', { name: sentence(aboutText.title, { name: 'Pixel' }) })
  await expect(about.getByText(sentence(aboutPhone.connected, { companion: 'Desk' }))).toBeVisible()
  await expect(about.getByText('71%')).toBeVisible()
  await expect(about.getByRole('listitem').filter({ hasText: phonePermissions.contacts })).toContainText(
    phonePermissions.permitted,
  )
  pixel.send('battery', { currentCharge: 70, isCharging: true })
  await expect(about.getByText(sentence(phoneWords.charging, { charge: '70%' }))).toBeVisible()
  await about.getByRole('button', { name: phoneActions.ring }).click()
  await expect(page.getByText(sentence(phoneActions.rings, { name: 'Pixel' })).last()).toBeVisible()
  await pixel.next('findmyphone.request')

  await page.goto('/#settings/devices')
  await expect(page.getByText(sentence(phoneLine.charge, { battery: '70%, charging' })).last()).toBeVisible()

  await page.goto('/#devices')
  await row.getByRole('link').first().click()
  const menu = async () => page.getByRole('button', { name: sentence(targetItem.actions, { name: 'Pixel' }) }).click()
  await menu()
  await page.getByRole('menuitem', { name: phoneActions.ring, exact: true }).click()
  await pixel.next('findmyphone.request')
  await menu()
  await page.getByRole('menuitem', { name: /^Remove/ }).click()
  await expect(page.getByRole('group', { name: sentence(phoneActions.removeThis, { name: 'Pixel' }) })).toBeVisible()
  await confirm(page, phoneActions.remove, 'menuitem')
  await expect(page.getByText(sentence(phoneActions.removed, { name: 'Pixel' })).last()).toBeVisible()
  await expect.poll(() => pixel.isPaired).toBe(false)
  await menu()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: phoneActions.ring, exact: true })).toHaveCount(0)
})

test('without its computer, a phone neither rings nor is removed, and that is said', async ({ actor, desk, pixel }) => {
  const alice = await actor('alice')
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await pairOn(page, pixel, computer)
  await page.getByRole('link', { name: 'Done' }).click()
  await computer.close()
  await page.getByRole('button', { name: sentence(aboutText.title, { name: 'Pixel' }) }).click()
  const about = page.getByRole('complementary', { name: sentence(aboutText.title, { name: 'Pixel' }) })
  await expect(about.getByText('Its computer doesn’t answer.')).toBeVisible()
  await about.getByRole('button', { name: phoneActions.ring }).click()
  await expect(page.getByText(sentence(phoneActions.waiting, { name: 'Pixel' })).last()).toBeVisible()
  await expect(page.getByText('Pixel’s companion doesn’t answer.').last()).toBeVisible()
})

const checked = 'axe finds nothing serious at 1280 and 390 px, and it is no wider than the window there and at 320 px'

test(`adding an Android phone: ${checked}`, async ({ actor, desk, pixel }) => {
  const alice = await actor('alice', desktopScreen)
  const none = await alice.open('/#devices/android')
  expect(await faultsAndOverflow(none, 'no companion', none.getByText('None of your devices runs it yet.'))).toEqual([])
  await none.close()
  const computer = await desk(alice, 'Desk with a name that has no end')
  const found = await alice.open('/#devices/android')
  await found.getByRole('button', { name: lookForPhone.look }).click()
  await expect(found.getByText(/is looking\./)).toBeVisible()
  await meet(pixel, computer)
  expect(
    await faultsAndOverflow(
      found,
      'found',
      found.getByRole('button', { name: sentence(lookForPhone.pairThis, { name: 'Pixel' }) }),
      found,
    ),
  ).toEqual([])
})

test(`comparing the codes of an Android phone: ${checked}`, async ({ actor, desk, pixel }) => {
  const alice = await actor('alice', desktopScreen)
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await page.getByRole('button', { name: lookForPhone.look }).click()
  await expect(page.getByText('Desk is looking.')).toBeVisible()
  await meet(pixel, computer)
  const question = page.getByRole('heading', { name: sentence(pairPhone.asks, { name: 'Pixel' }) })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  for (const screen of [...screens, { viewport: { width: 320, height: 800 } }]) {
    await showOn(page, screen)
    // A request ends after half a minute, which may be shorter than a check.
    await expect(async () => {
      if (!(await question.isVisible())) pixel.ask()
      await expect(question).toBeVisible()
      const faults = await seriousFaults(page)
      const found = [await width(), ...faults, await question.isVisible()]
      expect(found).toEqual([screen.viewport.width, true])
    }).toPass()
  }
})

test(`what a phone still has to permit: ${checked}`, async ({ actor, desk, pixel }) => {
  const alice = await actor('alice', desktopScreen)
  const computer = await desk(alice)
  const page = await alice.open('/#devices/android')
  await pairOn(page, pixel, computer)
  await expect(page.getByText(phonePermissions.missing).first()).toBeVisible()
  const paired = page.getByRole('heading', { name: sentence(pairPhone.paired, { name: 'Pixel' }) })
  expect(await faultsAndOverflow(page, 'paired', paired, page)).toEqual([])
})
