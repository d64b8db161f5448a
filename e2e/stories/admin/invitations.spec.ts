import { adminInvitations, adminInviteWords } from '@waypost/web/words/admin'
import { serverSignUp } from '@waypost/web/words/admin/operation'
import { invited } from '@waypost/web/words/sign-in'
import { copied, copy } from '@waypost/web/words/ui/words'
import { faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, email: string) =>
  topic(page, adminInvitations.title).getByRole('row', { name: new RegExp(`^${email}`) })

test('an administrator invites a person by address: the email arrives, its link signs up, and the list says so', async ({
  actor,
  visitor,
  mails,
}) => {
  const admin = await actor('admin')
  await admin.call('/v3/admin/settings', { sign_up: 'invite' })
  const page = await admin.open('/#admin/people')
  await page.getByRole('tab', { name: adminInvitations.title }).click()
  await expect(topic(page, adminInvitations.title)).toContainText(adminInvitations.none)
  const form = topic(page, adminInvitations.inviteTitle)
  await form.getByRole('textbox', { name: adminInviteWords.email }).fill('bo@example.net')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('bo@example.net is invited, and an email is on its way.')
  await expect(form.getByRole('status', { name: sentence(adminInviteWords.link, { email: 'bo@example.net' }) })).toContainText(
    '/signin#invite=',
  )
  await expect(rowOf(page, 'bo@example.net')).toContainText(/Emailed.*Admin.*Open until/)

  const guest = await visitor()
  await guest.goto(linkIn(await mailTo(mails, 'bo@example.net', /invite/)))
  await signUpAs(guest, { name: 'Bo' })
  await expect(guest.getByRole('button', { name: /^Account:/ })).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'bo@example.net')).toContainText(adminInvitations.used)
  await expect(rowOf(page, 'bo@example.net').getByRole('button')).toHaveCount(0)
})

test('invitations of others are found, get another link, and are revoked', async ({ actor, visitor }) => {
  const admin = await actor('admin', { permissions: ['clipboard-read', 'clipboard-write'] })
  const alice = await actor('alice')
  await admin.call('/v3/admin/settings', { sign_up: 'invite' })
  for (const name of ['bo', 'cy']) await alice.call('/v3/send-invite', { email: `${name}@example.net`, send: false })
  const page = await admin.open('/#admin/invitations')
  await topic(page, adminInvitations.title).getByLabel(adminInvitations.search).fill('BO@')
  await expect(rowOf(page, 'cy@example.net')).toHaveCount(0)
  const row = rowOf(page, 'bo@example.net')
  await row.getByRole('button', { name: sentence(adminInvitations.makeLinkFor, { email: 'bo@example.net' }) }).click()
  const link = await page
    .getByRole('status', { name: sentence(adminInvitations.link, { email: 'bo@example.net' }) })
    .textContent()
  await page.getByRole('button', { name: copy, exact: true }).click()
  await expect(page.getByRole('button', { name: copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const guest = await visitor()
  await guest.goto(link ?? '')
  await expect(guest.getByText('bo@example.net')).toBeVisible()

  await row.getByRole('button', { name: sentence(adminInvitations.revokeThis, { email: 'bo@example.net' }) }).click()
  await confirm(page, 'I am sure')
  await expect(row).toContainText(adminInvitations.revoked)
  await guest.reload()
  await expect(guest.getByRole('heading', { name: invited.ended })).toBeVisible()
  await topic(page, adminInvitations.title).getByLabel(adminInvitations.search).fill('')
  await topic(page, adminInvitations.title).getByLabel(adminInvitations.show).selectOption(adminInvitations.open)
  await expect(rowOf(page, 'cy@example.net')).toBeVisible()
  await expect(row).toHaveCount(0)
  await topic(page, adminInvitations.title).getByLabel(adminInvitations.show).selectOption(adminInvitations.expired)
  await expect(topic(page, adminInvitations.title)).toContainText(adminInvitations.noneFound)
})

test('the list comes in pages; a refused invitation says why, and a list that cannot be loaded is retried', async ({
  actor,
  server,
}) => {
  const admin = await actor('admin')
  await admin.call('/v3/admin/invitations', { email: 'p@example.net', send: false })
  const { owner } = (await server.app.db.one<{ owner: string }>('SELECT owner FROM invite')) as { owner: string }
  await server.app.db.write(async (tx) => {
    for (let count = 0; count < 120; count++) {
      const email = `p-${count}@example.net`
      await tx.run(
        'INSERT INTO invite (owner, email_normalized, created, iden, email, sent, expires) VALUES ($1, $2, $3, $4, $2, 0, $5)',
        [owner, email, 1_700_000_000_000_000 + count, `${owner}sj${count}`, 9e15],
      )
    }
  })
  const page = await admin.open('/#admin/invitations')
  const rows = topic(page, adminInvitations.title).getByRole('row')
  await expect(rows).toHaveCount(101)
  await topic(page, adminInvitations.title).getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(122)
  await expect(topic(page, adminInvitations.title).getByRole('button', { name: 'Load more' })).toHaveCount(0)

  const form = topic(page, adminInvitations.inviteTitle)
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(form.getByRole('textbox')).toHaveAccessibleDescription(adminInviteWords.missing)
  await form.getByRole('textbox').fill('admin@example.org')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox')).toHaveAccessibleDescription('An account with this address already exists.')
  await refuse(page, '**/v3/admin/invitations/*/link')
  await rows.nth(1).getByRole('button', { name: 'Create a new link' }).click()
  const alert = page.getByRole('alertdialog', { name: adminInvitations.failed })
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()

  await page.route('**/v3/admin/invitations?*', (route) => route.abort())
  await page.route('**/v3/admin/invitations', (route) => route.abort())
  await page.goto('/#people/me')
  await page.goto('/#admin/invitations')
  await expect(page.getByText('Could not connect to server')).toBeVisible()
  await page.unrouteAll()
  await topic(page, adminInvitations.title).getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(101)
})

test('while no one may sign up, the tab says that invitations do not work', async ({ actor }) => {
  const admin = await actor('admin')
  await admin.call('/v3/admin/settings', { sign_up: 'closed' })
  const page = await admin.open('/#admin/invitations')
  await expect(topic(page, adminInvitations.inviteTitle)).toContainText('Sign-up is closed.')
  await page.getByRole('link', { name: adminInvitations.settings }).click()
  await expect(page.getByRole('radio', { name: serverSignUp.closed })).toBeChecked()
})

test('the invitations fit computers and phones, and have no faults for axe', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v3/send-invite', { email: 'cy@example.net', send: false })
  await admin.call(`/v3/admin/invitations/${body.iden}`, undefined, 'DELETE')
  await alice.call('/v3/send-invite', { email: 'bo@example.net' })
  const page = await admin.open('/#admin/invitations')
  const row = rowOf(page, 'bo@example.net')
  await row.getByRole('button', { name: 'Create a new link' }).click()
  await expect(page.getByRole('status', { name: sentence(adminInvitations.link, { email: 'bo@example.net' }) })).toBeVisible()
  expect(
    await faultsAndOverflow(page, 'invitations', page.getByText(adminInvitations.revoked, { exact: true }).last(), page),
  ).toEqual([])
})
