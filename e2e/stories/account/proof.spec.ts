import { headerWords } from '@waypost/web/words/page/header'
import { accountChange } from '@waypost/web/words/session'
import { checkEmail, createYourAccount } from '@waypost/web/words/sign-in'
import { confirmEmailWords, confirmSignUpWords } from '@waypost/web/words/sign-in/emailed-links'
import { localWay } from '@waypost/web/words/sign-in/ways-in'
import { passwordLabel } from '@waypost/web/words/ui/words'
import { faultsOnEachScreen } from '../../actors/accessibility.ts'
import { button, expect, type Page, say, title } from '../../actors/actors.ts'
import { linkIn, mailTo } from '../../actors/mail-server.ts'
import { continueWith, test } from '../../actors/openid-provider.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

// As on a server that other machines can reach.
test.use({ settings: { config: { proveAddresses: true } } })

const code = (page: Page) => page.getByLabel('Code')
const password = (page: Page) => page.getByLabel(passwordLabel, { exact: true })
/** Where every new account starts. */
const atFirstSend = /\/#people\/me$/
const signedInAs = (page: Page, name: string) => page.getByRole('button', { name: sentence(headerWords.account, { name }) })
const codeIn = (mail: { subject: string }) => /^\d{6}/.exec(mail.subject)?.[0] ?? ''
const notice = (page: Page) => page.getByRole('region', { name: confirmEmailWords.proofTitle })

async function signUp(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/signin')
  await button(page, localWay.toSignUp).click()
  await signUpAs(page, { name, email })
  await expect(title(page, checkEmail.title)).toBeVisible()
}

test('a new account is created once the emailed code is typed; a wrong one is reported, and another one can be sent', async ({
  actor,
  mails,
  visitor,
}) => {
  await actor('admin')
  const page = await visitor()
  await signUp(page, 'ana@example.org', 'Ana')
  expect(await faultsOnEachScreen(page, 'code', code(page), { readOut: page })).toEqual([])
  const first = codeIn(await mailTo(mails, 'ana@example.org', /is your code for Waypost/))
  await code(page).fill('12')
  await button(page, confirmSignUpWords.create).click()
  await expect(code(page)).toHaveAccessibleDescription(checkEmail.missing)
  await code(page).fill(first === '111111' ? '222222' : '111111')
  await code(page).press('Enter')
  await expect(code(page)).toHaveAccessibleDescription('Wrong code. Enter the one from the latest email.')
  await expect(code(page)).toBeFocused()
  await button(page, 'Resend').click()
  await code(page).fill(codeIn(await mailTo(mails, 'ana@example.org', /is your code for Waypost/, 2)))
  await button(page, confirmSignUpWords.create).click()
  await expect(signedInAs(page, 'Ana')).toBeVisible()
  await expect(page).toHaveURL(atFirstSend)
  await expect(notice(page)).toHaveCount(0)
})

test('the emailed link creates the account too: as it is in the same browser, with a password in another one, and once', async ({
  actor,
  mails,
  visitor,
}) => {
  await actor('admin')
  const page = await visitor()
  await signUp(page, 'ben@example.org', 'Ben')
  const link = linkIn(await mailTo(mails, 'ben@example.org', /is your code for Waypost/))
  const window = await page.context().newPage()
  await window.goto(link)
  await expect(title(window, createYourAccount)).toBeVisible()
  await expect(password(window)).toHaveCount(0)
  await button(window, confirmSignUpWords.create).click()
  await expect(signedInAs(window, 'Ben')).toBeVisible()
  await expect(window).toHaveURL(atFirstSend)

  const second = await visitor()
  await signUp(second, 'cleo@example.org', 'Cleo')
  const other = linkIn(await mailTo(mails, 'cleo@example.org', /is your code for Waypost/))
  const elsewhere = await visitor()
  await elsewhere.goto(other)
  await expect(elsewhere.getByText('You opened the link in a different browser', { exact: false })).toBeVisible()
  await button(elsewhere, confirmSignUpWords.create).click()
  await expect(password(elsewhere)).toHaveAccessibleDescription(/Use at least 8 characters\./)
  await password(elsewhere).fill('seventeen rivers of lamp')
  await button(elsewhere, confirmSignUpWords.create).click()
  await expect(signedInAs(elsewhere, 'Cleo')).toBeVisible()
  await expect(elsewhere).toHaveURL(atFirstSend)
  const again = await visitor()
  await again.goto(other)
  await expect(title(again, confirmEmailWords.expired)).toBeVisible()
})

