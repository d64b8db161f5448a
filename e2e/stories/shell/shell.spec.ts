import { startTestServer } from '@waypost/server/test-server'
import { headerWords } from '@waypost/web/words/page/header'
import { paneHeader, sections, settings as settingsText } from '@waypost/web/words/page/shell'
import { inviteOne } from '@waypost/web/words/people'
import { accessTokens } from '@waypost/web/words/settings/tokens'
import { desktopAuth, signIn } from '@waypost/web/words/sign-in'
import { passwordLabel } from '@waypost/web/words/ui/words'
import { desktopScreen, faultsOnEachScreen, load, phoneScreen, screens, showOn } from '../../actors/accessibility.ts'
import { type Actor, expect, history, say, test } from '../../actors/actors.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { sentence } from '../../actors/words/sentence.ts'

const widths: [window: number, minibar: number, sidebar: number, main: number][] = [
  [320, 0, 0, 320],
  [528, 64, 64, 400],
  [768, 64, 230, 474],
  [900, 180, 270, 450],
  [1280, 180, 384, 716],
  [1440, 180, 432, 828],
]

test('SIDE-025 SIDE-026 SIDE-027 SIDE-028 SHELL-043 SHELL-047 the columns have their widths (acceptance point 15)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  for (const [width, minibar, sidebar, main] of widths) {
    await page.setViewportSize({ width, height: 800 })
    const place = async () => {
      const box = await page.getByRole('main').boundingBox()
      return [width, Math.round(box?.x ?? -1), Math.round(box?.width ?? 0)]
    }
    await expect.poll(place).toEqual([width, minibar + sidebar, main])
  }
  for (const [width, height] of [
    [549, 64],
    [550, 80],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.height).toBe(height)
  }
})

// Other stories only save the contents of the frame.
test('SHELL-008 the frame of every screen has the pages, the sections, a list and the account, on a desktop and on a phone, also where the path is unknown', async ({
  actor,
  visitor,
}) => {
  const guest = await visitor(desktopScreen)
  await guest.goto('/no-such-page')
  const missing = guest.getByRole('heading', { level: 1, name: '404 Page not found' })
  expect(await faultsOnEachScreen(guest, 'frame for visitors', missing, { readOut: guest.locator('body') })).toEqual([])
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('about:blank')
  for (const screen of screens) {
    await showOn(page, screen)
    await load(page, '/#people')
    await expect(page.getByRole('navigation', { name: sections.label })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Me/ })).toBeVisible()
    await expectReadOut(page.locator('body'), 'frame of an account', { narrow: screen === phoneScreen })
  }
  await showOn(page, desktopScreen)
  await load(page, '/#settings/account')
  await expect(page.getByRole('tablist', { name: settingsText.tabs }).getByRole('tab')).toHaveText([
    'Account',
    settingsText.appearance,
    settingsText.notifications,
    settingsText.history,
    'Devices',
    'Invite',
    'Conversations',
    settingsText.webhooks,
    settingsText.encryption,
  ])
})

async function withTalk(alice: Actor): Promise<void> {
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await alice.call('/v2/pushes', { type: 'note', body: 'a note to me' })
  await alice.call('/v2/pushes', { type: 'link', url: 'https://example.org/x', title: 'Venue plan', email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'see https://example.org for more', email: 'bob@example.org' })
}

test('axe finds nothing serious at 1280 and 390 px (acceptance point 1)', async ({ actor, visitor }) => {
  const guest = await visitor(desktopScreen)
  await guest.goto('/auth_error')
  expect(await faultsOnEachScreen(guest, 'error', guest.getByRole('heading', { level: 1 }))).toEqual([])
  const password = guest.getByLabel(passwordLabel, { exact: true })
  await guest.goto('/signin')
  expect(await faultsOnEachScreen(guest, 'signin', password, { readOut: guest })).toEqual([])
  await guest.goto('/signin?create=1')
  expect(await faultsOnEachScreen(guest, 'new account', password)).toEqual([])

  const alice = await actor('alice', desktopScreen)
  await actor('bob')
  await withTalk(alice)
  const page = await alice.open('about:blank')
  for (const [route, words] of [
    ['/#people/me', 'a note to me'],
    ['/#people/new', inviteOne.who],
    ['/#devices/new', 'Waiting for the device.'],
    ['/#people/stranger@example.org', 'Say hello to stranger@example.org'],
  ] as const) {
    await load(page, route)
    expect(await faultsOnEachScreen(page, route, page.getByRole('main').getByText(words).first())).toEqual([])
  }
  await load(page, '/#people/bob@example.org')
  const link = page.getByRole('main').getByText('Venue plan').first()
  expect(await faultsOnEachScreen(page, 'conversation', link, { readOut: page })).toEqual([])
})

test('when a phone is rotated, a token that is shown once and typed text stay, and a menu keeps its width', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await alice.open('/#settings/account')
  const upright = page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Settings' }) })
  const turned = page.getByRole('navigation', { name: sections.label })
  const token = page.locator('output[name=generated_access_token] code')
  const turn = () => page.setViewportSize({ width: phoneScreen.viewport.height, height: phoneScreen.viewport.width })
  const turnBack = () => page.setViewportSize(phoneScreen.viewport)
  await page.getByRole('button', { name: accessTokens.create }).click()
  const words = (await token.textContent()) ?? ''
  await turn()
  await expect(turned).toBeVisible()
  await expect(token).toHaveText(words)
  await turnBack()
  await expect(upright).toBeVisible()
  await expect(token).toHaveText(words)

  await page.goto('/#people/new')
  await page.getByRole('combobox').fill('carol@exam')
  await turn()
  await expect(turned).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('carol@exam')

  await page.goto('/#people/me')
  const menu = page.getByRole('menu', { name: 'Conversation actions' })
  const widthOfMenu = async () => {
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    const box = await menu.boundingBox()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    return box?.width
  }
  const wide = await widthOfMenu()
  await turnBack()
  await expect(turned).toBeHidden()
  expect(await widthOfMenu()).toBe(wide)
})

