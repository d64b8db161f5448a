import type { CDPSession } from '@playwright/test'
import { changePasswordWords } from '@waypost/web/words/settings'
import { passkeyList } from '@waypost/web/words/settings/factors'
import { signIn } from '@waypost/web/words/sign-in'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { passkeys } from '@waypost/web/words/sign-in/passkeys'
import { localForm, localWay } from '@waypost/web/words/sign-in/ways-in'
import { seriousFaults } from '../../actors/accessibility.ts'
import { button, expect, type Page, test } from '../../actors/actors.ts'
import { tab } from '../../actors/settings.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page) => page.getByRole('region', { name: passkeyList.title })

/** An authenticator in the browser, like that of a phone or a laptop: it verifies its user and keeps passkeys. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** Makes pages believe the browser can't autofill passkeys: the virtual authenticator would pick one at once. */
const fillNone = (page: Page) =>
  page.addInitScript(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }))

async function openAccountTab(page: Page): Promise<void> {
  await page.goto('/#settings/account')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
}

test('an account is created with a passkey and without a password; signed out, the passkey signs in again', async ({
  visitor,
}) => {
  const page = await visitor()
  await addAuthenticator(page)
  await page.goto('/signin')
  await button(page, localWay.toSignUp).click()
  await button(page, localForm.passkey).click()
  await expect(page.getByLabel(localForm.email)).toHaveAccessibleDescription(/Enter a full email address/)
  await page.getByLabel(localForm.name).fill('Mira')
  await page.getByLabel(localForm.email).fill('mira@example.org')
  await button(page, localForm.passkey).click()
  await expect(button(page, 'Account: Mira')).toBeVisible()
  await openAccountTab(page)
  await expect(topic(page).getByLabel('Name of Passkey 1')).toBeVisible()
  await topic(page)
    .getByRole('button', { name: sentence(passkeyList.removeThis, { name: 'Passkey 1' }) })
    .click()
  await button(page, 'I am sure').click()
  await expect(page.getByRole('alertdialog')).toContainText('This is the only way to sign in to this account.')
  await button(page, 'dismiss').click()
  await expect(topic(page).getByLabel('Name of Passkey 1')).toBeVisible()
  await button(page, changePasswordWords.set).click()
  await page.getByLabel(changePasswordWords.new, { exact: true }).fill('lamp river seventeen')
  await page.getByLabel(changePasswordWords.new, { exact: true }).press('Enter')
  await expect(button(page, changePasswordWords.open)).toBeVisible()
  await fillNone(page)
  await button(page, 'Account: Mira').click()
  // The page reloads once everything is erased.
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Sign Out' }).click()])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/signin')
  expect(await seriousFaults(page)).toEqual([])
  await button(page, signIn.passkey).click()
  await expect(button(page, 'Account: Mira')).toBeVisible()
})

test('passkeys are added, named and removed in the settings; one proves who asks after ten minutes', async ({
  actor,
  server,
}) => {
  const mira = await actor('mira')
  const page = await mira.open()
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await openAccountTab(page)
  await button(page, passkeyList.add).click()
  const name = topic(page).getByLabel('Name of Passkey 1')
  await name.fill('Laptop')
  await name.press('Enter')
  await expect(topic(page).getByLabel('Name of Laptop')).toHaveValue('Laptop')
  expect(await seriousFaults(page)).toEqual([])
  await button(page, passkeyList.add).click()
  await expect(page.getByRole('alertdialog')).toContainText(passkeys.known)
  await button(page, 'dismiss').click()
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))
  await topic(page)
    .getByRole('button', { name: sentence(passkeyList.removeThis, { name: 'Laptop' }) })
    .click()
  await button(page, 'I am sure').click()
  const dialog = page.getByRole('dialog', { name: elevationWords.title })
  await dialog.getByRole('button', { name: elevationWords.passkey }).click()
  await expect(topic(page).getByText(passkeyList.none)).toBeVisible()
  // The authenticator still has it, but the server no longer knows it.
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
})

test('two passkeys of two devices open one account; the one that is removed opens it no more', async ({ actor, visitor }) => {
  const mira = await actor('mira')
  const page = await mira.open()
  const laptop = await addAuthenticator(page)
  await openAccountTab(page)
  await button(page, passkeyList.add).click()
  await expect(topic(page).getByLabel('Name of Passkey 1')).toBeVisible()
  const phone = await mira.openElsewhere('/#settings/account')
  const second = await addAuthenticator(phone)
  await button(phone, passkeyList.add).click()
  await expect(topic(phone).getByLabel('Name of Passkey 2')).toBeVisible()
  await topic(phone)
    .getByRole('button', { name: sentence(passkeyList.removeThis, { name: 'Passkey 1' }) })
    .click()
  await button(phone, 'I am sure').click()
  await expect(topic(phone).getByLabel('Name of Passkey 1')).toHaveCount(0)
  const enterWith = async ({ cdp, authenticatorId }: Awaited<ReturnType<typeof addAuthenticator>>) => {
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const fresh = await visitor()
    await fillNone(fresh)
    const own = await addAuthenticator(fresh)
    for (const credential of credentials)
      await own.cdp.send('WebAuthn.addCredential', { authenticatorId: own.authenticatorId, credential })
    await fresh.goto('/signin')
    await button(fresh, signIn.passkey).click()
    return fresh
  }
  await expect(button(await enterWith(second), 'Account: Mira')).toBeVisible()
  await expect((await enterWith(laptop)).getByText('This server doesn’t know this passkey')).toBeVisible()
})

test('the form for a password offers passkeys in its first field, and one that is picked there signs in', async ({
  actor,
  visitor,
}) => {
  const mira = await actor('mira')
  const page = await mira.open()
  const known = await addAuthenticator(page)
  await openAccountTab(page)
  await button(page, passkeyList.add).click()
  await expect(topic(page).getByLabel('Name of Passkey 1')).toBeVisible()
  const { credentials } = await known.cdp.send('WebAuthn.getCredentials', { authenticatorId: known.authenticatorId })
  const fresh = await visitor()
  const own = await addAuthenticator(fresh)
  for (const credential of credentials)
    await own.cdp.send('WebAuthn.addCredential', { authenticatorId: own.authenticatorId, credential })
  // The virtual authenticator picks the passkey as soon as the page offers the choice.
  await fresh.goto('/signin')
  await expect(button(fresh, 'Account: Mira')).toBeVisible()
})
