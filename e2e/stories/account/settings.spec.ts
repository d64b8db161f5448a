import { expect, history, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { refuse } from '../../actors/refuse-requests.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
test('SETT-002 SETT-004 SHELL-072 SHELL-080 the settings open at the account, and then at the tab that was open last', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings')
  await expect(page).toHaveURL(/#settings\/account$/)
  for (const name of ['Connected Accounts', 'Pro plan', 'Access Tokens', 'Delete Account'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await tab(page, 'Push History').click()
  await expect(page).toHaveURL(/#settings\/history$/)
  await expect(page).toHaveTitle(/^Settings – /)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL(/#settings\/history$/)
})

test('SETT-003 LIST-002 GAP-098 tabs of empty lists are only shown while they are open', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const names = () => page.getByRole('tab').allTextContents()
  await expect.poll(names).toEqual(['Account', 'Push History', 'Devices', 'Invite', 'Conversations', 'Encryption'])
  await page.goto('/#settings/channels')
  await expect(page.getByText('You have no channels.')).toBeVisible()
  expect(await names()).toEqual(['Account', 'Push History', 'Devices', 'Invite', 'Conversations', 'Channels', 'Encryption'])
  for (const [address, name] of [
    ['/#settings/apps', 'Connected Apps'],
    ['/#settings/clients', 'Clients'],
    ['/#settings/blocks', 'Blocked People'],
  ] as const) {
    await page.goto(address)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    expect((await names()).length).toBe(7)
  }
  await page.goto('/#settings/account')
  await expect.poll(names).toHaveLength(6)

  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/channels', { tag: 'my-news' })
  const redirect_uri = 'https://lamp.example.org/'
  const { client_id } = (await alice.call('/v2/clients', { name: 'Lamp', redirect_uri })).body
  const all = [
    'Account',
    'Push History',
    'Devices',
    'Invite',
    'Conversations',
    'Blocked People',
    'Channels',
    'Clients',
    'Encryption',
  ]
  await expect.poll(names).toEqual(all)
  // The tab of connected apps appears with the first app and disappears with the last.
  await alice.call('/oauth2/authorize', { client_id, redirect_uri, response_type: 'code' })
  await expect.poll(names).toEqual(all.toSpliced(7, 0, 'Connected Apps'))
  const { grants } = (await alice.call('/v2/grants')).body
  await alice.call(`/v2/grants/${grants[0].iden}`, undefined, 'DELETE')
  await expect.poll(names).toEqual(all)
  await page.goto('/#settings/nothing')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
})

test('SETT-002 the tabs are one Tab stop: arrows, Home and End move and open, and the focus stays while a tab is loading (acceptance point 25)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const arrive = await hold(page, '**/assets/Invite-*.js')
  await tab(page, 'Account').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/#settings\/history$/)
  await expect(tab(page, 'Push History')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('Invite')
  await expect(tab(page, 'Invite')).toBeFocused()
  arrive()
  await expect(page.getByRole('heading', { name: 'Invite your friends' })).toBeVisible()
  await expect(tab(page, 'Invite')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/#settings\/encryption$/)
  await expect(tab(page, 'Encryption')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Account')).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Access Tokens' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab').and(page.locator(':focus'))).toHaveCount(0)
})

test('SETT-002 on a phone the settings are a list, and Back returns to the item (acceptance point 25)', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 } })
  const page = await alice.open('/#settings')
  await page.getByRole('main').getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Devices', exact: true })).toBeFocused()
})

test('SYNC-029 opening the settings pings all devices', async ({ actor, server }) => {
  const alice = await actor('alice')
  const heard: string[] = []
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${alice.token}`)
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)).push?.type)
  await new Promise((resolve) => (socket.onopen = resolve))
  const page = await alice.open('/#people/me')
  await expect(page.getByText('Share something with Me')).toBeVisible()
  await page.goto('/#settings/devices')
  await expect.poll(() => heard).toContain('ping')
  socket.close()
})

test('SETT-010 a new token works, is shown once, and is hidden when the tab is left', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.getByRole('button', { name: 'Create a token' }).click()
  const code = page.locator('output[name=generated_access_token] code')
  const token = (await code.textContent()) ?? ''
  expect((await server.request('/v2/users/me', { token })).status).toBe(200)
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await tab(page, 'Devices').click()
  await tab(page, 'Account').click()
  await expect(page.getByRole('button', { name: 'Create a token' })).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('SHELL-022 GAP-071 a token that could not be created is a modal alert that has to be dismissed', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.route('**/v3/create-access-token', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByRole('button', { name: 'Create a token' }).click()
  const alert = page.getByRole('alertdialog', { name: 'The token was not created' })
  await expect(alert.getByRole('button', { name: 'dismiss', exact: true })).toBeFocused()
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create a token' })).toBeFocused()
})

test('a reset of the tokens can be canceled, and a refused one revokes none and says why', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const reset = page.getByRole('button', { name: 'Reset all tokens' })
  await reset.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(reset).toBeFocused()
  await expect(page.getByText('Every program and every browser is signed out, this one too.')).toHaveCount(0)
  await refuse(page, '**/v3/delete-all-access-tokens')
  await reset.click()
  await confirm(page, 'I am sure')
  const alert = page.getByRole('alertdialog', { name: 'The tokens were not reset' })
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(reset).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
})

test('SETT-009 resetting the tokens takes two steps, revokes all of them and signs out here (acceptance point 23)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.getByRole('button', { name: 'Reset all tokens' }).click()
  await expect(page.getByText('Every program and every browser is signed out, this one too.')).toBeVisible()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(401)
})

test('SETT-005 SETT-006 SETT-007 SETT-008 AUTH-006 AUTH-023 a second sign-in method is added and disconnected again; the first one stays', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await server.request('/provider/local/sign-up', { body: { email: 'other@example.org', password: 'another password' } })
  const page = await alice.open('/#settings/account')
  await expect(page.getByText('primary')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'one sign-in method')
  await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Add a sign-in method' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add a sign-in method' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Waypost' }).click()
  await page.getByLabel('Email address').fill('other@example.org')
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/#settings\/account$/)
  await page.getByRole('button', { name: 'Disconnect other@example.org' }).click()
  await confirm(page, 'I am sure')
  await expect(page.getByText('other@example.org', { exact: true })).toHaveCount(0)
  expect((await alice.call('/v2/accounts?active=true')).body.accounts).toHaveLength(1)
})

test("AUTH-024 AUTH-025 AUTH-026 AUTH-027 another person's sign-in method is refused with a banner, and the page says why", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await server.signUp('bob@example.org', 'Bob')
  const page = await alice.open('/signin?method=add&next=/%23settings/account')
  await page.getByRole('button', { name: 'Continue with Waypost' }).click()
  await page.getByLabel('Email address').fill('bob@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a password for tests')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/auth_error\?reason=another_exists$/)
  await expect(page.getByRole('alert').getByText('Error adding account')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Another user already owns this account.')).toBeVisible()
  await expectReadOut(page, "somebody else's method")
  await expect(
    page.getByText('This account already exists here. Sign in to it and delete it first, then add it again.'),
  ).toBeVisible()
  await page.goto('/#settings/account')
  await expect(page.getByText('primary')).toBeVisible()
})

test('SETT-011 SETT-012 GAP-059 an account is asked for a reason and twice for confirmation, and is deleted (acceptance point 23)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const reports: { subject: string; body: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v2/error-report')) reports.push(request.postDataJSON())
  })
  await page.getByRole('button', { name: 'Delete Account' }).click()
  for (const reason of ["I couldn't get it to work.", "I don't need/use the product."])
    await expect(page.getByRole('radio', { name: reason, exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Something else (Let us know below)', exact: true }).check()
  await page.getByLabel('Tell us more').fill('Too blue.')
  await page.getByRole('button', { name: 'Delete everything' }).dblclick()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
  if (!(await page.getByRole('button', { name: 'I am sure' }).isVisible()))
    await page.getByRole('button', { name: 'Delete everything' }).click()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(reports[0]?.body).toBe('Something else (Let us know below)\n\nToo blue.')
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(401)
})

test('SETT-012 API-074 an account that could not be deleted without a network stays signed in, and says so', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.route('**/v2/users/me', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await confirm(page, 'I am sure')
  const banner = page.getByRole('alert').filter({ hasText: 'Network Issue' })
  await expect(banner).toContainText('Could not connect to server')
  await expect(page.getByRole('alert').filter({ hasText: 'Error deleting Account' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account: Alice' })).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
  await expect(page.getByRole('button', { name: 'Delete everything' })).toBeVisible()
})

test('a deletion of the account can be canceled at both steps, and a refused one says why', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const start = page.getByRole('button', { name: 'Delete Account' })
  const second = page.getByRole('button', { name: 'Delete everything' })
  await start.click()
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(start).toBeFocused()
  await start.click()
  await second.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(second).toBeFocused()
  const takeAgain = await refuse(page, '**/v2/users/me', 'DELETE')
  // The reason is not delivered, but the account is deleted all the same.
  await refuse(page, '**/v2/error-report')
  await page.getByLabel('Tell us more').fill('Too blue.')
  await second.click()
  await confirm(page, 'I am sure')
  const banner = page.getByRole('alert').filter({ hasText: 'Error deleting Account' })
  await expect(banner).toContainText('Not today.')
  await expect(page.getByRole('alert').filter({ hasText: 'Network Issue' })).toHaveCount(0)
  await takeAgain()
  await second.click()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('SETT-013 SETT-014 SETT-015 API-077 the push history is deleted after a second press, and shows its progress', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  for (const body of ['one', 'two']) await alice.call('/v2/pushes', { type: 'note', body })
  const page = await alice.open('/#people/me')
  await expect(history(page).getByText('two')).toBeVisible()
  await page.goto('/#settings/history')
  const takeAgain = await refuse(page, '**/v2/pushes', 'DELETE')
  await page.getByRole('button', { name: 'Delete all pushes' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByRole('alert').getByText('Error deleting all pushes')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'deletion failed')
  await takeAgain()
  // Keeps the server from processing the job.
  await server.app.jobs.stop()
  await page.getByRole('button', { name: 'Delete all pushes' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText('Your history is being deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Your history has been deleted', { exact: true })).toHaveCount(0)
  await server.app.jobs.processAll()
  await expect(page.getByText('Your history has been deleted', { exact: true })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'history deleted')
  expect((await alice.call('/v2/pushes?active=true')).body.pushes).toEqual([])
})

test('SETT-016 SETT-017 GAP-101 an export shows that it was requested, is waiting, and is ready', async ({ actor }) => {
  const alice = await actor('alice')
  let requests = 0
  alice.context.on('request', (request) => request.url().endsWith('/v3/export-data') && requests++)
  const page = await alice.open('/#settings/history')
  const answers = [{ status: 'waiting' }, { status: 'success', file_url: '/export.zip' }]
  let answer: (() => void) | undefined
  await page.route('**/v3/export-data', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ json: answers.shift() })
  })
  const next = async () => {
    await expect.poll(() => answer !== undefined, { timeout: 15_000 }).toBe(true)
    answer?.()
    answer = undefined
  }
  await page.getByRole('button', { name: 'Export my data' }).click()
  await expect(page.getByText('Export requested.', { exact: true })).toBeVisible()
  await next()
  await expect(page.getByText('Export waiting to start.', { exact: true })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'export waits')
  await next()
  await expect(page.getByText('Export success.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the export' })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'export is there')
  // There is none before the first request.
  expect(requests).toBe(2)
})

test('SETT-013 a real export ends with a file', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/history')
  await page.getByRole('button', { name: 'Export my data' }).click()
  await expect(page.getByText(/^Export /)).toBeVisible()
  await server.app.jobs.processAll()
  await expect(page.getByText('Export success.', { exact: true })).toBeVisible({ timeout: 20_000 })
})
