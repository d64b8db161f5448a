import { supportStrip } from '@waypost/web/words/page'
import { reachHere } from '@waypost/web/words/page/app'
import { paneHeader, sections } from '@waypost/web/words/page/shell'
import { setupDoing, setupEnd, setupFiles, setupNames, setupStep } from '@waypost/web/words/setup'
import { desktopScreen, faultsOnEachScreen, load, phoneScreen, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { type Actor, expect, type Page, test } from '../../actors/actors.ts'
import { connectPhone } from '../../actors/phone.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

const setup = (page: Page) => page.getByRole('navigation', { name: sections.label }).getByRole('link', { name: /^Setup/ })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Setup', exact: true })
const item = (page: Page, name: string) => steps(page).getByRole('link', { name: new RegExp(`^${name}`) })
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const progress = (page: Page) => main(page).getByRole('progressbar', { name: 'Progress' })

const stepNames = ['Mobile', 'Desktop', 'SMS', 'Notifications', 'Links', 'Files', 'Chat', 'Channels', 'Invite']

async function preferences(alice: Actor): Promise<object> {
  return (await alice.call('/v3/get-permanent', { key: 'web_preferences' })).body.data
}

/** Marks all steps except some as done by the user. */
async function skipped(alice: Actor, but: string[] = []): Promise<void> {
  const names = stepNames.map((name) => name.toLowerCase()).filter((name) => !but.includes(name))
  const data = Object.fromEntries(names.map((name) => [`setup_${name}`, 'Skipped']))
  await alice.call('/v3/set-permanent', { key: 'web_preferences', data })
}

test('SETUP-001 SETUP-002 SETUP-006 SIDE-003 SHELL-061 SHELL-079 a new account starts with the checklist, and actions tick the steps live', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  const page = await alice.open('/')
  await expect(page).toHaveURL(/#setup\/progress$/)
  await expect(title(page)).toHaveText('Progress')
  await expect(setup(page)).toHaveAccessibleName('Setup 9 steps left')
  await expect(progress(page)).toHaveAttribute('aria-valuetext', '0 of 9')
  await expect(steps(page).getByRole('link')).toHaveCount(10)
  for (const name of stepNames) await expect(item(page, name)).toHaveAccessibleName(`${name} To do`)

  await item(page, 'Channels').click()
  await expect(page).toHaveURL(/#setup\/channels$/)
  await expect(title(page)).toHaveText('Channels')
  await expect(title(page)).toBeFocused()
  await expect(item(page, 'Channels')).toHaveAttribute('aria-current', 'step')
  await expect(main(page).getByRole('link', { name: 'Follow something' })).toHaveAttribute('href', '#following/new')

  await alice.call('/v2/channels', { tag: 'garden', name: 'Garden' })
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  await expect(item(page, 'Channels')).toHaveAccessibleName('Channels Done')
  await expect(page.getByRole('log').getByText('Channels is done')).toBeAttached()
  await expect(main(page).getByRole('link', { name: sentence(setupStep.next, { name: 'Invite' }) })).toBeVisible()
  await alice.call('/v2/devices', { nickname: 'Fold', type: 'ios' })
  await expect(item(page, setupNames.sms)).toHaveCount(0)
  await expect(setup(page)).toHaveAccessibleName('Setup 6 steps left')
  await alice.call('/v2/devices', { nickname: 'Den', type: 'windows' })
  await alice.call('/v2/pushes', { type: 'link', url: 'https://example.org', email: 'bob@example.org' })
  for (const name of ['Mobile', 'Desktop', 'Links', 'Chat']) await expect(item(page, name)).toHaveAccessibleName(`${name} Done`)
  await expect(setup(page)).toHaveAccessibleName('Setup 3 steps left')
  await page.goto('/#setup/sms')
  await expect(title(page)).toHaveText('Progress')
  await page.goto('/#setup')
  await expect(page).toHaveURL(/#setup\/progress$/)
})

test('SETUP-005 SETUP-007 SETUP-015 SETUP-016 SETUP-017 SIDE-002 SHELL-061 GAP-022 GAP-085 GAP-089 by keyboard: skip, undo, done, restart, and close', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#setup/mobile')
  const elsewhere = await alice.open('/#setup/progress')
  await expect(main(page).locator('img')).toHaveAttribute('src', '/img/setup/mobile.svg')
  expect(
    await main(page)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(240)
  await expect(main(page).getByRole('link', { name: /^Help with Mobile/ })).toHaveAttribute('href', '/support')
  await expect(main(page).getByRole('link', { name: setupDoing.signInPhone })).toHaveAttribute('href', '#devices/phone')
  await item(page, setupNames.mobile).focus()
  await page.keyboard.press('ArrowDown')
  await expect(item(page, setupNames.desktop)).toBeFocused()
  await page.keyboard.press(supportStrip.end)
  await expect(item(page, 'Invite')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')

  await button(page, 'Skip').focus()
  await page.keyboard.press('Enter')
  await expect(item(page, setupNames.mobile)).toHaveAccessibleName('Mobile Skipped')
  await expect(main(page).getByRole('link', { name: sentence(setupStep.next, { name: 'Desktop' }) })).toBeFocused()
  await expect(item(elsewhere, setupNames.mobile)).toHaveAccessibleName('Mobile Skipped')
  await page.getByRole('region', { name: setupNames.notifications }).getByRole('button', { name: setupStep.undo }).click()
  await expect(item(page, setupNames.mobile)).toHaveAccessibleName('Mobile To do')
  await button(page, 'Skip').click()
  await button(page, setupStep.undo).click()
  await expect(item(page, setupNames.mobile)).toHaveAccessibleName('Mobile To do')
  await button(page, 'Done').click()
  await expect(item(page, setupNames.mobile)).toHaveAccessibleName('Mobile Done')
  await expect.poll(() => preferences(alice)).toEqual({ setup_mobile: 'Done' })

  await skipped(alice, ['chat', 'invite'])
  await expect(elsewhere.getByRole('heading', { level: 2 })).toHaveText('Chat')
  await button(elsewhere, 'Skip').focus()
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { level: 2, name: 'Invite' })).toBeFocused()
  await button(elsewhere, 'Done').click()
  await expect(main(elsewhere).getByText(setupEnd.expert)).toBeVisible()
  await expect(setup(elsewhere)).toHaveAccessibleName('Setup')

  await button(elsewhere, setupEnd.restart).click()
  await expect(setup(elsewhere)).toHaveAccessibleName('Setup 9 steps left')
  await expect.poll(() => preferences(alice)).toEqual({})
  await expect(elsewhere.getByRole('heading', { level: 2, name: setupNames.mobile })).toBeFocused()
  await elsewhere
    .getByRole('region', { name: setupNames.notifications })
    .getByRole('button', { name: setupStep.undo })
    .last()
    .click()
  await button(elsewhere, "I'm done!").click()
  await expect(elsewhere).toHaveURL(/#people\/me$/)
  await expect.poll(() => preferences(alice)).toMatchObject({ setup_done: true })
  for (const window of [page, elsewhere]) await expect(setup(window)).toHaveCount(0)
  const later = await alice.open('/')
  await expect(later).toHaveURL(/#people\/me$/)
  await later.goto('/#setup')
  await button(later, setupEnd.restart).click()
  await expect(setup(later)).toHaveAccessibleName('Setup 9 steps left')
})

/** The headless shell reports notifications as denied, whatever is granted, so pages get the result of the Permissions API. */
const tellOfNotifications = (alice: Actor) =>
  alice.context.addInitScript(() => {
    let state: NotificationPermission = 'default'
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = async (descriptor) => {
      const status = await query(descriptor)
      const take = () => {
        state = status.state === 'prompt' ? 'default' : status.state
      }
      take()
      // Before the page's listener runs.
      status.addEventListener('change', take)
      return status
    }
    Object.defineProperty(Notification, 'permission', { get: () => state })
  })

test('SETUP-007 SETUP-012 the steps of files, texts and notifications are completed by doing them, and no permission is requested unasked', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice, { type: 'android' })
  await tellOfNotifications(alice)
  await alice.context.addInitScript(() => {
    const counted = Object.assign(window, { asked: 0 })
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      counted.asked++
      return ask()
    }
  })
  const page = await alice.open('/#setup/files')
  await expect(item(page, setupNames.mobile)).toHaveAccessibleName('Mobile Done')
  await expect(button(page, setupFiles.choose)).toBeVisible()
  await alice.context.setOffline(true)
  const chooser = page.waitForEvent('filechooser')
  await button(page, setupFiles.choose).click()
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('north, then east') })
  await expect(main(page).getByText('plan.txt')).toBeVisible()
  await expect(item(page, setupNames.files)).toHaveAccessibleName('Files To do')
  await alice.context.setOffline(false)
  await expect(item(page, setupNames.files)).toHaveAccessibleName('Files Done')

  await item(page, setupNames.sms).click()
  await main(page).getByRole('link', { name: setupDoing.text }).click()
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/new$`))
  await alice.call('/v2/texts', { data: { target_device_iden: phone.iden, addresses: ['+1 555 010 0199'], message: 'hello' } })
  await expect.poll(() => preferences(alice)).toMatchObject({ setup_sms: 'Done' })

  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await page.goto('/#setup/notifications')
  await expect(button(page, reachHere.allow)).toBeVisible()
  expect(await asked()).toBe(0)
  await button(page, reachHere.allow).click()
  await expect.poll(asked).toBe(1)
  // The browser is set to deny everything, then to allow this.
  await alice.context.grantPermissions([])
  await expect(main(page).getByRole('status').filter({ hasText: 'Notifications are blocked for this site' })).toBeVisible()
  await alice.context.grantPermissions(['notifications'])
  await expect(item(page, setupNames.notifications)).toHaveAccessibleName('Notifications Done')
  await expect.poll(() => preferences(alice)).toMatchObject({ setup_notifications: 'Done' })
  expect(await asked()).toBe(1)
})

test('a refused file stays in its step with the reason until it is discarded or sent again', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#setup/files')
  const takeAgain = await refuse(page, '**/v3/start-upload')
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await button(page, setupFiles.choose).click()
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('north, then east') })
  }
  await choose('plan.txt')
  await expect(main(page).getByRole('alert')).toHaveText('not sent Not today.')
  await button(page, setupFiles.discard).click()
  await expect(main(page).getByText('plan.txt')).toHaveCount(0)
  await choose('map.txt')
  await expect(main(page).getByRole('alert')).toHaveText('not sent Not today.')
  await takeAgain()
  await button(page, 'Retry').click()
  await expect(item(page, setupNames.files)).toHaveAccessibleName('Files Done')
  await expect(main(page).getByText('map.txt')).toHaveCount(0)
  expect((await alice.call('/v2/pushes')).body.pushes).toMatchObject([{ type: 'file', file_name: 'map.txt' }])
})

test('SETUP-002 SETUP-015 the checklist at 1280 and 390 px: axe finds nothing serious, nothing scrolls sideways, and the phone has a list', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('about:blank')
  for (const step of ['progress', 'mobile', 'notifications', 'files']) {
    await load(page, `/#setup/${step}`)
    await expect(title(page)).toHaveText(new RegExp(step, 'i'))
    const faults = await faultsOnEachScreen(page, step, progress(page), {
      readOut: step === 'progress' || step === 'files' ? page : undefined,
      judge: async () => {
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect([step, overflow]).toEqual([step, 0])
        return seriousFaults(page)
      },
    })
    expect(faults).toEqual([])
  }

  await showOn(page, phoneScreen)
  await load(page, '/')
  await expect(title(page)).toHaveText('Progress')
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Setup' }) }).click()
  await expect(page.getByRole('banner')).toContainText('9 steps left')
  await main(page)
    .getByRole('link', { name: /^Links/ })
    .click()
  await expect(title(page)).toBeFocused()
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Setup' }) }).click()
  await expect(main(page).getByRole('link', { name: /^Links/ })).toBeFocused()
  await expect(main(page).getByRole('link', { name: /^Progress/ })).toContainText('0 of 9')
  expect(['list', await seriousFaults(page)]).toEqual(['list', []])
  await showOn(page, desktopScreen)

  await skipped(alice)
  await load(page, '/#setup/progress')
  expect(await faultsOnEachScreen(page, 'all counted', button(page, "I'm done!"))).toEqual([])
  await load(page, '/#setup/chat')
  const next = main(page).getByRole('link', { name: setupStep.progress })
  expect(await faultsOnEachScreen(page, 'skipped', next)).toEqual([])
})

test('on a phone the step of the phone speaks of this one, and on a computer of a QR code that it shows', async ({ actor }) => {
  const android =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
  const alice = await actor('alice', { userAgent: android, viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await alice.open('/#setup/mobile')
  await expect(main(page).getByText('You’re on a phone. Install this page as an app', { exact: false })).toBeVisible()
  await expect(main(page).getByText('Scan ', { exact: false })).toHaveCount(0)
  const bob = await actor('bob')
  const other = await bob.open('/#setup/mobile')
  await expect(main(other).getByText('Scan a QR code with your phone', { exact: false })).toBeVisible()
})
