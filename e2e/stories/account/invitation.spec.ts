import { headerWords } from '@waypost/web/words/page/header'
import { invitationLink, invitationList, inviteOne, inviteOutcome, inviteSeveral } from '@waypost/web/words/people'
import { authError, invited } from '@waypost/web/words/sign-in'
import { emailAddressLabel, linkOnly } from '@waypost/web/words/ui/words'
import { faultsOnEachScreen } from '../../actors/accessibility.ts'
import { type Actor, button, expect, type Page, title } from '../../actors/actors.ts'
import { linkIn, mailTo } from '../../actors/mail-server.ts'
import { continueWith, test } from '../../actors/openid-provider.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test.use({ settings: { WAYPOST_SIGNUP: 'invite' } })

const email = (page: Page) => page.getByLabel(emailAddressLabel)
const signedInAs = (page: Page, name: string) => page.getByRole('button', { name: sentence(headerWords.account, { name }) })
const withOpenid = (page: Page) => page.getByRole('button', { name: /^Continue with 127\.0\.0\.1/ })

async function signUp(page: Page, name: string): Promise<void> {
  await signUpAs(page, { name })
}

/** @returns the page with the result */
async function invite(host: Actor, address: string): Promise<Page> {
  const page = await host.open('/#settings/invite')
  await page.getByRole('combobox', { name: inviteOne.who }).fill(address)
  await page.getByRole('option', { name: address }).click()
  await button(page, 'Invite').click()
  await expect(page.getByRole('status').getByText(sentence(inviteOutcome.invited, { name: address }))).toBeVisible()
  return page
}

const invitations = (page: Page) => page.getByRole('region', { name: invitationList.title })

test('an invitation is used once: the person signs up by the emailed link, the host sees it, and a second use is refused with what to do', async ({
  actor,
  mails,
  visitor,
}) => {
  const host = await actor('admin')
  const hosts = await invite(host, 'carol@example.org')
  await expect(invitations(hosts).getByRole('listitem')).toContainText([/carol@example\.org.*Open until .* Emailed/])
  const link = linkIn(await mailTo(mails, 'carol@example.org', /^Admin invites you/))
  expect(link).toContain('invite=')
  const page = await visitor()
  await page.goto(link)
  await expect(title(page, 'Admin invites you')).toBeVisible()
  await expect(page.getByText('Create an account for carol@example.org.')).toBeVisible()
  await expectReadOut(page, 'invited')
  await expect(email(page)).toHaveValue('carol@example.org')
  await expect(email(page)).not.toBeEditable()
  await signUp(page, 'Carol')
  await expect(signedInAs(page, 'Carol')).toBeVisible()
  await expect(invitations(hosts).getByRole('listitem')).toContainText([/carol@example\.org.*Signed up/])

  const again = await visitor()
  await again.goto(link)
  await expect(title(again, invited.ended)).toBeVisible()
  await expect(again.getByText('If you already signed up with it, sign in.', { exact: false })).toBeVisible()
  await again.getByRole('link', { name: invited.signIn }).click()
  await expect(button(again, 'Sign in')).toBeVisible()
})

