import { headerWords } from '@waypost/web/words/page/header'
import { desktopAuth } from '@waypost/web/words/sign-in'
import { composer, expect, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { signInAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

// Everything the browser stores about the user, from the first click on Sign In.

test('AUTH-011 AUTH-043 GAP-072 SYNC-011 what the browser stores: the return address while at the provider, then the account, and a cookie for 365 days', async ({
  server,
  visitor,
}) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  const kept = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('sign_in_'))
        .map(([, text]) => JSON.parse(text)),
    )
  // There is no account to add to: the sign-in ends, and the earlier session is still there.
  await page.goto('/signin?method=add&next=/%23devices/new')
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(/\/signin$/)
  expect(await kept()).toMatchObject([{ method: 'add', redirect_url: '/#devices/new', type: 'local', source: 'web' }])
  await page.evaluate(() => localStorage.clear())
  const answer = await hold(page, '**/v2/authenticate')
  await page.goto('/signin?next=/%23devices/new')
  await signInAs(page, 'mira@example.org')
  await expect(page.getByRole('heading', { level: 1, name: 'Signing in...', exact: true })).toBeVisible()
  expect(await kept()).toMatchObject([{ method: 'login', redirect_url: '/#devices/new', type: 'local', source: 'web' }])
  answer()
  await expect(page).toHaveURL(/\/#devices\/new$/)
  await page.getByRole('link', { name: 'People' }).first().click()
  await expect(composer(page)).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const account = JSON.parse(stored.account ?? '{}')
  expect(account).toMatchObject({ email: 'mira@example.org' })
  expect(JSON.parse(stored.sidebar_target ?? '{}')).toMatchObject({ people: 'me' })
  expect(await kept()).toEqual([])
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: 'api_key', value: account.api_key, path: '/', sameSite: 'Strict' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400
  expect(Math.round(days)).toBe(365)
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})

test('AUTH-038 /desktop_auth without an account says what happens, and waits', async ({ visitor }) => {
  const page = await visitor()
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/v3/providers', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/desktop_auth?platform=mac&state=abc')
  await expect(page.getByText(desktopAuth.signingIn, { exact: true })).toBeVisible()
  await expect(page.getByRole('status').getByText(desktopAuth.wait)).toBeAttached()
  answer()
  await expect(page).toHaveURL(/\/signin\?next=%2Fdesktop_auth%3F.*type%3Ddone/)
})
