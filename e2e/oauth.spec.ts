import { type Actor, expect, type Page } from './actors.ts'
import { screens, seriousFaults } from './axe.ts'
import { confirm } from './confirm.ts'
import { test } from './third-party.ts'

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true })
const deny = (page: Page) => page.getByRole('button', { name: 'Deny', exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const trouble = (page: Page) => page.getByRole('main').getByRole('alert')

/** Presses once the page takes presses. */
async function press(page: Page): Promise<void> {
  await expect(approve(page)).not.toHaveAttribute('aria-disabled')
  await approve(page).click()
}

const grantsOf = async (actor: Actor) => (await actor.call('/v2/grants?active=true')).body.grants

test('OAUTH-006 OAUTH-009 OAUTH-010 OAUTH-013 OAUTH-014 OAUTH-020 GAP-052 a program of somebody else is let in by a code, pushes, and is shut out again', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(
    lamp.authorize({ redirect_uri: lamp.redirect_uri, response_type: 'code', scope: 'everything', state: 'a b&c' }),
  )
  await expect(title(page, 'Lamp')).toBeFocused()
  await expect(page.getByRole('link', { name: /^lamp\.example\.org/ })).toHaveAttribute(
    'href',
    'https://www.lamp.example.org/about',
  )
  await expect(page.locator('main img[data-shown]')).toHaveAttribute('src', `${server.origin}/icon.svg`)
  await expect(page.getByText(new URL(lamp.site).host, { exact: true })).toBeVisible()
  await expect(page.getByText('You are signed in as alice@example.org.')).toBeVisible()
  await expect(page.getByText('read all that you send and receive, and your files')).toBeVisible()
  await expect(page.getByText('send you push notifications')).toHaveCount(0)
  await expect(deny(page)).toBeVisible()

  let answer = () => {}
  await page.route('**/oauth2/authorize', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await press(page)
  await expect(page.getByRole('button', { name: 'Approving', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(deny(page)).toHaveAttribute('aria-disabled', 'true')
  answer()
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  const [back] = lamp.came
  expect(back).toMatchObject({ at: '/back', room: 'kitchen', state: 'a b&c' })

  const { client_id, client_secret } = lamp.client
  const { body: given } = await server.request('/oauth2/token', {
    body: { grant_type: 'authorization_code', client_id, client_secret, code: back?.code },
  })
  const push = () => server.request('/v2/pushes', { token: given.access_token, body: { type: 'note', body: 'The lamp is on.' } })
  expect((await push()).status).toBe(200)
  await page.goto('/#people/me')
  await expect(page.getByText('The lamp is on.')).toBeVisible()

  await page.goto('/#settings/apps')
  await page.getByRole('button', { name: 'Delete Lamp' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText('No app is connected.')).toBeVisible()
  expect((await push()).status).toBe(401)
})

test('OAUTH-004 OAUTH-020 GAP-052 with response_type token the program finds its key in the hash, and no server sees it on the way', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize({ response_type: 'token', state: 'x' }))
  await press(page)
  await expect(page.getByText('token received')).toBeVisible()
  const [bare, hash] = lamp.came
  expect(bare).toEqual({ at: '/back', room: 'kitchen' })
  expect(hash).toMatchObject({ at: '/hash', state: 'x', token_type: 'Bearer' })
  const push = await server.request('/v2/pushes', { token: hash?.access_token ?? '', body: { type: 'note', body: 'on' } })
  expect(push.status).toBe(200)
  await page.goto('/#settings/apps')
  await expect(page.getByRole('main').getByRole('listitem').getByText('Lamp', { exact: true })).toBeVisible()
})

test('OAUTH-018 OAUTH-023 who denies goes back with error=access_denied, the query and the state; the program is given nothing', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize({ response_type: 'code', scope: 'push', state: 'x' }))
  await expect(page.getByText('send you push notifications', { exact: true })).toBeVisible()
  await expect(page.getByText('Every app that you let in gets a key to your whole account', { exact: false })).toBeVisible()
  await deny(page).click()
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  expect(lamp.came).toEqual([{ at: '/back', room: 'kitchen', error: 'access_denied', state: 'x' }])
  expect(await grantsOf(alice)).toEqual([])
})

test('OAUTH-007 OAUTH-016 GAP-084 a visitor signs in and is back at the same consent, also when the address lost it on the way', async ({
  visitor,
  actor,
  server,
  thirdParty,
}) => {
  await server.signUp('mira@example.org', 'Mira')
  const lamp = await thirdParty(await actor('bob'))
  const page = await visitor()
  await page.goto(lamp.authorize({ response_type: 'code', state: 'kept' }))
  await expect(title(page, 'Lamp')).toBeFocused()
  await expect(approve(page)).toHaveCount(0)
  await expect(deny(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue with Waypost' }).click()
  await page.getByLabel('E-mail address').fill('mira@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a password for tests')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/authorize\?client_id=/)
  await expect(page.getByText('You are signed in as mira@example.org.')).toBeVisible()
  await page.goto('/authorize')
  await expect(title(page, 'Lamp')).toBeVisible()
  await press(page)
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  expect(lamp.came[0]).toMatchObject({ at: '/back', state: 'kept', code: expect.any(String) })
  // An answer is an answer: what was kept is gone.
  await page.goto(`${server.origin}/authorize`)
  await expect(title(page, 'Error: no client_id in url or localStorage (are cookies disabled?)')).toBeVisible()
})

test('OAUTH-008 OAUTH-011 OAUTH-012 no client, an unknown one, and one that cannot be fetched are told apart and can be tried again', async ({
  actor,
  visitor,
  thirdParty,
}) => {
  const lamp = await thirdParty(await actor('bob'))
  const page = await visitor()
  await page.goto('/authorize?redirect_uri=https://x.org/')
  await expect(title(page, 'Error: no client_id in url or localStorage (are cookies disabled?)')).toBeFocused()
  await page.goto('/authorize?client_id=nobody')
  await expect(title(page, 'Error loading client with id: nobody')).toBeFocused()
  const banner = page.getByRole('alert').filter({ hasText: 'Error getting one client_info:OAuth Client' })
  await expect(banner).toContainText("The param 'client_id' has an invalid value.")
  let answer = () => {}
  await page.route('**/oauth2/client-info?*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.abort()
  })
  await page.goto(lamp.authorize())
  await expect(page.getByRole('status').getByText('Fetching what the app says of itself')).toBeAttached()
  answer()
  await expect(title(page, `Error loading client with id: ${lamp.client.client_id}`)).toBeVisible()
  await expect(banner).toContainText('Could not connect to server')
  await page.unroute('**/oauth2/client-info?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(title(page, 'Lamp')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('OAUTH-015 OAUTH-021 what the server says stands on the page, or Some error; another press may work', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize())
  const answers: [object, string][] = [
    [{ error: 'Not today.' }, 'Not today.'],
    [{}, 'Some error'],
    [{ redirect_uri: 'javascript:window.ran=true' }, 'Some error'],
    [{ redirect_uri: 'data:text/html,<h1>Hello' }, 'Some error'],
  ]
  for (const [json, words] of answers) {
    await page.route('**/oauth2/authorize', (route) => route.fulfill({ json }))
    await press(page)
    await expect(trouble(page)).toHaveText(words)
    await page.unroute('**/oauth2/authorize')
  }
  await page.route('**/oauth2/authorize', (route) => route.abort())
  await press(page)
  await expect(trouble(page)).toHaveText('Could not connect to server')
  await page.unroute('**/oauth2/authorize')
  await page.goto(lamp.authorize({ response_type: 'everything' }))
  await press(page)
  await expect(trouble(page)).toContainText('response_type')
  await page.goto(lamp.authorize())
  await press(page)
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
})

test('GAP-083 an address that the app has not registered is followed by neither answer, whatever it is', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open('/#people/me')
  for (const redirect_uri of [
    'javascript:window.ran=true',
    'data:text/html,x',
    'https://evil.example.org/back',
    `${lamp.site}/other`,
  ]) {
    await page.goto(lamp.authorize({ redirect_uri }))
    await expect(title(page, `Error loading client with id: ${lamp.client.client_id}`)).toBeVisible()
    await expect(page.getByRole('main').getByText('The redirect_uri does not match', { exact: false })).toBeVisible()
    await expect(approve(page).or(deny(page))).toHaveCount(0)
  }
  // Nor is a server taken at its word that says so.
  await page.route('**/oauth2/client-info?*', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, redirect_uri: 'javascript:window.ran=true' } })
  })
  await page.goto(lamp.authorize())
  await expect(page.getByRole('main').getByText('The redirect_uri of this app cannot be followed.')).toBeVisible()
  await expect(approve(page).or(deny(page))).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

