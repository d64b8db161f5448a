import type { TestServer } from '@waypost/server/test-server'
import { placeWords, scopesWords } from '@waypost/web/words/format'
import { headerWords } from '@waypost/web/words/page/header'
import { accountChange } from '@waypost/web/words/session'
import { accessTokens, sessionList, tokenLine } from '@waypost/web/words/settings/tokens'
import { screens } from '../../actors/accessibility.ts'
import { expect, openConnected, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

async function signIn(server: TestServer, email: string, userAgent: string): Promise<string> {
  const { body } = await server.request('/provider/local/sign-in', { body: { email, password: 'a password for tests' } })
  const headers = { 'user-agent': userAgent }
  const account = await server.request('/v2/authenticate', { body: { type: 'local', access_token: body.access_token }, headers })
  return account.body.api_key
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const items = (page: Page) => topic(page, sessionList.title).getByRole('listitem')

for (const screen of screens) {
  test(`the settings list the devices that are signed in, and one of them is signed out, ${screen.viewport.width} px`, async ({
    actor,
    server,
  }) => {
    const alice = await actor('alice', screen)
    const lost = await signIn(server, alice.email, iphone)
    const page = await alice.open('/#settings/account')
    await expect(items(page)).toHaveCount(2)
    await expect(items(page).filter({ hasText: sessionList.current })).toHaveCount(1)
    const phone = items(page).filter({ hasText: 'Safari on iPhone' })
    await expect(phone).toContainText(placeWords.local)
    await phone.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
    await confirm(page, 'I am sure')
    await expect(phone).toHaveCount(0)
    expect((await server.request('/v2/users/me', { token: lost })).status).toBe(401)
    await expect(topic(page, sessionList.title).getByRole('button', { name: sessionList.endOthers })).toHaveCount(0)
  })
}

test('all other devices are signed out at once: a window on another device goes to the sign-in, this one stays', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const other = await signIn(server, alice.email, firefox)
  const page = await alice.open('/#settings/account')
  // The other device uses its own token.
  const elsewhere = await alice.openElsewhere('/page-preview')
  await elsewhere.evaluate((token) => {
    const account = JSON.parse(localStorage.getItem('account') ?? '{}')
    localStorage.setItem('account', JSON.stringify({ ...account, api_key: token }))
  }, other)
  await elsewhere.goto('/#people/me')
  await expect(elsewhere.getByRole('textbox', { name: /^Message to/ })).toBeVisible()
  const all = topic(page, sessionList.title).getByRole('button', { name: sessionList.endOthers })
  await all.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(all).toBeFocused()
  await all.click()
  await confirm(page, 'I am sure')
  await expect(items(page)).toHaveCount(1)
  await expect(elsewhere.getByRole('alert').filter({ hasText: accountChange.ended })).toBeVisible()
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(200)
})

test('a session that cannot be ended stays, with an alert; a list that cannot be loaded can be retried', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await signIn(server, alice.email, firefox)
  const page = await openConnected(alice)
  await page.route('**/v3/sessions', (route) => route.abort())
  await page.goto('/#settings/account')
  await expect(topic(page, sessionList.title).getByText('Could not connect to server')).toBeVisible()
  await page.unroute('**/v3/sessions')
  await topic(page, sessionList.title).getByRole('button', { name: 'Retry' }).click()
  await expect(items(page)).toHaveCount(2)
  await refuse(page, '**/v3/sessions/*')
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await confirm(page, 'I am sure')
  const alert = page.getByRole('alertdialog', { name: sessionList.notEnded })
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(items(page)).toHaveCount(2)
})

test('Sign Out ends the session on the server: its key is refused from then on', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/me')
  const other = await signIn(server, alice.email, firefox)
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await server.ended(alice.token)
  expect((await server.request('/v2/users/me', { token: alice.token })).status).toBe(401)
  expect((await server.request('/v2/users/me', { token: other })).status).toBe(200)
})

test('a token gets a name and an end, is listed with them, and is revoked alone', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const tokens = topic(page, 'Access Tokens')
  await tokens.getByLabel(accessTokens.name).fill('Backup script')
  await tokens.getByLabel(accessTokens.expires).selectOption('After 30 days')
  await tokens.getByRole('button', { name: accessTokens.create }).click()
  const token = (await page.locator('output[name=generated_access_token] code').textContent()) ?? ''
  const item = tokens.getByRole('listitem').filter({ hasText: 'Backup script' })
  await expect(item).toContainText(tokenLine.unused)
  await expect(item).toContainText('Expires:')
  await expect(tokens.getByLabel(accessTokens.name)).toHaveValue('')
  expect((await server.request('/v2/users/me', { token })).status).toBe(200)
  await expect(item).toContainText(accessTokens.everything)
  await item.getByRole('button', { name: sentence(accessTokens.revokeThis, { name: 'Backup script' }) }).click()
  await confirm(page, 'I am sure')
  await expect(item).toHaveCount(0)
  expect((await server.request('/v2/users/me', { token })).status).toBe(401)
})

test('a token may get only the access that is chosen, and none without a choice', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const tokens = topic(page, 'Access Tokens')
  await tokens.getByLabel(accessTokens.access, { exact: true }).selectOption(accessTokens.chosen)
  const create = tokens.getByRole('button', { name: accessTokens.create })
  await create.click()
  const alert = page.getByRole('alertdialog', { name: accessTokens.notCreated })
  await expect(alert).toContainText(accessTokens.nothingChosen)
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await tokens.getByLabel(scopesWords.pushRead).check()
  await tokens.getByLabel(scopesWords.devices).check()
  await tokens.getByLabel(scopesWords.devices).uncheck()
  await create.click()
  const token = (await page.locator('output[name=generated_access_token] code').textContent()) ?? ''
  const statusOf = async (path: string) => (await server.request(path, { token })).status
  expect([await statusOf('/v2/pushes'), await statusOf('/v2/devices')]).toEqual([200, 403])
  await expect(tokens.getByRole('listitem')).toContainText(scopesWords.pushRead)
})