test('a link to hand over works without an email; once it is revoked, it lets in no more', async ({ actor, mails, visitor }) => {
  const host = await actor('admin', { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await host.open('/#settings/invite')
  const makeLink = async (address: string) => {
    await page.getByRole('combobox', { name: inviteOne.who }).fill(address)
    await page.getByRole('option', { name: address }).click()
    await button(page, linkOnly).click()
    await page.getByRole('button', { name: sentence(invitationLink.copyThis, { name: address }) }).click()
    await expect(button(page, invitationLink.copied)).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const first = await makeLink('dora@example.org')
  await expect(page.getByText(sentence(inviteOutcome.linked, { name: 'dora@example.org' }))).toBeVisible()
  const dora = await visitor()
  await dora.goto(first)
  await signUp(dora, 'Dora')
  await expect(signedInAs(dora, 'Dora')).toBeVisible()
  expect(mails.filter(({ to }) => to.includes('dora@example.org'))).toEqual([])

  const second = await makeLink('emil@example.org')
  const emil = await visitor()
  await emil.goto(second)
  await expect(title(emil, 'Admin invites you')).toBeVisible()
  await page.getByRole('button', { name: sentence(invitationList.revokeThis, { name: 'emil@example.org' }) }).click()
  await button(page, 'I am sure').click()
  await expect(invitations(page).getByText(invitationList.revoked)).toBeVisible()
  // The form that is already open is refused too.
  await signUp(emil, 'Emil')
  await expect(emil.getByRole('main').getByRole('alert')).toContainText('This invitation was used or revoked, or it has expired.')
  await emil.goto('/')
  await emil.goto(second)
  await expect(title(emil, invited.ended)).toBeVisible()
})

test.describe('without a mail server', () => {
  test.use({ settings: { WAYPOST_SIGNUP: 'invite', WAYPOST_SMTP_URL: '' } })

  test('the page says that nothing was sent, and shows the links of one and of several invitations', async ({ actor }) => {
    const host = await actor('admin')
    for (const name of ['Fay', 'Gus']) await host.call('/v2/contacts', { name, email: `${name.toLowerCase()}@example.org` })
    const page = await host.open('/#settings/invite')
    await page.getByRole('combobox', { name: inviteOne.who }).fill('carol@example.org')
    await page.getByRole('option', { name: 'carol@example.org' }).click()
    await page.locator('form').getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText(sentence(inviteOutcome.linked, { name: 'carol@example.org' }))).toBeVisible()
    await expect(page.getByText(sentence(inviteOutcome.invited, { name: 'carol@example.org' }))).toHaveCount(0)
    await page.getByRole('checkbox', { name: inviteSeveral.everybody }).check()
    await button(page, 'Invite 2').click()
    await expect(page.getByText(inviteSeveral.links)).toBeVisible()
    expect(
      await faultsOnEachScreen(
        page,
        'links',
        page.getByRole('button', { name: sentence(invitationLink.copyThis, { name: 'Gus' }) }),
      ),
    ).toEqual([])
    await page.reload()
    await expect(invitations(page).getByRole('listitem')).toHaveCount(3)
  })
})

test('an invitation that another person uses through the OpenID provider is refused with a page that says what to do; the invited one gets in', async ({
  actor,
  mails,
  openid,
  visitor,
}) => {
  const host = await actor('admin')
  await invite(host, 'carol@example.org')
  const link = linkIn(await mailTo(mails, 'carol@example.org', /^Admin invites you/))
  openid.person = { sub: 'mallory', email: 'mallory@example.org', email_verified: true }
  const page = await visitor()
  await page.goto(link)
  await withOpenid(page).click()
  await expect(page).toHaveURL(/\/auth_error\?reason=invite_other$/)
  await expect(page.getByText(authError.inviteOther)).toBeVisible()

  openid.person = { sub: 'carol', email: 'carol@example.org', email_verified: true, name: 'Carol' }
  const carol = await visitor()
  await carol.goto(link)
  await withOpenid(carol).click()
  await expect(signedInAs(carol, 'Carol')).toBeVisible()
})

test('a person who is not invited, and one who turns back at the OpenID provider, get pages that say so', async ({
  actor,
  openid,
  visitor,
}) => {
  await actor('admin')
  openid.person = { sub: 'eve', email: 'eve@example.org', email_verified: true }
  const page = await visitor()
  await continueWith(page)
  await expect(page).toHaveURL(/\/auth_error\?reason=not_invited$/)
  await expect(page.getByText('This server is invite-only,', { exact: false })).toBeVisible()
  await expect(page.getByText('ask the person who invited you for a new invitation.', { exact: false })).toBeVisible()

  openid.person = 'turns back'
  const other = await visitor()
  await continueWith(other)
  await expect(other).toHaveURL(/\/auth_error\?reason=denied$/)
  await expect(other.getByText('You canceled at the sign-in provider, or it denied access.', { exact: false })).toBeVisible()
})