/** Opens the consent page from a page of the app, as a window of its own. */
async function openFrom(alice: Actor, address: string, consent: string): Promise<{ app: Page; window: Page }> {
  const app = await alice.open(address)
  const opened = app.waitForEvent('popup')
  await app.evaluate((url) => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
    window.open(url, '_blank', 'width=550,height=600')
  }, consent)
  return { app, window: await opened }
}

test('OAUTH-019 GAP-083 an app without a redirect_uri hears both answers in the page that opened the window, and only on its own origin', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const lamp = await thirdParty(bob, { redirect_uri: undefined })
  await bob.call(`/v2/clients/${lamp.client.iden}`, { allowed_origin: lamp.site })
  const consent = server.origin + lamp.authorize({ state: 'x' })
  const heard = (app: Page) => app.evaluate<unknown[]>('heard')

  const first = await openFrom(alice, lamp.site, consent)
  await expect(first.window.getByText(new URL(lamp.site).host, { exact: true })).toBeVisible()
  const gone = first.window.waitForEvent('close')
  await deny(first.window).click()
  await gone
  await expect
    .poll(() => heard(first.app))
    .toEqual([{ origin: server.origin, data: { type: 'waypost-authorize', error: 'access_denied', state: 'x' } }])

  const second = await openFrom(alice, lamp.site, consent)
  await press(second.window)
  await expect.poll(async () => (await heard(second.app)).length).toBe(1)
  expect(await heard(second.app)).toEqual([
    { origin: server.origin, data: { type: 'waypost-authorize', code: expect.any(String), state: 'x' } },
  ])

  // Another origin, here another port, hears nothing.
  const other = await thirdParty(bob)
  const third = await openFrom(alice, other.site, consent)
  const closed = third.window.waitForEvent('close')
  await press(third.window)
  await closed
  expect(await heard(third.app)).toEqual([])
})

