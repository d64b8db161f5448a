import { Refusal } from '@waypost/protocol'
import { scopesWords } from '@waypost/web/words/format'
import {
  answeredWords,
  authorize as authorizeText,
  connectedApps,
  consent,
  loginSuccess,
  oauth,
  oauthApps,
} from '@waypost/web/words/grant'
import { codeField } from '@waypost/web/words/sign-in/codes'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { Secret, TOTP } from 'otpauth'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { expect, history, title } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { hold } from '../../actors/hold-requests.ts'
import { approve, deny, grantsOf, press, test, trouble } from '../../actors/oauth-client.ts'
import { signInAs, toBuiltIn } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('OAUTH-006 OAUTH-009 OAUTH-010 OAUTH-013 OAUTH-014 OAUTH-020 GAP-052 a third-party app is authorized by a code, pushes, and is revoked', async ({
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
  await expect(page.getByText(sentence(consent.account, { email: 'alice@example.org' }))).toBeVisible()
  await expect(page.getByText(scopesWords.read)).toBeVisible()
  await expect(page.getByText('send you push notifications')).toHaveCount(0)
  await expect(deny(page)).toBeVisible()

  const answer = await hold(page, '**/oauth2/authorize')
  await press(page)
  await expect(page.getByRole('button', { name: 'Approving', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(deny(page)).toHaveAttribute('aria-disabled', 'true')
  answer()
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  const [back] = lamp.came
  expect(back).toMatchObject({ at: '/back', room: 'kitchen', state: 'a b&c' })

  const { body: given } = await lamp.exchange(back?.code)
  const push = () => server.request('/v2/pushes', { token: given.access_token, body: { type: 'note', body: 'The lamp is on.' } })
  expect((await push()).status).toBe(200)
  await page.goto('/#people/me')
  await expect(history(page).getByText('The lamp is on.')).toBeVisible()

  await page.goto('/#settings/apps')
  await page.getByRole('button', { name: 'Delete Lamp' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText(connectedApps.empty)).toBeVisible()
  expect((await push()).status).toBe(401)
})

test('with one-time codes on, a session that has not proved itself for ten minutes is asked on the consent page before an app is let in', async ({
  actor,
  server,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const { body } = await server.request('/v3/factors/codes', { token: alice.token, body: {} })
  const shown = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  await server.request('/v3/factors/codes/confirm', { token: alice.token, body: { code: shown() } })
  await server.app.db.write((tx) => tx.run('UPDATE one_time_code SET last_step = 0'))
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))
  const page = await alice.open(lamp.authorize({ redirect_uri: lamp.redirect_uri, response_type: 'code' }))
  const dialog = page.getByRole('dialog', { name: elevationWords.title })
  await press(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(trouble(page)).toHaveText(new Refusal('elevation_needed').message)
  expect(await grantsOf(alice)).toEqual([])
  await press(page)
  await dialog.getByLabel(elevationWords.password, { exact: true }).fill('a password for tests')
  await dialog.getByRole('textbox', { name: codeField.code, exact: true }).fill(shown())
  await dialog.getByRole('button', { name: elevationWords.confirm, exact: true }).click()
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  expect(await grantsOf(alice)).toHaveLength(1)
})

test('OAUTH-004 OAUTH-020 GAP-052 with response_type token the app finds its token in the hash, and no server sees it on the way', async ({
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

/** The consent page's promise for a scope, a call that the scope permits, and one that it doesn't. */
const promises: [scope: string, words: string, may: [string, object?], mayNot: [string, object?]][] = [
  ['push', 'send you push notifications', ['/v2/pushes', { type: 'note', body: 'hello' }], ['/v2/users/me']],
  ['push:read', scopesWords.pushRead, ['/v2/pushes'], ['/v2/pushes', { type: 'note', body: 'hello' }]],
  ['push:write', 'send pushes as you', ['/v2/pushes', { type: 'note', body: 'hello' }], ['/v2/pushes']],
  ['devices', scopesWords.devices, ['/v2/devices'], ['/v2/pushes']],
  ['channels', 'see and change your channels', ['/v2/channels'], ['/v2/devices']],
  ['files', 'upload files', ['/v2/upload-request', { file_name: 'a.txt', file_type: 'text/plain' }], ['/v2/pushes']],
  ['texts', scopesWords.texts, ['/v2/texts'], ['/v2/everything']],
  ['everything', scopesWords.send, ['/v2/everything'], ['/v3/sessions']],
]

test('OAUTH-022 OAUTH-023 an app gets what the consent page says of its scope, and nothing else', async ({
  actor,
  server,
  thirdParty,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  for (const [scope, words, may, mayNot] of promises) {
    const name = `Lamp with ${scope}`
    const lamp = await thirdParty(bob, { name })
    const page = await alice.open(lamp.authorize({ response_type: 'code', scope }))
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: words })).toBeVisible()
    await expect(page.getByText('It can’t do anything else.', { exact: false })).toHaveCount(scope === 'everything' ? 0 : 1)
    await press(page)
    await expect(title(page, 'Welcome to Lamp')).toBeVisible()
    const { body: given } = await lamp.exchange(lamp.came[0]?.code)
    expect(given.scope).toBe(scope)
    const call = async ([path, body]: [string, object?]) =>
      (await server.request(path, { token: given.access_token, ...(body && { body }) })).status
    expect([scope, await call(may), await call(mayNot)]).toEqual([scope, 200, 403])
    await page.goto('/#settings/apps')
    await expect(page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })).toContainText(words)
    await page.close()
  }
})

test('OAUTH-018 OAUTH-023 Deny returns with error=access_denied, the query and the state; the app gets no access', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize({ response_type: 'code', scope: 'push', state: 'x' }))
  await expect(page.getByText('send you push notifications', { exact: true })).toBeVisible()
  await expect(page.getByText('It can’t do anything else.', { exact: false })).toBeVisible()
  await deny(page).click()
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  expect(lamp.came).toEqual([{ at: '/back', room: 'kitchen', error: 'access_denied', state: 'x' }])
  expect(await grantsOf(alice)).toEqual([])
})

test('OAUTH-007 OAUTH-016 GAP-084 a visitor signs in and returns to the same consent, even if the address lost it on the way', async ({
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
  await toBuiltIn(page).click()
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(/\/authorize\?client_id=/)
  await expect(page.getByText(sentence(consent.account, { email: 'mira@example.org' }))).toBeVisible()
  await page.goto('/authorize')
  await expect(title(page, 'Lamp')).toBeVisible()
  await press(page)
  await expect(title(page, 'Welcome to Lamp')).toBeVisible()
  expect(lamp.came[0]).toMatchObject({ at: '/back', state: 'kept', code: expect.any(String) })
  await page.goto(`${server.origin}/authorize`)
  await expect(title(page, 'Error: no client_id in url or localStorage (are cookies disabled?)')).toBeVisible()
})

test('OAUTH-008 OAUTH-011 OAUTH-012 no client, an unknown one, and one that cannot be loaded are distinguished and can be retried', async ({
  actor,
  visitor,
  thirdParty,
}) => {
  const lamp = await thirdParty(await actor('bob'))
  const page = await visitor()
  await page.goto('/authorize?redirect_uri=https://x.org/')
  await expect(title(page, 'Error: no client_id in url or localStorage (are cookies disabled?)')).toBeFocused()
  await page.goto('/authorize?client_id=missing')
  await expect(title(page, sentence(authorizeText.failed, { id: 'missing' }))).toBeFocused()
  const banner = page.getByRole('alert').filter({ hasText: 'Error getting one client_info:OAuth Client' })
  await expect(banner).toContainText("The param 'client_id' has an invalid value.")
  await expect(page.getByRole('main')).not.toContainText("The param 'client_id'")
  await expect(page.getByRole('button', { name: authorizeText.retry })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  const answer = await hold(page, '**/oauth2/client-info?*', 'abort')
  await page.goto(lamp.authorize())
  await expect(page.getByRole('status').getByText(authorizeText.loading)).toBeAttached()
  answer()
  await expect(title(page, sentence(authorizeText.failed, { id: lamp.client.client_id }))).toBeVisible()
  await expect(banner).toContainText('Could not connect to server')
  await page.unroute('**/oauth2/client-info?*')
  await page.getByRole('button', { name: authorizeText.retry }).click()
  await expect(title(page, 'Lamp')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('OAUTH-020 for an app without a redirect_uri the user copies the code, which its verifier exchanges, and Deny says that no access was given', async ({
  actor,
  thirdParty,
}) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'), { redirect_uri: undefined })
  const verifier = 'a verifier of at least forty-three characters'.replaceAll(' ', '-')
  const page = await alice.open(lamp.authorize({ code_challenge: verifier, code_challenge_method: 'plain' }))
  await expect(page.getByText(consent.code)).toBeVisible()
  await deny(page).click()
  await expect(title(page, answeredWords.denied)).toBeFocused()
  await expect(page.getByText(sentence(answeredWords.nothing, { name: 'Lamp' }))).toBeVisible()
  await page.reload()
  await press(page)
  await expect(title(page, answeredWords.approved)).toBeFocused()
  const code = await page.locator('main code').textContent()
  const exchange = async (more: object) => (await lamp.exchange(code, more)).status
  expect([await exchange({}), await exchange({ code_verifier: verifier })]).toEqual([400, 200])
})

test('OAUTH-016 an invalid token counts as none: the sign-in methods are shown', async ({ actor, thirdParty }) => {
  const alice = await actor('alice')
  const lamp = await thirdParty(await actor('bob'))
  const page = await alice.open(lamp.authorize())
  await approve(page).waitFor()
  await alice.call('/v3/delete-all-access-tokens', {})
  await press(page)
  await expect(toBuiltIn(page)).toBeVisible()
  await expect(approve(page)).toHaveCount(0)
})

test('OAUTH-005 OAUTH-024 OAUTH-025 (deviates) GAP-035 AUTH-014 each route of third-party authorization has its page', async ({
  actor,
  server,
  visitor,
  thirdParty,
}) => {
  const lamp = await thirdParty(await actor('bob'))
  const page = await visitor()
  await page.goto('/oauth')
  await expect(title(page, oauth.title)).toBeFocused()
  await expect(page.getByRole('link', { name: oauth.clients })).toHaveAttribute('href', '/#settings/clients')
  await page.goto(lamp.authorize().replace('/authorize', '/oauth'))
  await expect(title(page, 'Lamp')).toBeFocused()
  await page.goto('/oauth-apps')
  await expect(title(page, oauthApps.title)).toBeVisible()
  await expect(page.getByText(answeredWords.approved)).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/login-success#access_token=o.secret&state=x')
  await expect(title(page, loginSuccess.title)).toBeFocused()
  await expect(page.getByRole('note')).toContainText('Don’t copy or share this page’s address.')
  expect(asked.filter((url) => url.includes('o.secret') && !url.includes('#'))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull()
  await expect(page).toHaveURL(`${server.origin}/login-success#access_token=o.secret&state=x`)
})

test('axe finds nothing serious in the consent pages at 1280 and 390 px (acceptance point 1)', async ({
  actor,
  visitor,
  thirdParty,
}) => {
  const alice = await actor('alice', desktopScreen)
  const lamp = await thirdParty(await actor('bob'))
  const guest = await visitor(desktopScreen)
  await guest.goto(lamp.authorize())
  const signIn = toBuiltIn(guest)
  expect(await faultsOnEachScreen(guest, 'signed out', signIn)).toEqual([])
  await guest.goto('/authorize?client_id=missing')
  expect(await faultsOnEachScreen(guest, 'no such app', guest.getByRole('heading', { level: 1 }))).toEqual([])
  const page = await alice.open(lamp.authorize())
  await page.route('**/oauth2/authorize', (route) => route.abort())
  await press(page)
  expect(await faultsOnEachScreen(page, 'signed in', trouble(page), { readOut: page })).toEqual([])
})
