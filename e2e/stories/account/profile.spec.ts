import { Refusal } from '@waypost/protocol'
import { emailAddress, profile } from '@waypost/web/words/settings'
import { confirmEmailWords } from '@waypost/web/words/sign-in/emailed-links'
import { pictureField } from '@waypost/web/words/target'
import { tryAgain } from '@waypost/web/words/ui/words'
import { button, expect, type Page, title } from '../../actors/actors.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { visitAndSignIn } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const password = 'a password for tests'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const name = (page: Page) => part(page, profile.title).getByLabel(profile.name, { exact: true })

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function askFor(page: Page, email: string): Promise<void> {
  await button(page, emailAddress.open).click()
  await page.getByLabel(emailAddress.email).fill(email)
  await page.getByLabel(emailAddress.password, { exact: true }).fill(password)
  await button(page, emailAddress.send).click()
}

test('a new name and picture are seen by another person at once, and by other windows', async ({ actor }) => {
  const [ana, bob] = [await actor('ana'), await actor('bob')]
  await ana.call('/v2/pushes', { type: 'note', body: 'hello', email: bob.email })
  const theirs = await bob.open('/#people/ana@example.org')
  await expect(theirs.getByRole('link', { name: /^Ana/ }).first()).toBeVisible()
  const [page, window] = [await ana.open('/#settings/account'), await ana.open()]
  await expect(name(page)).toHaveValue('Ana')
  await expect(button(page, profile.save)).toBeDisabled()
  const chooser = page.waitForEvent('filechooser')
  await button(page, pictureField.choose).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await expect(button(page, pictureField.remove)).toBeVisible()
  await name(page).fill('Ana Lima')
  await refuse(page, '**/v2/users/me')
  await button(page, profile.save).click()
  await expect(part(page, profile.title).getByRole('alert')).toHaveText('Not today.')
  await expect(name(page)).toBeFocused()
  await page.unroute('**/v2/users/me')
  await name(page).press('Enter')
  await expect(page.getByText(profile.saved).first()).toBeVisible()
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
  await button(page, emailAddress.open).click()
  await expect(page.getByLabel(emailAddress.email)).toBeFocused()
  await page.getByLabel(emailAddress.email).fill('ana')
  await button(page, emailAddress.send).click()
  await expect(page.getByLabel(emailAddress.email)).toHaveAccessibleDescription(/Enter a full email address/)
  await button(page, 'Cancel').click()
  await expect(button(page, emailAddress.open)).toBeFocused()
  await askFor(page, 'lima@example.org')
  await expect(page.getByText(sentence(emailAddress.sent, { email: 'lima@example.org' })).first()).toBeVisible()
  const link = linkIn(await mailTo(mails, 'lima@example.org', /^Confirm your new email address/))
  const elsewhere = await visitor()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('The address of your account ana@example.org changes to lima@example.org.')).toBeVisible()
  await button(elsewhere, confirmEmailWords.confirm).click()
  await expect(title(elsewhere, confirmEmailWords.done)).toBeVisible()
  await expect(part(page, emailAddress.title)).toContainText(sentence(emailAddress.lead, { email: 'lima@example.org' }))
  const notice = await mailTo(mails, ana.email, /was changed/)
  expect(notice.text).toContain('If it was not you')
  await theirs.goto('/#people/lima@example.org')
  await expect(theirs.getByRole('feed').getByText('from my old address')).toBeVisible()
  await elsewhere.goto(link)
  await elsewhere.reload()
  await expect(title(elsewhere, confirmEmailWords.expired)).toBeVisible()
  await visitAndSignIn(elsewhere, ana.email, password)
  await expect(elsewhere.getByText(new Refusal('sign_in_failed').message)).toBeVisible()
  await elsewhere.getByLabel(emailAddress.title).fill('lima@example.org')
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
  await button(page, emailAddress.open).click()
  await page.getByLabel(emailAddress.email).fill('taken@example.org')
  await page.getByLabel(emailAddress.password, { exact: true }).fill('not this one')
  await button(page, emailAddress.send).click()
  await expect(page.getByLabel(emailAddress.password, { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await page.getByLabel(emailAddress.password, { exact: true }).fill(password)
  await button(page, emailAddress.send).click()
  await expect(page.getByText(/^We sent a link to taken@example\.org\./).first()).toBeVisible()
  await mailTo(mails, 'taken@example.org', /^This address already has a Waypost account/)
  await askFor(page, 'later@example.org')
  const link = linkIn(await mailTo(mails, 'later@example.org', /^Confirm your new email address/))
  await server.signUp('later@example.org', 'Lea')
  const elsewhere = await visitor()
  await elsewhere.route('**/v3/check-email-link', (route) => route.abort())
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await elsewhere.unroute('**/v3/check-email-link')
  await button(elsewhere, tryAgain).click()
  await button(elsewhere, confirmEmailWords.confirm).click()
  await expect(title(elsewhere, confirmEmailWords.taken)).toBeVisible()
})
