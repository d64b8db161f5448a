import { deleteAccount } from '@waypost/web/words/settings'
import { oneTimeCodes } from '@waypost/web/words/settings/factors'
import { sessionList } from '@waypost/web/words/settings/tokens'
import { authError, backToSignIn, checkEmail, providerLocal, signIn } from '@waypost/web/words/sign-in'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { linkSignIn } from '@waypost/web/words/sign-in/ways-in'
import { emailAddressLabel } from '@waypost/web/words/ui/words'
import { faultsAndOverflow, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { button, expect, type Page, title } from '../../actors/actors.ts'
import { continueWith, signInWith, test } from '../../actors/openid-provider.ts'
import { sentence } from '../../actors/words/sentence.ts'

const account = (page: Page) => page.getByRole('button', { name: /^Account/ })
const verified = (name: string) => ({ sub: name, email: `${name}@example.org`, email_verified: true })

test.describe('with two providers', () => {
  const titles = { WAYPOST_OIDC_TITLE: 'Authelia', WAYPOST_OIDC_PICTURE: '/icon.svg' }
  // A picture that doesn't exist.
  test.use({ twoProviders: true, settings: { ...titles, WAYPOST_OIDC_WORK_PICTURE: '/img/none.svg' } })

  test('the sign-in page has a button for each, with its name and its picture, and an icon where the picture does not load', async ({
    actor,
    openid,
    visitor,
    work,
  }) => {
    await actor('admin')
    const page = await visitor()
    await page.goto('/signin')
    const picture = button(page, sentence(signIn.with, { name: 'Authelia' })).locator('img')
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
    await expect(button(page, sentence(signIn.with, { name: 'Work' })).locator('img')).toHaveCount(0)
    await expect(button(page, sentence(signIn.with, { name: 'Work' })).locator('svg')).toBeVisible()
    expect(
      await faultsAndOverflow(page, 'two providers', button(page, sentence(signIn.with, { name: 'Authelia' })), page),
    ).toEqual([])

    openid.person = verified('ana')
    await signInWith(page, 'Authelia')
    expect([openid.asked, work.asked]).toEqual([1, 0])
    // The same person at the other provider is somebody else here, and the settings name both.
    work.person = { sub: 'ana', email: 'ana.lima@work.example', email_verified: true }
    const other = await visitor()
    await signInWith(other, 'Work')
    await other.goto('/#settings/account')
    const connected = other.getByRole('region', { name: 'Connected Accounts' })
    await expect(connected.getByText('ana.lima@work.example')).toBeVisible()
    await expect(connected.getByText('Work', { exact: true })).toBeVisible()
  })
})

test('Sign Out ends the session here, then at the provider, and comes back to a page that says so', async ({
  actor,
  openid,
  server,
  visitor,
}) => {
  await actor('admin')
  openid.person = verified('ana')
  const page = await visitor()
  await signInWith(page)
  const key = await page.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}').api_key as string)
  expect((await server.request('/v2/users/me', { token: key })).status).toBe(200)
  // The provider remembers the person.
  await page.evaluate(() => localStorage.clear())
  await signInWith(page)
  expect(openid.asked).toBe(1)
  const second = await page.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}').api_key as string)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign out of the provider?' })).toBeVisible()
  expect((await server.request('/v2/users/me', { token: second })).status).toBe(401)
  await button(page, sessionList.end).click()
  await expect(page).toHaveURL(/\/signin\?state=signed-out$/)
  await expect(page.getByText(signIn.signedOut)).toBeVisible()
  expect(await faultsOnEachScreen(page, 'signed out', button(page, sentence(signIn.with, { name: '127.0.0.1' })))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull()
  await page.goto('/signin')
  await expect(page.getByText(signIn.signedOut)).toHaveCount(0)
  await button(page, sentence(signIn.with, { name: '127.0.0.1' })).click()
  await expect(account(page)).toBeVisible()
  expect(openid.asked).toBe(2)
})

test('confirming that it is you asks the provider for a new sign-in, also where it has remembered the person', async ({
  actor,
  openid,
  visitor,
}) => {
  await actor('admin')
  openid.person = verified('ana')
  const page = await visitor()
  await signInWith(page)
  await page.evaluate(() => localStorage.clear())
  await signInWith(page)
  expect(openid.asked).toBe(1)
  await page.goto('/#settings/account')
  const remove = async () => {
    await button(page, 'Delete Account').click()
    await button(page, deleteAccount.delete).click()
    await button(page, 'I am sure').click()
  }
  await remove()
  const dialog = page.getByRole('dialog', { name: elevationWords.title })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: sentence(signIn.with, { name: '127.0.0.1' }) }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Connected Accounts' })).toBeVisible()
  expect(openid.asked).toBe(2)
  await remove()
  await expect(page.getByRole('link', { name: checkEmail.confirm })).toBeVisible()
})