test('OAUTH-020 an app without an address is given its code by the person, and who denies is told that nothing was given', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'), { redirect_uri: undefined })
  const page = await alice.open(lamp.authorize())
  await expect(page.getByText('If you approve, you get a code to hand over.')).toBeVisible()
  await deny(page).click()
  await expect(title(page, 'Denied')).toBeFocused()
  await expect(page.getByText('Lamp was given nothing.')).toBeVisible()
  await page.goto(lamp.authorize())
  await press(page)
  await expect(title(page, 'Approved')).toBeFocused()
  const code = await page.locator('main code').textContent()
  const { client_id, client_secret } = lamp.client
  const { status } = await server.request('/oauth2/token', {
    body: { grant_type: 'authorization_code', client_id, client_secret, code },
  })
  expect(status).toBe(200)
})

test('OAUTH-013 the first half second takes no press on Approve, Enter at once does nothing, and the page that comes to the front counts anew', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.context.newPage()
  // Half a second ends when the story says so.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const after = (work: () => void, time?: number) =>
      time === 500 ? Number(addEventListener('half a second', work)) || 0 : setTimeout(work, time)
    Object.assign(window, { setTimeout: after })
  })
  await page.goto(lamp.authorize())
  await expect(title(page, 'Lamp')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true')
  await approve(page).dispatchEvent('click')
  expect(await grantsOf(alice)).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('half a second')))
  await expect(approve(page)).not.toHaveAttribute('aria-disabled')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true })
    dispatchEvent(new Event('blur'))
  })
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hasFocus', { value: () => true, configurable: true })
    dispatchEvent(new Event('focus'))
  })
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => dispatchEvent(new Event('half a second')))
  await press(page)
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
})

