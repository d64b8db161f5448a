import { expect, type Page } from '../../actors/actors.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { signInAs } from '../../actors/sign-in.ts'

const password = 'a password for tests'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const name = (page: Page) => part(page, 'Profile').getByLabel('Name', { exact: true })

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Asks for a link to another address in the settings. */
async function askFor(page: Page, email: string): Promise<void> {
  await button(page, 'Change email address').click()
  await page.getByLabel('New email address').fill(email)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await button(page, 'Send the link').click()
}

test('a new name and picture are seen by another person at once, and by other windows', async ({ actor }) => {
  const [ana, bob] = [await actor('ana'), await actor('bob')]
  await ana.call('/v2/pushes', { type: 'note', body: 'hello', email: bob.email })
  const theirs = await bob.open('/#people/ana@example.org')
  await expect(theirs.getByRole('link', { name: /^Ana/ }).first()).toBeVisible()
  const [page, window] = [await ana.open('/#settings/account'), await ana.open()]
  await expect(name(page)).toHaveValue('Ana')
  await expect(button(page, 'Save profile')).toBeDisabled()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose an image').click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await expect(button(page, 'Remove image')).toBeVisible()
  await name(page).fill('Ana Lima')
  await refuse(page, '**/v2/users/me')
  await button(page, 'Save profile').click()
  await expect(part(page, 'Profile').getByRole('alert')).toHaveText('Not today.')
  await expect(name(page)).toBeFocused()
  await page.unroute('**/v2/users/me')
  await name(page).press('Enter')
  await expect(page.getByText('Your profile is saved.').first()).toBeVisible()
  await expect(button(page, 'Account: Ana Lima')).toBeVisible()
  await expect(button(window, 'Account: Ana Lima')).toBeVisible()
  await expect(theirs.getByRole('link', { name: /^Ana Lima/ }).first()).toBeVisible()
  expect((await bob.call('/v2/chats?active=true')).body.chats[0].with.image_url).toMatch(/me\.png$/)
})

test('an email address is changed by the link to it: the old one gets a notice and no longer signs in, and conversations stay', async ({
  actor,
  mails,
  visitor,
}) => {
  const [ana, bob] = [await actor('ana'), await actor('bob')]
  await ana.call('/v2/pushes', { type: 'note', body: 'from my old address', email: bob.email })
  const theirs = await bob.open('/#people')
  const page = await ana.open('/#settings/account')
  await button(page, 'Change email address').click()
  await expect(page.getByLabel('New email address')).toBeFocused()
  await page.getByLabel('New email address').fill('ana')
  await button(page, 'Send the link').click()
  await expect(page.getByLabel('New email address')).toHaveAccessibleDescription(/Type a whole email address/)
  await button(page, 'Cancel').click()
  await expect(button(page, 'Change email address')).toBeFocused()
  await askFor(page, 'lima@example.org')
  await expect(
    page.getByText('A link is on its way to lima@example.org. Your address changes when you open it, within 24 hours.').first(),
  ).toBeVisible()
  const link = linkIn(await mailTo(mails, 'lima@example.org', /^Confirm your new email address/))
  const elsewhere = await visitor()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('Your account ana@example.org gets the address lima@example.org.')).toBeVisible()
  await button(elsewhere, 'Use this address').click()
  await expect(title(elsewhere, 'Your email address is changed')).toBeVisible()
  await expect(part(page, 'Email address')).toContainText('lima@example.org. Other people find you by it.')
  const notice = await mailTo(mails, ana.email, /was changed/)
  expect(notice.text).toContain('If it was not you')
  await theirs.goto('/#people/lima@example.org')
  await expect(theirs.getByRole('feed').getByText('from my old address')).toBeVisible()
  await elsewhere.goto(link)
  await elsewhere.reload()
  await expect(title(elsewhere, 'This link no longer works')).toBeVisible()
  await elsewhere.goto('/signin')
  await signInAs(elsewhere, ana.email, password)
  await expect(elsewhere.getByText('The email address or the password is wrong.')).toBeVisible()
  await elsewhere.getByLabel('Email address').fill('lima@example.org')
  await button(elsewhere, 'Sign in').click()
  await expect(button(elsewhere, 'Account: Ana')).toBeVisible()
})

test('a wrong password is refused under its field; a taken address is told to its owner, and to the others at the link', async ({
  actor,
  mails,
  server,
  visitor,
}) => {
  const ana = await actor('ana')
  await server.signUp('taken@example.org', 'Tim')
  const page = await ana.open('/#settings/account')
  await button(page, 'Change email address').click()
  await page.getByLabel('New email address').fill('taken@example.org')
  await page.getByLabel('Current password', { exact: true }).fill('not this one')
  await button(page, 'Send the link').click()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await button(page, 'Send the link').click()
  await expect(page.getByText(/^A link is on its way to taken@example\.org\./).first()).toBeVisible()
  await mailTo(mails, 'taken@example.org', /^This address already has a Waypost account/)
  await askFor(page, 'later@example.org')
  const link = linkIn(await mailTo(mails, 'later@example.org', /^Confirm your new email address/))
  await server.signUp('later@example.org', 'Lea')
  const elsewhere = await visitor()
  await elsewhere.route('**/v3/check-email-link', (route) => route.abort())
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await elsewhere.unroute('**/v3/check-email-link')
  await button(elsewhere, 'Try again').click()
  await button(elsewhere, 'Use this address').click()
  await expect(title(elsewhere, 'This address has an account')).toBeVisible()
})
