import type { Page } from '@playwright/test'
import { localForm, localWay } from '@waypost/web/words/sign-in/ways-in'
import { emailAddressLabel, passwordLabel } from '@waypost/web/words/ui/words'

/** The password of the accounts that `server.signUp` creates. */
const known = 'a password for tests'

export const emailField = (page: Page) => page.getByLabel(emailAddressLabel)
export const passwordField = (page: Page) => page.getByLabel(passwordLabel, { exact: true })
export const signInButton = (page: Page) => page.getByRole('button', { name: localWay.toSignIn, exact: true })
export const signUpButton = (page: Page) => page.getByRole('button', { name: localForm.signUp, exact: true })

/** From a page that needs an account, goes to the page of the built-in provider. */
export const toBuiltIn = (page: Page) => page.getByRole('button', { name: 'Continue with Waypost' })

/** Signs in with the form on the open page. */
export async function signInAs(page: Page, email: string, password = known): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await signInButton(page).click()
}

/** Opens the sign-in page, and signs in with its form. */
export async function visitAndSignIn(page: Page, email: string, password?: string): Promise<void> {
  await page.goto('/signin')
  await signInAs(page, email, password)
}

/** Opens the sign-in page, and its form for a new account. */
export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('button', { name: localWay.toSignUp }).click()
  await signUpButton(page).waitFor()
}

interface Newcomer {
  name: string
  /** Absent if the page knows it, e.g. from an invitation. */
  email?: string
  password?: string
}

/** Creates an account with the form on the open page. */
export async function signUpAs(page: Page, { name, email, password = 'lamp river seventeen' }: Newcomer): Promise<void> {
  await page.getByLabel(localForm.name).fill(name)
  if (email !== undefined) await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await signUpButton(page).click()
}
