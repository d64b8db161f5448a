import { type Actor, composer, expect, type Page, test } from './actors.ts'
import { screens, seriousFaults } from './axe.ts'

test('SHELL-033 SHELL-034 GAP-034 the self-tests pass in this browser, also when movement is not wanted', async ({ visitor }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await visitor({ reducedMotion })
    for (const path of ['/onecup-tests', '/physics-tests']) {
      await page.goto(path)
      await expect(page.getByRole('status')).toHaveText(/^all \d+ passed$/)
    }
  }
})

test('acceptance point 27: with stillness asked for nothing moves, and forced colours keep selection and focus', async ({
  actor,
}) => {
  const alice = await actor('alice', { reducedMotion: 'reduce', forcedColors: 'active' })
  const page = await alice.open('/#settings/account')
  const tab = page.getByRole('tab', { name: 'Account', exact: true })
  await tab.focus()
  await page.keyboard.press('ArrowRight')
  const history = page.getByRole('tab', { name: 'Push History' })
  await expect(history).toBeFocused()
  const seen = await history.evaluate((element) => ({
    focus: getComputedStyle(element).outlineStyle,
    mark: getComputedStyle(element, '::after').backgroundColor,
    ground: getComputedStyle(element).backgroundColor,
    moving: document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  }))
  expect(seen.focus).toBe('solid')
  expect(seen.mark).not.toBe(seen.ground)
  expect(seen.moving).toBe(0)
})

const tabs = ['account', 'history', 'devices', 'invite', 'people', 'blocks', 'channels', 'apps', 'clients', 'clients/new']
const ofApps = ['/authorize', '/oauth', '/login-success']
const ofChannel = [
  '/subscribe?channel_tag=design',
  '/subscribe',
  '/oauth-apps',
  '/widget.html#channel=design&widget=card',
  '/channels',
  '/channel?tag=design&push_iden=none',
  '/channel-popup?tag=design',
  '/my-channels',
  '/my-channel',
  '/my-channel?tag=design',
]
const ofPro = ['/pro', '/checkout?plan=yearly', '/paypal-payment-approve?token=EC-1', '/thankyou', '/support']
const targets = [
  '/#settings',
  ...tabs.map((tab) => `/#settings/${tab}`),
  ...ofChannel,
  ...ofApps,
  '/chat',
  '/no-such-page',
  '/signin?method=add',
]

async function withEverything(alice: Actor): Promise<void> {
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux', manufacturer: 'Lenovo', model: 'X1' })
  await alice.call('/v2/chats', { email: 'carol@example.org' })
  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/channels', { tag: 'design', name: 'Design notes' })
}

/** Links and buttons that are too small for a finger, or for anybody. Links within a sentence are exempt. */
const tooSmall = (page: Page, least: number) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, [role=tab]')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).position !== 'absolute')
        .map((element) => ({
          box: (element.closest('label') ?? element).getBoundingClientRect(),
          name: element.outerHTML.slice(0, 120),
        }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < wanted)
        .map(({ box, name }) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`),
    least,
  )

async function judge(alice: Actor, route: string): Promise<void> {
  const page = await alice.open(route)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (route.startsWith('/#settings')) await page.getByRole('main').getByText(/./).first().waitFor()
  expect([route, await seriousFaults(page)]).toEqual([route, []])
  expect([route, await tooSmall(page, 24)]).toEqual([route, []])
  await page.close()
}

for (const screen of screens) {
  test(`axe finds nothing serious on the pages of Pro and of support, ${screen.viewport.width} px (acceptance points 1 and 28)`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    for (const route of ofPro) await judge(alice, route)
  })
}

for (const screen of screens) {
  test(`axe finds nothing serious on these pages, ${screen.viewport.width} px (acceptance points 1 and 28)`, async ({
    actor,
    visitor,
  }) => {
    test.slow()
    const alice = await actor('alice', screen)
    await withEverything(alice)
    for (const route of targets) await judge(alice, route)
    const page = await alice.open('/#settings/account')
    await page.getByRole('button', { name: 'Create a token' }).click()
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await expect(page.getByRole('button', { name: 'I am sure' })).toBeVisible()
    expect(['open panels', await seriousFaults(page)]).toEqual(['open panels', []])
    const guest = await visitor(screen)
    for (const path of ['/', '/no-such-page', '/onecup-tests', '/physics-tests', '/style-guide', '/auth_error?reason=email']) {
      await guest.goto(path)
      await guest.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await seriousFaults(guest)]).toEqual([path, []])
    }
  })
}

test('no page here scrolls sideways, also with longer words and from right to left (acceptance points 2 and 29)', async ({
  actor,
}) => {
  test.slow()
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  await withEverything(alice)
  for (const settings of [{}, { locale: 'pseudo' }, { dir: 'rtl' }]) {
    const page = await alice.open()
    await page.evaluate((wanted) => {
      for (const [key, value] of Object.entries(wanted)) localStorage.setItem(key, value)
    }, settings)
    for (const route of [...targets, ...ofPro, '/onecup-tests']) {
      await page.goto(route)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const overflow = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, main *')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto')
          .map((element) => element.className),
      )
      const page320 = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([settings, route, page320, overflow]).toEqual([settings, route, 0, []])
    }
    await page.evaluate((wanted) => {
      for (const key of Object.keys(wanted)) localStorage.removeItem(key)
    }, settings)
    await page.close()
  }
})

test('SHELL-081 acceptance point 30: before sign-in nothing is asked of another host, and nobody is asked for notifications', async ({
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
  await page.getByRole('textbox', { name: 'Nickname of Laptop' }).fill('gp?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#settings\/devices$/)
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Control+/')
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#people\/me$/)
  await composer(page).blur()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/#settings\/devices$/)
})