test('a taken address shows the same page as a free one; its owner is told by email', async ({ actor, mails, visitor }) => {
  const host = await actor('admin')
  const page = await visitor()
  await signUp(page, host.email, 'Stranger')
  const free = await visitor()
  await signUp(free, 'free@example.org', 'Stranger')
  const tree = async (shown: Page) => (await shown.getByRole('main').ariaSnapshot()).replaceAll(/[a-z]+@example\.org/g, 'ADDRESS')
  expect(await tree(page)).toBe(await tree(free))
  const mail = await mailTo(mails, host.email, /^You already have a Waypost account$/)
  expect(mail.text).toContain('sign in instead')
  await code(page).fill('123456')
  await button(page, confirmSignUpWords.create).click()
  await expect(code(page)).toHaveAccessibleDescription('Wrong code. Enter the one from the latest email.')
})

test('an account whose provider does not know the address works, and asks for the emailed code at the top until it is proven', async ({
  actor,
  mails,
  openid,
  visitor,
}) => {
  const host = await actor('admin')
  openid.person = { sub: 'dan', email: 'dan@example.org', name: 'Dan' }
  const page = await visitor()
  await continueWith(page)
  await expect(signedInAs(page, 'Dan')).toBeVisible()
  await expect(page).toHaveURL(atFirstSend)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(notice(page)).toContainText('We sent a code to dan@example.org.')
  await say(page, 'to myself')
  await expect(page.getByRole('feed').getByText('to myself')).toBeVisible()
  expect(await faultsOnEachScreen(page, 'unproven', notice(page))).toEqual([])
  await host.call('/v2/pushes', { type: 'note', email: 'dan@example.org', body: 'before' })
  await mailTo(mails, 'dan@example.org', /^Admin: a message for you/)
  const first = codeIn(await mailTo(mails, 'dan@example.org', /is your code for Waypost/))
  await code(page).fill(first === '111111' ? '222222' : '111111')
  await button(page, 'Confirm').click()
  await expect(code(page)).toHaveAccessibleDescription('Wrong code. Enter the one from the latest email.')
  await button(page, 'Resend').click()
  await code(page).fill(codeIn(await mailTo(mails, 'dan@example.org', /is your code for Waypost/, 2)))
  await button(page, 'Confirm').click()
  await expect(notice(page)).toHaveCount(0)
  await host.call('/v2/pushes', { type: 'note', email: 'dan@example.org', body: 'afterwards' })
  await page.goto('/#people/admin@example.org')
  await expect(page.getByRole('feed').getByText('afterwards')).toBeVisible()
  await expect(page.getByRole('feed').getByText('before')).toHaveCount(0)
})

test('the emailed link proves the address of an account as well, and the notice disappears from its open window', async ({
  actor,
  mails,
  openid,
  visitor,
}) => {
  await actor('admin')
  openid.person = { sub: 'eve', email: 'eve@example.org', name: 'Eve' }
  const page = await visitor()
  await continueWith(page)
  await expect(notice(page)).toBeVisible()
  const elsewhere = await visitor()
  await elsewhere.goto(linkIn(await mailTo(mails, 'eve@example.org', /is your code for Waypost/)))
  await expect(title(elsewhere, confirmEmailWords.proofTitle)).toBeVisible()
  await button(elsewhere, confirmEmailWords.proofConfirm).click()
  await expect(title(elsewhere, confirmEmailWords.proven)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('a sign-in whose provider knows the address wins over an account that never proved it', async ({
  actor,
  openid,
  visitor,
}) => {
  await actor('admin')
  openid.person = { sub: 'stranger', email: 'fay@example.org', name: 'Stranger' }
  const strangers = await visitor()
  await continueWith(strangers)
  await expect(notice(strangers)).toBeVisible()
  openid.person = { sub: 'fay', email: 'fay@example.org', email_verified: true, name: 'Fay' }
  const page = await visitor()
  await continueWith(page)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(strangers.getByText(accountChange.ended, { exact: true })).toBeVisible()
})