test('no screen scrolls sideways, also with longer words and from right to left (acceptance points 2 and 29)', async ({
  actor,
}) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  await withTalk(alice)
  for (const settings of [{}, { locale: 'pseudo' }]) {
    const page = await alice.open()
    await page.evaluate((wanted) => {
      for (const [key, value] of Object.entries(wanted)) localStorage.setItem(key, value)
    }, settings)
    for (const route of [
      '/#people/me',
      '/#people/bob@example.org',
      '/#people/new',
      '/#people',
      '/#devices',
      '/#devices/new',
      '/#setup',
      '/#setup/notifications',
    ]) {
      await page.goto(route)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const overflow = await page.evaluate(() => {
        const root = document.documentElement
        return ['ltr', 'rtl'].map((dir) => {
          root.dir = dir
          return root.scrollWidth - root.clientWidth
        })
      })
      expect([settings, route, overflow]).toEqual([settings, route, [0, 0]])
    }
    await page.evaluate((wanted) => {
      for (const key of Object.keys(wanted)) localStorage.removeItem(key)
    }, settings)
    await page.close()
  }
})

test('AUTH-039 SHELL-042 signing out deletes everything stored and shows the landing page', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, 'a secret')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull()
})

test('AUTH-036 AUTH-037 a program on this machine receives the token through the browser', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  const handed: string[] = []
  await page.route(/:20807\//, (route) => {
    // The page first asks whether the program listens, without the token.
    if (new URL(route.request().url()).searchParams.has('api_key')) handed.push(route.request().url())
    return route.fulfill({ status: 200, contentType: 'text/plain', body: 'done' })
  })
  await page.goto('/desktop_auth?platform=linux&source=cli&type=done&state=abc')
  await expect.poll(() => handed.length).toBe(1)
  const url = new URL(handed[0] ?? '')
  expect([url.hostname, url.port]).toEqual(['localhost', '20807'])
  expect(url.searchParams.get('api_key')).toMatch(/^o\./)
  expect(url.searchParams.get('state')).toBe('abc')
  await page.waitForURL(/:20807\//)
  await page.goto('/desktop_auth?platform=mac&type=done')
  await expect.poll(() => handed.map((address) => new URL(address).hostname)).toContain('127.0.0.1')
})

test('AUTH-036 without a program that listens, the page stays and shows the way by hand; after an error page, Back does too', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  let listens = false
  const asked: string[] = []
  await page.route(/:20807\//, (route) => {
    asked.push(route.request().url())
    return listens ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'heard' }) : route.abort('connectionrefused')
  })
  await page.goto('/desktop_auth?platform=linux&source=cli&type=done&state=abc')
  await expect(page.getByText('no program on this computer is waiting for it')).toBeVisible()
  await expect(page).toHaveURL(/\/desktop_auth\?/)
  expect(asked.filter((url) => url.includes('api_key'))).toEqual([])
  const link = page.getByRole('link', { name: desktopAuth.link })
  await expect(link).toHaveAttribute('href', /^http:\/\/localhost:20807\/\?api_key=o\..*&state=abc$/)
  await expect(page.getByRole('link', { name: desktopAuth.code })).toHaveAttribute('href', '/device')
  listens = true
  await page.getByRole('button', { name: desktopAuth.retry }).click()
  await page.waitForURL(/:20807\/\?api_key=/)
  // It ended without accepting the token: the user comes back and isn't sent there again.
  await page.goBack()
  await expect(page.getByText('Nothing happening in the program?')).toBeVisible()
  await expect(link).toBeVisible()
  await expect(page).toHaveURL(/\/desktop_auth\?/)
})

test('AUTH-033 AUTH-034 AUTH-035 AUTH-038 /desktop_auth starts at the provider that its type names, and returns with its parameters', async ({
  browser,
}) => {
  const server = await startTestServer({ WAYPOST_GOOGLE_CLIENT_ID: 'waypost-at-google' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.route('https://accounts.google.com/**', (route) => route.fulfill({ contentType: 'text/plain', body: 'Google' }))
    await page.goto('/desktop_auth?type=google&source=tray')
    await page.waitForURL('https://accounts.google.com/**')
    expect(new URL(page.url()).searchParams.get('client_id')).toBe('waypost-at-google')
    const { origins } = await context.storageState()
    const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.startsWith('sign_in_'))
    expect(JSON.parse(kept?.value ?? '{}')).toMatchObject({
      type: 'google',
      source: 'tray',
      redirect_url: '/desktop_auth?platform=windows&source=tray&type=done',
    })
    // Sign-in with Facebook has ended, so the user has to choose another way.
    await page.goto('/desktop_auth?type=facebook&source=tray&platform=mac')
    await expect(page).toHaveURL(/\/signin\?next=/)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('next'), searchParams.get('source')]).toEqual([
      '/desktop_auth?platform=mac&source=tray&type=done',
      'tray',
    ])
    await expect(page.getByRole('button', { name: sentence(signIn.with, { name: 'Google' }) })).toBeVisible()
    // Until the providers are known, the page shows its progress.
    await page.route('**/v3/providers', () => {})
    await page.goto('/desktop_auth?type=google')
    await expect(page.getByText(desktopAuth.signingIn)).toBeVisible()
    await expect(page.getByRole('status').getByText(desktopAuth.wait)).toBeAttached()
  } finally {
    await context.close()
    await server.close()
  }
})
