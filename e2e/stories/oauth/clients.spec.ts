import { paneHeader } from '@waypost/web/words/page/shell'
import { clientForm, clientKeys, clientsWords } from '@waypost/web/words/settings'
import { copied } from '@waypost/web/words/ui/words'
import { type Actor, expect, type Page } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { test } from '../../actors/oauth-client.ts'
import { sentence } from '../../actors/words/sentence.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`\\(${name}\\)`) })
const clientsOf = async (actor: Actor) => (await actor.call('/v2/clients?active=true')).body.clients

test('OAUTH-002 SHELL-013 /create-client leads to the OAuth clients, whose page registers one with five fields and shows its two keys', async ({
  actor,
}) => {
  const bob = await actor('bob')
  const page = await bob.open('/create-client')
  await expect(page).toHaveURL(/\/#settings\/clients$/)
  await expect(page.getByText(clientsWords.empty)).toBeVisible()
  await page.getByRole('link', { name: clientForm.createTitle }).click()
  await expect(page).toHaveURL(/#settings\/clients\/new$/)
  await expect(page.getByRole('heading', { level: 2, name: clientForm.createTitle })).toBeFocused()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(field(page, 'name')).toBeFocused()
  await expect(field(page, 'name')).toHaveAccessibleDescription(/Enter a name\./)
  const wanted = {
    name: 'Lamp',
    website_url: 'https://lamp.example.org',
    image_url: 'https://lamp.example.org/lamp.png',
    redirect_uri: 'javascript:alert(1)',
    allowed_origin: 'https://lamp.example.org',
  }
  for (const [name, value] of Object.entries(wanted)) await field(page, name).fill(value)
  await page.keyboard.press('Enter')
  await expect(field(page, 'redirect_uri')).toBeFocused()
  await expect(field(page, 'redirect_uri')).toHaveAccessibleDescription(/The redirect address has to begin with https:\/\//)
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating OAuth Client' })).toBeVisible()
  expect(await clientsOf(bob)).toEqual([])
  await field(page, 'redirect_uri').fill('https://lamp.example.org/back')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: clientForm.editTitle })).toBeVisible()
  const [client] = await clientsOf(bob)
  expect(client).toMatchObject({ ...wanted, redirect_uri: 'https://lamp.example.org/back' })
  await expect(page).toHaveURL(new RegExp(`#settings/clients/${client.iden}$`))
  await expect(page.getByRole('group', { name: 'client_id' }).getByText(client.client_id)).toBeVisible()
})

