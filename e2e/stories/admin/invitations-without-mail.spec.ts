import { adminInvitations, adminInviteWords } from '@waypost/web/words/admin'
import { expect, test } from '../../actors/actors.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('without a mail server an invitation is not sent: the link is there to hand over, and works', async ({ actor, visitor }) => {
  const admin = await actor('admin')
  await admin.call('/v3/admin/settings', { sign_up: 'invite' })
  const page = await admin.open('/#admin/invitations')
  const form = page.getByRole('region', { name: adminInvitations.inviteTitle })
  await form.getByRole('textbox', { name: adminInviteWords.email }).fill('bo@example.net')
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(form).toContainText('No email sent to bo@example.net: this server has no mail server.')
  const link = await form
    .getByRole('status', { name: sentence(adminInviteWords.link, { email: 'bo@example.net' }) })
    .textContent()
  await expect(page.getByRole('row', { name: /bo@example\.net/ })).toContainText(adminInvitations.linkOnly)
  const guest = await visitor()
  await guest.goto(link ?? '')
  await signUpAs(guest, { name: 'Bo' })
  await expect(guest.getByRole('button', { name: /^Account:/ })).toBeVisible()
})
