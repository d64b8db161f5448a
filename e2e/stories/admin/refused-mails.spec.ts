import { refusedMails, serverMail } from '@waypost/web/words/admin/operation'
import { faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { mailTo, test } from '../../actors/mail-server.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an email that the mail server refuses for good is listed with its error, and dismissed', async ({ actor, mails }) => {
  const admin = await actor('admin')
  await admin.call('/v3/admin/settings', { server_name: 'Harbour' })
  for (const email of ['unknown-bo@example.net', 'unknown-cy@example.net', 'dan@example.net'])
    await admin.call('/v3/admin/invitations', { email })
  // Other emails arrive, under the server's name.
  const arrived = await mailTo(mails, 'dan@example.net', /^Admin invites you to Harbour$/)
  expect(arrived.raw).toMatch(/^From: Harbour </m)
  const page = await admin.open('/#admin/mail')
  const refused = topic(page, refusedMails.title)
  await expect(refused.getByRole('row')).toHaveCount(3)
  const row = refused.getByRole('row', { name: /unknown-bo@example\.net/ })
  await expect(row).toContainText('Admin invites you to Harbour')
  await expect(row).toContainText('550 No such mailbox here')
  await expect(topic(page, serverMail.queue)).toContainText(serverMail.none)
  await refused.getByRole('button', { name: sentence(refusedMails.dismissThis, { to: 'unknown-bo@example.net' }) }).click()
  await expect(refused.getByRole('row')).toHaveCount(2)
  await admin.call('/v3/send-invite', { email: 'unknown-bo@example.net' })
  await expect.poll(async () => (await admin.call('/v3/admin/refused-mails')).body.mails.length).toBe(2)
  await page.reload()
  await expect(refused.getByRole('row')).toHaveCount(3)
  await refused.getByRole('button', { name: refusedMails.dismissAll }).click()
  await confirm(page, 'I am sure')
  await expect(refused).toContainText(refusedMails.none)
})

test('refused emails fit computers and phones, and have no faults for axe', async ({ actor }) => {
  const admin = await actor('admin')
  // One after another, so their order is known.
  for (const [index, email] of ['unknown-bo@example.net', 'unknown-cy@example.net'].entries()) {
    await admin.call('/v3/admin/invitations', { email })
    await expect.poll(async () => (await admin.call('/v3/admin/refused-mails')).body.mails.length).toBe(index + 1)
  }
  const page = await admin.open('/#admin/mail')
  await expect(topic(page, refusedMails.title).getByRole('row')).toHaveCount(3)
  expect(
    await faultsAndOverflow(page, 'refused emails', page.getByRole('button', { name: refusedMails.dismissAll }), page),
  ).toEqual([])
})
