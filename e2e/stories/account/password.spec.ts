import { Refusal } from '@waypost/protocol'
import { accountChange } from '@waypost/web/words/session'
import { changePasswordWords } from '@waypost/web/words/settings'
import { forgotPasswordWords, passwordField } from '@waypost/web/words/sign-in'
import { resetPasswordWords } from '@waypost/web/words/sign-in/emailed-links'
import { localWay } from '@waypost/web/words/sign-in/ways-in'
import { button, expect, history, type Page, say, title } from '../../actors/actors.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { visitAndSignIn } from '../../actors/sign-in.ts'

const old = 'a password for tests'
const next = 'lamp river seventeen'

const email = (page: Page) => page.getByLabel(resetPasswordWords.email)
const password = (page: Page) => page.getByLabel(changePasswordWords.title, { exact: true })
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true })
const current = (page: Page) => page.getByLabel(changePasswordWords.current, { exact: true })

test('a forgotten password is replaced by the emailed link: the old one is refused, and another device is signed out', async ({
  actor,
  mails,
  visitor,
}) => {
  const mira = await actor('mira')
  const device = await mira.open()
  await expect(button(device, 'Account: Mira')).toBeVisible()
  const page = await visitor()
  await page.goto('/signin')
  await email(page).fill(mira.email)
  await button(page, localWay.forgot).click()
  await expect(title(page, forgotPasswordWords.title)).toBeVisible()
  await expect(email(page)).toHaveValue(mira.email)
  await expect(email(page)).toBeFocused()
  await email(page).press('Enter')
  await expect(title(page, forgotPasswordWords.sent)).toBeVisible()
  const mail = await mailTo(mails, mira.email, /^Set a new password/)
  await page.goto(linkIn(mail))
  await expect(title(page, resetPasswordWords.title)).toBeVisible()
  await expect(email(page)).toHaveValue(mira.email)
  await expectReadOut(page, 'new password')
  await newPassword(page).fill('short')
  await button(page, resetPasswordWords.save).click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/Use at least 8 characters\./)
  await newPassword(page).fill('mira@example.org')
  await button(page, resetPasswordWords.save).click()
  await expect(newPassword(page)).toHaveAccessibleDescription(
    /Your name and email address are easy to guess\. Use a few unrelated words/,
  )
  await expect(newPassword(page)).toBeFocused()
  await newPassword(page).fill(next)
  await button(page, passwordField.show).click()
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await button(page, resetPasswordWords.save).click()
  await expect(button(page, 'Account: Mira')).toBeVisible()
  await expect(
    device.getByText('Your session has expired, please sign in again.').or(device.getByText(accountChange.ended)),
  ).toBeVisible()
  await mailTo(mails, mira.email, /^Your Waypost password was changed/)
  const elsewhere = await visitor()
  await visitAndSignIn(elsewhere, mira.email, old)
  await expect(password(elsewhere)).toHaveAccessibleDescription(new Refusal('sign_in_failed').message)
  await password(elsewhere).fill(next)
  await button(elsewhere, localWay.toSignIn).click()
  await expect(button(elsewhere, 'Account: Mira')).toBeVisible()
})

test('other windows of the browser in which a password was reset stay signed in', async ({ actor, mails, server }) => {
  const mira = await actor('mira')
  const window = await mira.open()
  await expect(button(window, 'Account: Mira')).toBeVisible()
  await server.request('/provider/local/forgot', { body: { email: mira.email } })
  const page = await mira.open(linkIn(await mailTo(mails, mira.email, /^Set a new password/)))
  await newPassword(page).fill(next)
  await button(page, resetPasswordWords.save).click()
  await expect(button(page, 'Account: Mira')).toBeVisible()
  await server.ended(mira.token)
  // The other window still has the old token, and this call tells it that it has been revoked.
  await say(window, 'from the other window')
  await expect(history(window).getByText('from the other window')).toBeVisible()
  await expect(window.getByText(accountChange.ended)).toHaveCount(0)
  await expect(button(page, 'Account: Mira')).toBeVisible()
})

test('a link that was used says so and offers another one; a refused reset can be tried again', async ({
  mails,
  server,
  visitor,
}) => {
  await server.signUp('mira@example.org', 'Mira')
  await server.request('/provider/local/forgot', { body: { email: 'mira@example.org' } })
  const link = linkIn(await mailTo(mails, 'mira@example.org', /^Set a new password/))
  const page = await visitor()
  await page.route('**/provider/local/check-reset', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await page.unroute('**/provider/local/check-reset')
  await button(page, forgotPasswordWords.retry).click()
  await page.route('**/provider/local/reset', (route) => route.abort())
  await newPassword(page).fill(next)
  await newPassword(page).press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await page.unroute('**/provider/local/reset')
  await newPassword(page).press('Enter')
  await expect(button(page, 'Account: Mira')).toBeVisible()
  const later = await visitor()
  await later.goto(link)
  await expect(title(later, resetPasswordWords.expired)).toBeVisible()
  await button(later, resetPasswordWords.again).click()
  await email(later).fill('mira@example.org')
  await button(later, forgotPasswordWords.send).click()
  await later.goto(linkIn(await mailTo(mails, 'mira@example.org', /^Set a new password/, 2)))
  await expect(title(later, resetPasswordWords.title)).toBeVisible()
})

test('the password is changed in the settings: another device is signed out, this one stays, and the page says so', async ({
  actor,
  mails,
  server,
  visitor,
}) => {
  const mira = await actor('mira')
  const page = await mira.open('/#settings/account')
  const elsewhere = await visitor()
  await visitAndSignIn(elsewhere, mira.email, old)
  await expect(button(elsewhere, 'Account: Mira')).toBeVisible()
  const opener = button(page, changePasswordWords.open)
  await opener.click()
  await expect(current(page)).toBeFocused()
  await button(page, 'Cancel').click()
  await expect(opener).toBeFocused()
  await opener.click()
  await button(page, changePasswordWords.save).click()
  await expect(current(page)).toHaveAccessibleDescription(changePasswordWords.missing)
  await current(page).fill('another password')
  await newPassword(page).fill(next)
  await button(page, changePasswordWords.save).click()
  await expect(current(page)).toHaveAccessibleDescription('This is not your current password.')
  await expect(current(page)).toBeFocused()
  await current(page).fill(old)
  await newPassword(page).fill('Passw0rd!')
  await button(page, changePasswordWords.save).click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/Many people use this password/)
  await expect(newPassword(page)).toBeFocused()
  await newPassword(page).fill(next)
  await button(page, changePasswordWords.save).click()
  await expect(page.getByText('Password changed. 1 other session signed out.').first()).toBeVisible()
  await expect(opener).toBeFocused()
  await expect(button(elsewhere, 'Account: Mira')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  expect((await server.request('/v2/users/me', { token: mira.token })).status).toBe(200)
  await mailTo(mails, mira.email, /^Your Waypost password was changed/)
})

test('a change without a network is reported above the form, which keeps its text', async ({ actor }) => {
  const mira = await actor('mira')
  const page = await mira.open('/#settings/account')
  await button(page, changePasswordWords.open).click()
  await refuse(page, '**/provider/local/change-password')
  await current(page).fill(old)
  await newPassword(page).fill(next)
  await button(page, changePasswordWords.save).click()
  await expect(page.getByRole('region', { name: changePasswordWords.title }).getByRole('alert')).toHaveText('Not today.')
  await expect(newPassword(page)).toHaveValue(next)
})
