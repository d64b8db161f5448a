import { answeredWords, authorize as authorizeText } from '@waypost/web/words/grant'
import { frameRefusal } from '@waypost/web/words/page/errors'
import { type Actor, expect, type Page, title } from '../../actors/actors.ts'
import { approve, deny, grantsOf, press, test, trouble } from '../../actors/oauth-client.ts'
import { closeByPress } from '../../actors/windows.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** Approves in a window that then closes. */
async function pressLast(window: Page): Promise<void> {
  await expect(approve(window)).not.toHaveAttribute('aria-disabled')
  await closeByPress(window, approve(window))
}

test("OAUTH-015 OAUTH-021 the server's message is shown on the page, or Some error; another press may work", async ({
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
  await page.goto(lamp.authorize())
  await press(page)
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
})

test('GAP-083 an unregistered redirect_uri is followed by neither answer, whatever it is, and told once, with no way to try the same again', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open('/#people/me')
  const banner = page.getByRole('alert').filter({ hasText: 'Error getting one client_info:OAuth Client' })
  for (const redirect_uri of [
    'javascript:window.ran=true',
    'data:text/html,x',
    'https://evil.example.org/back',
    `${lamp.site}/other`,
  ]) {
    await page.goto(lamp.authorize({ redirect_uri }))
    await expect(title(page, sentence(authorizeText.failed, { id: lamp.client.client_id }))).toBeFocused()
    await expect(page.getByRole('main').getByText('The redirect_uri does not match', { exact: false })).toBeVisible()
    await expect(page.getByText('The redirect_uri does not match the one that the app has registered.')).toHaveCount(1)
    await expect(banner).not.toContainText('redirect_uri')
    await expect(page.getByRole('button', { name: authorizeText.retry })).toHaveCount(0)
    await expect(page.getByText('The app got no access. Go back to it and try again.')).toBeVisible()
    await expect(approve(page).or(deny(page))).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/#/)
  // The page doesn't accept such an address from the server either.
  await page.route('**/oauth2/client-info?*', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, redirect_uri: 'javascript:window.ran=true' } })
  })
  await page.goto(lamp.authorize())
  await expect(page.getByRole('main').getByText(authorizeText.unsafe)).toBeVisible()
  await expect(approve(page).or(deny(page))).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

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

test('OAUTH-019 GAP-083 an app without a redirect_uri receives both answers in the page that opened the window, and only on its own origin', async ({
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
  await closeByPress(first.window, deny(first.window))
  await expect
    .poll(() => heard(first.app))
    .toEqual([{ origin: server.origin, data: { type: 'waypost-authorize', error: 'access_denied', state: 'x' } }])

  const second = await openFrom(alice, lamp.site, consent)
  await pressLast(second.window)
  await expect.poll(async () => (await heard(second.app)).length).toBe(1)
  expect(await heard(second.app)).toEqual([
    { origin: server.origin, data: { type: 'waypost-authorize', code: expect.any(String), state: 'x' } },
  ])

  // Another origin, here another port, receives no message.
  const other = await thirdParty(bob)
  const third = await openFrom(alice, other.site, consent)
  await pressLast(third.window)
  expect(await heard(third.app)).toEqual([])
})

test('OAUTH-019 OAUTH-020 where the page of the app is gone by then, or opened no window, the code is for the person to hand over', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const lamp = await thirdParty(bob, { redirect_uri: undefined })
  await bob.call(`/v2/clients/${lamp.client.iden}`, { allowed_origin: lamp.site })
  const left = await openFrom(alice, lamp.site, server.origin + lamp.authorize())
  await expect(approve(left.window)).toBeVisible()
  await left.app.close()
  for (const page of [left.window, await alice.open(lamp.authorize())]) {
    await press(page)
    await expect(title(page, answeredWords.approved)).toBeVisible()
    await expect(page.locator('main code')).not.toBeEmpty()
  }
})

test('OAUTH-013 Approve is disabled for half a second, Enter at once does nothing, and the time starts again when the page comes to the front', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.context.newPage()
  // The story controls when the half second ends.
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

test('an unknown scope or response_type is refused before the consent, with the reason and a way home', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open('/#people/me')
  for (const [asked, reason] of [
    [{ scope: 'push wallet' }, "This app asks for 'push wallet'"],
    [{ scope: '<img src=x onerror="window.ran = true">' }, "This app asks for '<img"],
    [{ scope: 'admin' }, "This app asks for 'admin'"],
    [{ scope: 'endless'.repeat(300) }, 'scope: at most 1,000 characters'],
    [{ response_type: 'everything' }, "The response_type is 'code' or 'token'."],
  ] as const) {
    await page.goto(lamp.authorize(asked))
    await expect(title(page, sentence(authorizeText.failed, { id: lamp.client.client_id }))).toBeVisible()
    await expect(page.getByRole('main').getByText(reason, { exact: false })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await expect(approve(page).or(deny(page))).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(await grantsOf(alice)).toEqual([])
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
    await page.goto(lamp.authorize({ state: text.slice(0, 2_000) }))
    await expect(approve(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expect(page.locator('main a[href^="javascript:"]')).toHaveCount(0)
    await page.unroute('**/oauth2/client-info?*')
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
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
    await expect(frame.getByText(frameRefusal.refused, { exact: true })).toBeVisible()
    await expect(frame.getByRole('button')).toHaveCount(0)
  }
})