test.describe('a provider that takes some domains', () => {
  test.use({ settings: { WAYPOST_OIDC_DOMAINS: 'example.org', WAYPOST_SIGNUP: 'invite' } })

  test('lets their addresses in without an invitation, and shows others what to do', async ({ actor, openid, visitor }) => {
    await actor('admin')
    openid.person = { sub: 'eve', email: 'eve@elsewhere.org', email_verified: true }
    const page = await visitor()
    await continueWith(page)
    await expect(page).toHaveURL(/\/auth_error\?reason=domain$/)
    await expect(page.getByText('This server allows only certain domains.', { exact: false })).toBeVisible()
    expect(await faultsOnEachScreen(page, 'another domain', page.getByRole('link', { name: backToSignIn }))).toEqual([])
    openid.person = verified('ana')
    await signInWith(await visitor())
  })
})

test.describe('a provider that takes the members of a group', () => {
  const settings = { WAYPOST_OIDC_SCOPES: 'groups', WAYPOST_OIDC_ALLOWED_GROUP: 'staff', WAYPOST_OIDC_ADMIN_GROUP: 'admins' }
  test.use({ settings })

  test('shows others what to do, and makes administrators by their group, whom the audit log names', async ({
    actor,
    openid,
    visitor,
  }) => {
    await actor('admin')
    openid.person = { ...verified('eve'), groups: ['guests'] }
    const page = await visitor()
    await continueWith(page)
    await expect(page).toHaveURL(/\/auth_error\?reason=group$/)
    await expect(page.getByText(authError.group)).toBeVisible()
    openid.person = { ...verified('ana'), name: 'Ana', groups: ['staff', 'admins'] }
    const boss = await visitor()
    await signInWith(boss)
    await boss.goto('/#admin/audit')
    const entry = boss.getByRole('row', { name: /Gave the administrator role \(group: admins\)/ })
    await expect(entry).toContainText('127.0.0.1')
    await expect(entry).toContainText('ana@example.org')
  })
})

test.describe('without local sign-in', () => {
  test.use({ settings: { WAYPOST_LOCAL_SIGN_IN: 'off' } })

  test('the page has the button of the provider alone, an old link to a password says why it does not work, and the settings show neither', async ({
    openid,
    visitor,
  }) => {
    openid.person = verified('ana')
    const page = await visitor()
    await page.goto('/signin')
    await expect(button(page, sentence(signIn.with, { name: '127.0.0.1' }))).toBeVisible()
    await expect(page.getByLabel(emailAddressLabel)).toHaveCount(0)
    await expect(button(page, signIn.passkey)).toHaveCount(0)
    expect(await faultsOnEachScreen(page, 'one provider', button(page, sentence(signIn.with, { name: '127.0.0.1' })))).toEqual([])
    await page.goto('/provider/local#reset=some-old-secret')
    await expect(title(page, providerLocal.none)).toBeVisible()
    await page.getByRole('link', { name: backToSignIn }).click()
    await signInWith(page)
    await page.goto('/#settings/account')
    await expect(page.getByRole('region', { name: 'Connected Accounts' })).toBeVisible()
    for (const topic of ['Password', 'Passkeys'])
      await expect(page.getByRole('region', { name: topic, exact: true })).toHaveCount(0)
    await expect(page.getByRole('region', { name: oneTimeCodes.title })).toBeVisible()
  })

  test('a link from the command line signs in, once', async ({ openid, server, visitor }) => {
    openid.person = verified('ana')
    await signInWith(await visitor())
    const link = await server.signInLink('ana@example.org')
    const page = await visitor()
    await page.goto(link)
    await expect(title(page, linkSignIn.title)).toBeVisible()
    expect(await faultsOnEachScreen(page, 'link', button(page, linkSignIn.signIn))).toEqual([])
    await page.goto('/')
    await page.goto(link)
    await button(page, linkSignIn.signIn).click()
    await expect(account(page)).toBeVisible()
    const again = await visitor()
    await again.goto(link)
    await button(again, linkSignIn.signIn).click()
    await expect(again.getByRole('main').getByRole('alert')).toContainText('This link was already used or has expired.')
  })
})
