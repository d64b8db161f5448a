import { startTestServer } from '@waypost/server/test-server'
import { headerWords } from '@waypost/web/words/page/header'
import { landingWords } from '@waypost/web/words/page/landing'
import { noMessages } from '@waypost/web/words/push/history'
import { authError, signIn, signingIn } from '@waypost/web/words/sign-in'
import { close as closeText } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { signInAs, signInButton } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SHELL-020 GAP-036 AUTH-042 an invalid token, with nothing stored here, says that the session has expired', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('account'))
  await alice.call('/v3/delete-all-access-tokens', {})
  await expect(page.getByText('Your session has expired, please sign in again.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/signin\?next=/)
})

test('AUTH-039 AUTH-040 AUTH-029 GAP-072 GAP-093 an invalid token signs out: nothing is stored, no cookie, and the landing page shows', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
    document.cookie = 'api_key=o.secret; path=/'
  })
  // An open window is signed out at once.
  await page.goto('about:blank')
  await alice.call('/v3/delete-all-access-tokens', {})
  await page.goto('/#people/me')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => [localStorage.getItem('account'), document.cookie])).toEqual([null, ''])
})

test('AUTH-041 a 401 with another message signs out and leads to the page about that', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  await page.route('**/v2/users/me', (route) => route.fulfill({ status: 401, contentType: 'text/html', body: 'go away' }))
  await page.goto('/#people/me')
  await expect(page).toHaveURL(/\/auth_error$/)
  await expect(page.getByText(authError.blocked, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Get help/ })).toBeVisible()
})

test('AUTH-028 AUTH-030 AUTH-031 AUTH-032 each reason has its text, and a way to get help', async ({ visitor }) => {
  const page = await visitor()
  for (const [reason, words] of [
    ['?reason=email', /^Your provider didn’t share an email address/],
    ['?reason=localstorage', authError.storage],
    ['?reason=constructor', authError.blocked],
    ['', authError.blocked],
  ] as const) {
    await page.goto(`/auth_error${reason}`)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Get help/ })).toBeVisible()
  }
})

test('SHELL-021 AUTH-010 AUTH-013 AUTH-016 AUTH-018 AUTH-019 AUTH-020 AUTH-022 (deviates) a return that the server refuses is a banner with its message; one without its state is about storage', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/signin')
  await page.evaluate(() => {
    const state = { type: 'local', redirect_url: '/', method: 'login', source: 'web', begun: Date.now() }
    localStorage.setItem('sign_in_abc', JSON.stringify(state))
  })
  const refused = page.waitForResponse('**/v2/authenticate')
  await page.goto('/#access_token=wrong&state=abc')
  await expect(page).toHaveURL(/\/auth_error$/)
  const banner = page.getByRole('alert').filter({ hasText: 'Error signing in to your account' })
  await expect(banner).toContainText((await (await refused).json()).error.message)
  const [ground, edge] = await banner.evaluate((element) => {
    const { backgroundColor, borderInlineStartColor } = getComputedStyle(element)
    return [backgroundColor, borderInlineStartColor].map((colour) => (colour.match(/[\d.]+/g) ?? []).map(Number))
  })
  for (const [red = 0, green = 0, blue = 0] of [ground ?? [], edge ?? []]) expect(red).toBeGreaterThan(Math.max(green, blue))
  // The pending sign-in leaves nothing behind.
  await expect(page.getByText('Signing in...')).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sign_in_')))).toEqual([])
  const tracked = await page.evaluate(() => JSON.parse(sessionStorage.getItem('log') ?? '[]'))
  expect(tracked).toMatchObject([{ name: 'web_sign_in_error', about: expect.stringMatching(/^[a-z_]+$/) }])
  const close = banner.getByRole('button', { name: closeText })
  await expect(close.locator('svg')).toBeVisible()
  await close.click()
  await expect(banner).toHaveCount(0)
  await page.goto('/signin')
  await page.goto('/#access_token=wrong&state=never')
  await expect(page).toHaveURL(/\/auth_error\?reason=localstorage$/)
})

test('AUTH-002 AUTH-003 (deviates) a retired provider has a button that only leads to its explanation', async ({ browser }) => {
  const server = await startTestServer({ WAYPOST_LINK_RETIRED_SIGN_IN: 'https://blog.example.org/facebook' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/signin')
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByRole('link', { name: signIn.retired })).toHaveAttribute('href', 'https://blog.example.org/facebook')
  } finally {
    await context.close()
    await server.close()
  }
})

test('SHELL-006 AUTH-012 AUTH-013 AUTH-017 (deviates) while the server has not answered there is a spinner; then the requested page opens', async ({
  server,
  visitor,
}) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  const answer = await hold(page, '**/v2/authenticate')
  await page.goto('/signin?next=/%23devices/new')
  await signInAs(page, 'mira@example.org')
  await expect(page.getByRole('heading', { level: 1, name: 'Signing in...', exact: true })).toBeVisible()
  await expect(page.getByRole('status').getByText(signingIn.wait)).toBeAttached()
  answer()
  await expect(page).toHaveURL(/\/#devices\/new$/)
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) })).toBeVisible()
})

test('SHELL-004 SHELL-005 a visitor sees the landing page for any address, and nothing of an account', async ({ visitor }) => {
  const page = await visitor()
  for (const path of ['/', '/index.html', '/#people/me', '/#settings/account']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: landingWords.title })).toBeVisible()
  }
})
