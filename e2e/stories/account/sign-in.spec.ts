import { Refusal } from '@waypost/protocol'
import { headerWords } from '@waypost/web/words/page/header'
import { deviceCode, passwordMissing, providerLocal, signIn as signInText } from '@waypost/web/words/sign-in'
import { wholeEmailAddressLike } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/actors.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import {
  emailField as email,
  openSignUp,
  passwordField as password,
  signInButton as signIn,
  signUpButton as signUp,
} from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('an incomplete or wrong sign-in is reported under the field, which has the focus', async ({ server, visitor }) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/signin')
  await email(page).fill('mira')
  await password(page).fill('a password for tests')
  await signIn(page).click()
  await expect(email(page)).toHaveAccessibleDescription(wholeEmailAddressLike)
  await expect(email(page)).toBeFocused()
  await email(page).fill('mira@example.org')
  await password(page).fill('')
  await signIn(page).click()
  await expect(password(page)).toHaveAccessibleDescription(passwordMissing)
  await expect(password(page)).toBeFocused()
  await expect(email(page)).toHaveAccessibleDescription('')
  await password(page).fill('another password')
  await signIn(page).click()
  await expect(password(page)).toHaveAccessibleDescription(new Refusal('sign_in_failed').message)
  await expect(password(page)).toBeFocused()
  await expectReadOut(page, 'wrong password')
  await password(page).fill('a password for tests')
  await signIn(page).click()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) })).toBeVisible()
})

test('a new account needs an unused email address, a password that is long enough and a name that is not too long', async ({
  server,
  visitor,
}) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await openSignUp(page)
  await email(page).fill('mira@example.org')
  await password(page).fill('1234567')
  await signUp(page).click()
  await expect(password(page)).toHaveAccessibleDescription(/Use at least 8 characters\./)
  await expect(password(page)).toBeFocused()
  await password(page).fill('correct horse')
  await signUp(page).click()
  await expect(email(page)).toHaveAccessibleDescription(new Refusal('email_taken').message)
  await expect(email(page)).toBeFocused()
  const name = page.getByLabel(deviceCode.name)
  await email(page).fill('other@example.org')
  await name.fill('n'.repeat(10_000))
  await signUp(page).click()
  await expect(name).toHaveAccessibleDescription(/name/)
  await expect(name).toBeFocused()
  await name.fill('Other')
  await signUp(page).click()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Other' }) })).toBeVisible()
})

test('a sign-in without a network is reported above the form, which can be sent again', async ({ server, visitor }) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/signin')
  await email(page).fill('mira@example.org')
  await password(page).fill('a password for tests')
  const cut = '**/provider/local/sign-in'
  await page.route(cut, (route) => route.abort())
  await signIn(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await expect(email(page)).toBeFocused()
  await page.unroute(cut)
  await signIn(page).click()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) })).toBeVisible()
})

test('a form that would send the sign-in to another site is not shown, and the way back starts here', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/provider/local?redirect_uri=https://evil.example/')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(providerLocal.badRedirect)
  await expect(email(page)).toHaveCount(0)
  await page.getByRole('link', { name: providerLocal.again }).click()
  await expect(signIn(page)).toBeVisible()
})

test('sign-in methods that did not load can be requested again', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/v3/providers', (route) => route.abort())
  await page.goto('/signin')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(signInText.failed)
  await page.unroute('**/v3/providers')
  await page.getByRole('button', { name: signInText.retry }).click()
  await expect(signIn(page)).toBeVisible()
})

test('password managers know the fields of both forms, and Enter sends them', async ({ server, visitor }) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  const autocomplete = () =>
    page
      .locator('form')
      .evaluateAll((forms: HTMLFormElement[]) =>
        forms.map((form) => [...form.querySelectorAll('input')].map((field) => [field.name, field.autocomplete])),
      )
  await openSignUp(page)
  expect(await autocomplete()).toEqual([
    [
      ['name', 'name'],
      ['email', 'username'],
      ['password', 'new-password'],
    ],
  ])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused()
  expect(await autocomplete()).toEqual([
    [
      ['email', 'username webauthn'],
      ['password', 'current-password'],
    ],
  ])
  await email(page).fill('mira@example.org')
  await password(page).fill('a password for tests')
  await password(page).press('Enter')
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) })).toBeVisible()
})
