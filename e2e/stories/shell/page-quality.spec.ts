import { settings as settingsText, shortcuts } from '@waypost/web/words/page/shell'
import { changePasswordWords, deleteAccount, deviceList, emailAddress } from '@waypost/web/words/settings'
import { accessTokens } from '@waypost/web/words/settings/tokens'
import { desktopScreen, faultsOnEachScreen, load, phoneScreen, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SHELL-033 SHELL-034 GAP-034 the self-tests pass in this browser, also with reduced motion', async ({ visitor }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await visitor({ reducedMotion })
    for (const path of ['/onecup-tests', '/physics-tests']) {
      await page.goto(path)
      await expect(page.getByRole('status')).toHaveText(/^all \d+ passed$/)
    }
  }
})

test('acceptance point 27: with reduced motion nothing moves, and forced colours keep selection and focus', async ({ actor }) => {
  const alice = await actor('alice', { reducedMotion: 'reduce', forcedColors: 'active' })
  const page = await alice.open('/#settings/account')
  const tab = page.getByRole('tab', { name: 'Account', exact: true })
  await tab.focus()
  await page.keyboard.press('ArrowDown')
  const next = page.getByRole('tab', { name: settingsText.appearance })
  await expect(next).toBeFocused()
  const seen = await next.evaluate((element) => ({
    focus: getComputedStyle(element).outlineStyle,
    mark: getComputedStyle(element, '::after').backgroundColor,
    ground: getComputedStyle(element).backgroundColor,
    moving: document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  }))
  expect(seen.focus).toBe('solid')
  expect(seen.mark).not.toBe(seen.ground)
  expect(seen.moving).toBe(0)
})

const tabs = [
  'account',
  'appearance',
  'history',
  'devices',
  'invite',
  'people',
  'blocks',
  'channels',
  'apps',
  'clients',
  'clients/new',
]
/** With one column, a list of the tabs, otherwise the first tab. */
const settingsList = '/#settings'
/** Checked with axe here, because they can be opened directly. */
const pages = {
  settings: tabs.map((tab) => `/#settings/${tab}`),
  'Pro, support and the rest': [
    '/pro',
    '/checkout?plan=yearly',
    '/paypal-payment-approve?token=EC-1',
    '/thankyou',
    '/support',
    '/about',
    '/oauth',
    '/oauth-apps',
    '/login-success',
    '/chat',
    '/no-such-page',
    '/signin?method=add',
  ],
}
/** Checked with axe in other stories, in more states. */
const judgedElsewhere = [
  '/subscribe?channel_tag=design',
  '/subscribe',
  '/widget.html#channel=design&widget=card',
  '/channels',
  '/channel?tag=design&push_iden=none',
  '/channel-popup?tag=design',
  '/my-channels',
  '/my-channel',
  '/my-channel?tag=design',
  '/authorize',
]
const forVisitors = ['/', '/no-such-page', '/onecup-tests', '/physics-tests', '/style-guide']
const bareForVisitors = ['/auth_error?reason=email', '/provider/local#reset=unknown', '/confirm-email']
const all = [settingsList, ...Object.values(pages).flat(), ...judgedElsewhere]

const saved: Record<string, string> = {
  '/#settings/account': 'account',
  '/#settings/appearance': 'appearance',
  '/#settings/clients/new': 'new webhook',
  '/pro': 'plans',
  '/': 'landing page',
}
for (const route of Object.keys(saved))
  if (![...all, ...forVisitors].includes(route)) throw new Error(`No story visits ${route}, so nothing would be compared.`)

/** The title of a loaded page. Before that there is a hidden one, which lists keep. */
const titleOf = (page: Page) => page.locator('h1:not(.hidden-words)')

async function open(page: Page, route: string): Promise<void> {
  await load(page, route)
  await (route === settingsList ? page.locator('main nav a').first() : titleOf(page)).waitFor()
  if (route.startsWith('/#settings')) await page.getByRole('main').getByText(/./).first().waitFor()
}

async function withEverything(alice: Actor): Promise<void> {
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux', manufacturer: 'Lenovo', model: 'X1' })
  await alice.call('/v2/chats', { email: 'carol@example.org' })
  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/channels', { tag: 'design', name: 'Design notes' })
}