test('OAUTH-002 the secret is only shown on a press, and can be copied without being shown', async ({ actor, thirdParty }) => {
  const bob = await actor('bob', { permissions: ['clipboard-read', 'clipboard-write'] })
  const { client } = await thirdParty(bob)
  const page = await bob.open(`/#settings/clients/${client.iden}`)
  const secret = page.getByRole('group', { name: 'client_secret' })
  await expect(secret).toBeVisible()
  await expect(page.getByText(client.client_secret ?? '')).toHaveCount(0)
  await secret.getByRole('button', { name: sentence(clientKeys.copy, { what: 'client_secret' }) }).click()
  await expect(secret.getByRole('button', { name: copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(client.client_secret)
  await expect(page.getByText(client.client_secret ?? '')).toHaveCount(0)
  await secret.getByRole('button', { name: clientKeys.show }).click()
  await expect(secret.getByText(client.client_secret ?? '')).toBeVisible()
  await secret.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText(client.client_secret ?? '')).toHaveCount(0)
})

test('OAUTH-003 each client in the list has a link to its consent page', async ({ actor, thirdParty }) => {
  const bob = await actor('bob')
  const lamp = await thirdParty(bob)
  await bob.call('/v2/clients', { name: 'Terminal' })
  const page = await bob.open('/#settings/account')
  await page.getByRole('tab', { name: clientsWords.title }).click()
  const items = page.getByRole('tabpanel').getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.filter({ hasText: 'Terminal' }).getByText(clientsWords.noRedirect)).toBeVisible()
  await expect(items.filter({ hasText: 'Lamp' }).getByText(lamp.redirect_uri)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await items.getByRole('link', { name: /^Test Lamp/ }).click()
  const consent = await opened
  await expect(consent.getByRole('heading', { level: 1, name: 'Lamp' })).toBeVisible()
  const approve = consent.getByRole('button', { name: 'Approve' })
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect(consent.getByRole('heading', { level: 1, name: 'Welcome to Lamp' })).toBeVisible()
  expect(lamp.came).toMatchObject([{ at: '/back', code: expect.any(String) }])
})

test('OAUTH-002 API-076 a client is changed, its consent page shows the changes, and set fields cannot be emptied', async ({
  actor,
  visitor,
  thirdParty,
}) => {
  const bob = await actor('bob')
  const lamp = await thirdParty(bob)
  const page = await bob.open('/#settings/clients')
  await page.getByRole('link', { name: sentence(clientsWords.editThis, { name: 'Lamp' }) }).click()
  await expect(page.getByRole('heading', { level: 2, name: clientForm.editTitle })).toBeFocused()
  await field(page, 'website_url').fill('')
  await field(page, 'name').fill('Bulb')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field(page, 'website_url')).toBeFocused()
  await expect(field(page, 'website_url')).toHaveAccessibleDescription(/not clear it/)
  await field(page, 'website_url').fill('no address')
  await page.getByRole('button', { name: 'Save' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'Error updating OAuth Client' })
  await expect(banner).toContainText('The website address has to begin with http:// or https://.')
  await field(page, 'website_url').fill('https://bulb.example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText(clientForm.saved)).toBeVisible()
  await page.getByRole('link', { name: clientForm.back }).click()
  await expect(page.getByRole('listitem').getByText('Bulb', { exact: true })).toBeVisible()
  const guest = await visitor()
  await guest.goto(lamp.authorize())
  await expect(guest.getByRole('heading', { level: 1, name: 'Bulb' })).toBeVisible()
  await expect(guest.getByRole('link', { name: /^bulb\.example\.org/ })).toBeVisible()
})

test('OAUTH-003 deleting a client takes two steps, and revokes all its grants', async ({ actor, server, thirdParty }) => {
  const bob = await actor('bob')
  const alice = await actor('alice')
  const lamp = await thirdParty(bob)
  const { body } = await alice.call('/oauth2/authorize', { client_id: lamp.client.client_id ?? '', response_type: 'token' })
  const token = new URLSearchParams(new URL(body.redirect_uri).hash.slice(1)).get('access_token') ?? ''
  expect((await server.request('/v2/devices', { token })).status).toBe(200)
  const page = await bob.open('/#settings/clients')
  await page.getByRole('button', { name: 'Delete Lamp' }).click()
  await expect(page.getByRole('group', { name: 'Delete Lamp' }).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirm(page, 'Delete')
  await expect(page.getByText(clientsWords.empty)).toBeVisible()
  expect((await server.request('/v2/devices', { token })).status).toBe(401)
  expect(await clientsOf(bob)).toEqual([])
})

test('OAUTH-003 the address of a missing client shows the list; a narrow page has a way back', async ({ actor, thirdParty }) => {
  const bob = await actor('bob', { viewport: { width: 390, height: 844 } })
  const { client } = await thirdParty(bob)
  const page = await bob.open('/#settings/clients/missing')
  await page.getByRole('link', { name: sentence(clientsWords.editThis, { name: 'Lamp' }) }).click()
  await expect(page).toHaveURL(new RegExp(`#settings/clients/${client.iden}$`))
  await page.goBack()
  await expect(page.getByRole('link', { name: sentence(clientsWords.editThis, { name: 'Lamp' }) })).toBeVisible()
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Settings' }) }).click()
  await expect(page.getByRole('link', { name: clientsWords.title })).toBeVisible()
})
