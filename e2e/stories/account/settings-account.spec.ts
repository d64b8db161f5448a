import { headerWords } from '@waypost/web/words/page/header'
import { connectedAccounts, deleteAccount } from '@waypost/web/words/settings'
import { accessTokens } from '@waypost/web/words/settings/tokens'
import { authError } from '@waypost/web/words/sign-in'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { copied, copy } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { tab } from '../../actors/settings.ts'
import { signInAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SETT-010 a new token works, is shown once, and is hidden when the tab is left', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.getByRole('button', { name: accessTokens.create }).click()
  const code = page.locator('output[name=generated_access_token] code')
  const token = (await code.textContent()) ?? ''
  expect((await server.request('/v2/users/me', { token })).status).toBe(200)
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: copy, exact: true }).click()
  await expect(page.getByRole('button', { name: copied, exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await tab(page, 'Devices').click()
  await tab(page, 'Account').click()
  await expect(page.getByRole('button', { name: accessTokens.create })).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('SHELL-022 GAP-071 a token that could not be created is a modal alert that has to be dismissed', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await page.route('**/v3/create-access-token', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByRole('button', { name: accessTokens.create }).click()
  const alert = page.getByRole('alertdialog', { name: accessTokens.notCreated })
  await expect(alert.getByRole('button', { name: 'dismiss', exact: true })).toBeFocused()
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('button', { name: accessTokens.create })).toBeFocused()
})

test('SETT-009 resetting the tokens takes two steps, revokes all of them and signs out here; canceled or refused it revokes none (acceptance point 23)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const reset = page.getByRole('button', { name: accessTokens.reset })
  await reset.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(reset).toBeFocused()
  await expect(page.getByText(accessTokens.resetLead)).toHaveCount(0)
  const takeAgain = await refuse(page, '**/v3/delete-all-access-tokens')
  await reset.click()
  await expect(page.getByText(accessTokens.resetLead)).toBeVisible()
  await confirm(page, 'I am sure')
  const alert = page.getByRole('alertdialog', { name: accessTokens.notReset })
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(reset).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
  await takeAgain()
  await reset.click()
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
  await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(0)
  await page.getByRole('link', { name: connectedAccounts.add }).click()
  await expect(page.getByRole('heading', { level: 1, name: connectedAccounts.add })).toBeVisible()
  await signInAs(page, 'other@example.org', 'another password')
  await expect(page).toHaveURL(/#settings\/account$/)
  await page.getByRole('button', { name: sentence(connectedAccounts.disconnectThis, { name: 'other@example.org' }) }).click()
  await confirm(page, 'I am sure')
  await expect(page.getByText('other@example.org', { exact: true })).toHaveCount(0)
  expect((await alice.call('/v2/accounts?active=true')).body.accounts).toHaveLength(1)
})

test('adding a sign-in method asks who it is before the providers, if the session is not elevated', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))
  await page.getByRole('link', { name: connectedAccounts.add }).click()
  const dialog = page.getByRole('dialog', { name: elevationWords.title })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/#settings\/account$/)
  await page.getByRole('link', { name: connectedAccounts.add }).click()
  await dialog.getByLabel(elevationWords.password, { exact: true }).fill('a password for tests')
  await dialog.getByRole('button', { name: elevationWords.confirm }).click()
  await expect(page.getByRole('heading', { level: 1, name: connectedAccounts.add })).toBeVisible()
})

test("AUTH-024 AUTH-025 AUTH-026 AUTH-027 another person's sign-in method is refused with a banner, and the page says why", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await server.signUp('bob@example.org', 'Bob')
  const page = await alice.open('/signin?method=add&next=/%23settings/account')
  await signInAs(page, 'bob@example.org')
  await expect(page).toHaveURL(/\/auth_error\?reason=another_exists$/)
  await expect(page.getByRole('alert').getByText('Error adding account')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Another user already owns this account.')).toBeVisible()
  await expect(page.getByText(authError.anotherExists)).toBeVisible()
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
  await page.getByLabel(deleteAccount.tell).fill('Too blue.')
  await page.getByRole('button', { name: deleteAccount.delete }).dblclick()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
  if (!(await page.getByRole('button', { name: 'I am sure' }).isVisible()))
    await page.getByRole('button', { name: deleteAccount.delete }).click()
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
  await page.getByRole('button', { name: deleteAccount.delete }).click()
  await confirm(page, 'I am sure')
  const banner = page.getByRole('alert').filter({ hasText: 'Network Issue' })
  await expect(banner).toContainText('Could not connect to server')
  await expect(page.getByRole('alert').filter({ hasText: deleteAccount.failed })).toHaveCount(0)
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) })).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
  await expect(page.getByRole('button', { name: deleteAccount.delete })).toBeVisible()
})

test('a deletion of the account can be canceled at both steps, and a refused one says why', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const start = page.getByRole('button', { name: 'Delete Account' })
  const second = page.getByRole('button', { name: deleteAccount.delete })
  await start.click()
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('button', { name: deleteAccount.keep }).click()
  await expect(start).toBeFocused()
  await start.click()
  await second.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(second).toBeFocused()
  const takeAgain = await refuse(page, '**/v2/users/me', 'DELETE')
  // The reason is not delivered, but the account is deleted all the same.
  await refuse(page, '**/v2/error-report')
  await page.getByLabel(deleteAccount.tell).fill('Too blue.')
  await second.click()
  await confirm(page, 'I am sure')
  const banner = page.getByRole('alert').filter({ hasText: deleteAccount.failed })
  await expect(banner).toContainText('Not today.')
  await expect(page.getByRole('alert').filter({ hasText: 'Network Issue' })).toHaveCount(0)
  await takeAgain()
  await second.click()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})