/** Links within a sentence are exempt. */
const tooSmall = (page: Page, least: number) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, [role=tab]')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).position !== 'absolute')
        .filter((element) => !(element.matches('p a') && element.parentElement?.textContent !== element.textContent))
        .map((element) => ({
          box: (element.closest('label') ?? element).getBoundingClientRect(),
          name: element.outerHTML.slice(0, 120),
        }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < wanted)
        .map(({ box, name }) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`),
    least,
  )

/** Elements that overflow the window, in left-to-right and right-to-left text. Restores the page. */
const scrollsSideways = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const wide = (dir: 'ltr' | 'rtl') => {
      root.dir = dir
      const over = [root, ...document.querySelectorAll('main, main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto')
        .map((element) => `${dir} ${element.className}`)
      return root.scrollWidth > root.clientWidth ? [...over, `${dir} the page, by ${root.scrollWidth - root.clientWidth}`] : over
    }
    const before = root.dir
    const found = [...wide('ltr'), ...wide('rtl')]
    root.dir = before
    return found
  })

// Each page is loaded once for all checks.
for (const [name, routes] of Object.entries({ ...pages, 'channels and consent': judgedElsewhere })) {
  const axe = routes === judgedElsewhere ? '' : 'axe finds nothing serious (acceptance point 1) and '
  test(`${axe}no link or button is too small at 1280 and 390 px, and nothing scrolls sideways at 320 px in either direction (acceptance points 2, 28 and 29): ${name}`, async ({
    actor,
  }) => {
    test.slow()
    const alice = await actor('alice', desktopScreen)
    await withEverything(alice)
    const page = await alice.open('about:blank')
    const judge = async () => [...(axe ? await seriousFaults(page) : []), ...(await tooSmall(page, 24))]
    for (const route of routes) {
      await open(page, route)
      expect(
        await faultsOnEachScreen(page, saved[route] ?? route, titleOf(page), { judge, readOut: saved[route] ? page : undefined }),
      ).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(async () => [route, await scrollsSideways(page)]).toEqual([route, []])
      await page.setViewportSize(desktopScreen.viewport)
    }
    if (routes !== pages.settings) return
    await showOn(page, phoneScreen)
    await open(page, settingsList)
    expect([settingsList, await judge()]).toEqual([settingsList, []])
  })
}

test('axe finds nothing serious at 1280 and 390 px: open panels, and what visitors see (acceptance points 1 and 28)', async ({
  actor,
  visitor,
}) => {
  test.slow()
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#settings/account')
  await page.getByRole('button', { name: emailAddress.open }).click()
  await page.getByRole('button', { name: changePasswordWords.open }).click()
  await page.getByRole('button', { name: accessTokens.create }).click()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('button', { name: deleteAccount.delete }).click()
  const panels = page.getByRole('button', { name: 'I am sure' })
  expect(await faultsOnEachScreen(page, 'open panels', panels, { readOut: page })).toEqual([])
  const guest = await visitor(desktopScreen)
  for (const path of [...forVisitors, ...bareForVisitors]) {
    await guest.goto(path)
    expect(
      await faultsOnEachScreen(guest, saved[path] ?? path, titleOf(guest), { readOut: saved[path] ? guest : undefined }),
    ).toEqual([])
  }
})

test('no page scrolls sideways at 320 px with longer words, in either direction (acceptance points 2 and 29)', async ({
  actor,
}) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  await withEverything(alice)
  const page = await alice.open()
  await page.evaluate(() => localStorage.setItem('locale', 'pseudo'))
  for (const route of [...all, '/onecup-tests']) {
    await open(page, route)
    expect([route, await scrollsSideways(page)]).toEqual([route, []])
  }
})

test('SHELL-081 acceptance point 30: before sign-in no other host is contacted, and no permission for notifications is requested', async ({
  visitor,
  server,
}) => {
  const page = await visitor()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'requestPermission', {
      value: () => {
        throw new Error('asked without a press')
      },
    })
  })
  for (const path of ['/', '/signin', '/auth_error', '/no-such-page', '/onecup-tests', '/style-guide']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect(foreign).toEqual([])
})

test('acceptance point 26: ? lists the shortcuts in the settings too, the switch turns single keys off, and none fires while typing', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open('/#settings/devices')
  await page.getByRole('textbox', { name: sentence(deviceList.nickname, { name: 'Laptop' }) }).fill('gp?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: shortcuts.title })
  await sheet.getByRole('checkbox', { name: shortcuts.single }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#settings\/devices$/)
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Control+/')
  await sheet.getByRole('checkbox', { name: shortcuts.single }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#people\/me$/)
  await composer(page).blur()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/#settings\/devices$/)
})