test('OAUTH-016 a key that is no longer good is none: there are the ways in', async ({ actor, thirdParty }) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize())
  await approve(page).waitFor()
  await alice.call('/v3/delete-all-access-tokens', {})
  await press(page)
  await expect(page.getByRole('button', { name: 'Continue with Waypost' })).toBeVisible()
  await expect(approve(page)).toHaveCount(0)
})

test('OAUTH-010 script and endless words of an app run nothing and break nothing', async ({ actor, thirdParty }) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open('/#people/me')
  for (const text of ['<img src=x onerror="window.ran = true"><script>window.ran = true</script>', 'endless'.repeat(1_500)]) {
    await page.route('**/oauth2/client-info?*', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({
        json: { ...json, name: text, website_url: `javascript:window.ran = true//${text}`, image_url: text },
      })
    })
    await page.goto(lamp.authorize({ state: text.slice(0, 2_000), scope: text.slice(0, 2_000) }))
    await expect(approve(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expect(page.locator('main a[href^="javascript:"]')).toHaveCount(0)
    await page.unroute('**/oauth2/client-info?*')
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('OAUTH-005 OAUTH-024 OAUTH-025 GAP-035 AUTH-014 each route of third-party authorization has its page', async ({
  actor,
  server,
  visitor,
  thirdParty,
}) => {
  const lamp = await thirdParty(await actor('bob'))
  const page = await visitor()
  await page.goto('/oauth')
  await expect(title(page, 'Let people use your app with Waypost')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Your clients' })).toHaveAttribute('href', '/#settings/clients')
  await page.goto(lamp.authorize().replace('/authorize', '/oauth'))
  await expect(title(page, 'Lamp')).toBeFocused()
  await page.goto('/oauth-apps')
  await expect(title(page, 'Approved')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/login-success#access_token=o.secret&state=x')
  await expect(title(page, 'Login success')).toBeFocused()
  await expect(page.getByRole('note')).toContainText('Please do not copy or share the address of this page.')
  expect(asked.filter((url) => url.includes('o.secret') && !url.includes('#'))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull()
  await expect(page).toHaveURL(`${server.origin}/login-success#access_token=o.secret&state=x`)
})

test('SHELL-030 SHELL-031 OAUTH-005 in a frame of another site these pages refuse to be shown', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.site)
  for (const path of [lamp.authorize(), '/oauth', '/login-success']) {
    await page.setContent(`<iframe src="${server.origin}${path}" title="framed" width="600" height="600"></iframe>`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('This page cannot be shown inside another site.', { exact: true })).toBeVisible()
    await expect(frame.getByRole('button')).toHaveCount(0)
  }
})

for (const screen of screens) {
  test(`axe finds nothing serious in the pages that let an app in, ${screen.viewport.width} px (acceptance point 1)`, async ({
    actor,
    visitor,
    thirdParty,
  }) => {
    const alice = await actor('alice', screen)
    const lamp = await thirdParty(await actor('bob'))
    const guest = await visitor(screen)
    await guest.goto(lamp.authorize())
    await guest.getByRole('button', { name: 'Continue with Waypost' }).waitFor()
    expect(['signed out', await seriousFaults(guest)]).toEqual(['signed out', []])
    for (const path of ['/authorize?client_id=nobody', '/oauth', '/login-success']) {
      await guest.goto(path)
      await guest.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await seriousFaults(guest)]).toEqual([path, []])
    }
    const page = await alice.open(lamp.authorize())
    await page.route('**/oauth2/authorize', (route) => route.abort())
    await press(page)
    await expect(trouble(page)).toBeVisible()
    expect(['signed in', await seriousFaults(page)]).toEqual(['signed in', []])
  })
}
