import { deviceCode, deviceCodeBrowser, deviceCodeMachine } from '@waypost/web/words/sign-in'
import { desktopScreen, faultsAndOverflow, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('the code of a server is typed on a page that names the machine, and signs it in', async ({ actor, visitor, server }) => {
  const begin = async () => (await server.request('/v3/device-sign-in', { body: { name: 'media-server', type: 'linux' } })).body
  const poll = async (device_code: string) => (await server.request('/v3/device-sign-in/token', { body: { device_code } })).body
  const first = await begin()

  const guest = await visitor()
  await guest.goto(`/device?code=${first.user_code}`)
  await expect(guest).toHaveURL(`/signin?next=${encodeURIComponent(`/device?code=${first.user_code}`)}`)

  const alice = await actor('alice')
  const page = await alice.open('/device')
  const code = page.getByRole('textbox', { name: deviceCode.code })
  await code.fill('WDJB')
  await code.press('Enter')
  await expect(page.getByText(deviceCode.short)).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill('BBBB BBBB')
  await code.press('Enter')
  await expect(page.getByText('This code doesn’t work.')).toBeVisible()
  await page.context().setOffline(true)
  await code.press('Enter')
  await expect(page.getByText('Could not connect to server')).toBeVisible()
  await page.context().setOffline(false)

  await code.fill(first.user_code.toLowerCase().replace('-', ' '))
  await code.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: deviceCodeMachine.found })).toBeFocused()
  await expect(page.getByText('media-server')).toBeVisible()
  await expect(page.getByText(sentence(deviceCode.account, { email: 'alice@example.org' }))).toBeVisible()
  expect((await poll(first.device_code)).error.code).toBe('authorization_pending')
  const connect = page.getByRole('button', { name: deviceCode.connect, exact: true })
  await expect(connect).not.toHaveAttribute('aria-disabled')
  await connect.click()
  await expect(page.getByText('“media-server” is signed in.')).toBeVisible()
  const { access_token } = await poll(first.device_code)
  expect((await server.request('/v2/users/me', { token: access_token })).body.email).toBe('alice@example.org')

  const second = await begin()
  const another = await alice.open(`/device?code=${second.user_code}`)
  await expect(another.getByRole('textbox', { name: deviceCode.code })).toHaveValue(second.user_code)
  await another.getByRole('button', { name: deviceCode.go }).click()
  await another.getByRole('button', { name: deviceCode.refuse }).click()
  await expect(another.getByRole('heading', { level: 1, name: deviceCode.refused })).toBeVisible()
  expect((await poll(second.device_code)).error.code).toBe('access_denied')
})

test('the extension of a browser is asked about in words for browsers, and warned about in another browser', async ({
  actor,
  server,
}) => {
  const begin = async (type: string) =>
    (await server.request('/v3/device-sign-in', { body: { name: 'Waypost in this browser', type } })).body
  const poll = async (device_code: string) => (await server.request('/v3/device-sign-in/token', { body: { device_code } })).body
  const alice = await actor('alice')

  const here = await begin('chrome')
  const page = await alice.open(new URL(here.verification_uri_complete).pathname + new URL(here.verification_uri_complete).search)
  await expect(page.getByText('The code is filled in.')).toBeVisible()
  await expect(page.getByText('from a device without a browser')).toHaveCount(0)
  await page.getByRole('button', { name: deviceCode.go }).click()
  await expect(page.getByRole('heading', { level: 1, name: deviceCodeBrowser.found })).toBeFocused()
  await expect(page.getByText('Chrome, Edge or similar')).toBeVisible()
  await expect(page.getByText('Continue only if you pressed Connect in the extension yourself, just now.')).toBeVisible()
  const connect = page.getByRole('button', { name: deviceCode.connect, exact: true })
  await expect(connect).not.toHaveAttribute('aria-disabled')
  await connect.click()
  await expect(page.getByText('“Waypost in this browser” is signed in. Close this tab')).toBeVisible()
  expect((await poll(here.device_code)).access_token).toEqual(expect.any(String))

  const elsewhere = await begin('firefox')
  const other = await alice.open(`/device?code=${elsewhere.user_code}`)
  await other.getByRole('button', { name: deviceCode.go }).click()
  await expect(other.getByText('This sign-in started in Firefox, but you’re in a different browser.')).toBeVisible()
  await server.request('/v3/device-sign-in/answer', {
    token: alice.token,
    body: { user_code: elsewhere.user_code, approve: false },
  })
  await other.getByRole('button', { name: deviceCode.connect, exact: true }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'Start again in the extension.' })).toBeVisible()
})

test('the page for a code, and the questions about a machine and a browser: axe finds nothing serious at 1280 and 390 px, and they are no wider than the window there and at 320 px', async ({
  actor,
  server,
}) => {
  const begin = async (fields: object) => (await server.request('/v3/device-sign-in', { body: fields })).body
  const machine = await begin({ name: 'A machine with a name without end '.repeat(4) })
  const browser = await begin({ name: 'Waypost in Firefox', type: 'firefox' })
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open(`/device?code=${machine.user_code}`)
  const go = page.getByRole('button', { name: deviceCode.go })
  expect(await faultsOnEachScreen(page, 'code', go)).toEqual([])
  await page.reload()
  await go.click()
  const connect = page.getByRole('button', { name: deviceCode.connect, exact: true })
  await expect(connect).not.toHaveAttribute('aria-disabled')
  expect(await faultsAndOverflow(page, 'machine', connect)).toEqual([])

  const other = await alice.open(`/device?code=${browser.user_code}`)
  await other.getByRole('button', { name: deviceCode.go }).click()
  const connectBrowser = other.getByRole('button', { name: deviceCode.connect, exact: true })
  await expect(connectBrowser).not.toHaveAttribute('aria-disabled')
  expect(await faultsAndOverflow(other, 'browser', connectBrowser, other)).toEqual([])
})
