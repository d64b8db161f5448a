import {
  adminInvitations,
  adminMarks,
  adminPerson,
  adminTabsWords,
  adminWords,
  auditLog,
  personActs,
} from '@waypost/web/words/admin'
import { auditActs } from '@waypost/web/words/format'
import { supportStrip } from '@waypost/web/words/page'
import { headerWords } from '@waypost/web/words/page/header'
import { accountChange } from '@waypost/web/words/session'
import { accessTokens, sessionList } from '@waypost/web/words/settings/tokens'
import { authError, suspended } from '@waypost/web/words/sign-in'
import { resetPasswordWords } from '@waypost/web/words/sign-in/emailed-links'
import { faultsAndOverflow, phoneScreen } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { visitAndSignIn } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Clicks a button on the page and confirms it. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await confirm(page, 'I am sure')
}

test('an administrator finds a person, suspends them, and their open window says so; the person reads it afterwards', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'x'.repeat(3_000) })
  const window = await alice.open()
  await expect(window.getByRole('textbox', { name: /^Message to/ })).toBeVisible()

  const page = await admin.open()
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Admin' }) }).click()
  await page.getByRole('menuitem', { name: headerWords.admin }).click()
  await expect(page.getByText('3 people')).toBeVisible()
  await page.getByLabel(adminInvitations.search).fill('ALI')
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Alice/ }).click()
  await expect(page.getByRole('heading', { name: 'Alice', level: 2 })).toBeVisible()
  await expect(region(page, adminPerson.facts)).toContainText(/Storage\s*[34](\.\d)?K/)
  await expect(region(page, adminPerson.facts)).toContainText(adminPerson.free)

  await act(page, 'Suspend')
  await expect(window.getByRole('heading', { name: suspended.title })).toBeVisible()
  await expect(page.getByText(adminMarks.suspended, { exact: true })).toBeVisible()
  expect((await bob.call('/v2/pushes', { type: 'note', body: 'Are you there?', email: alice.email })).status).toBe(200)
  await window.getByRole('button', { name: suspended.again }).click()
  await expect(window.getByRole('heading', { name: suspended.title })).toBeVisible()
  await act(page, personActs.unsuspend)
  await expect(page.getByRole('button', { name: personActs.suspend, exact: true })).toBeVisible()
  await window.getByRole('button', { name: suspended.again }).click()
  await window.goto('/#people/bob@example.org')
  await expect(window.getByRole('feed').getByText('Are you there?')).toBeVisible()

  await act(page, 'Give Pro')
  await expect(region(page, adminPerson.facts)).toContainText(adminPerson.given)
  await act(page, personActs.make)
  await expect(page.getByText('You can’t suspend or delete an administrator.')).toBeVisible()
  await act(page, personActs.unmake)
  await act(page, personActs.end)
  await expect(window.getByRole('alert').filter({ hasText: accountChange.ended })).toBeVisible()

  await page.getByRole('tab', { name: auditLog.title }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText(auditActs['end-sessions'])
  await expect(rows).toHaveCount(7)
  await page.getByLabel(auditLog.act).selectOption(auditActs.suspend)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('alice@example.org')
  await page.getByLabel(auditLog.search).fill('nobody')
  await expect(page.getByText(auditLog.noneFound)).toBeVisible()
})

test('the security events of a person, and what administrators did, stand in their settings and in the audit log, and nothing before', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const own = await alice.open('/#settings/account')
  const acts = region(own, adminPerson.done)
  await expect(region(own, 'Delete Account')).toBeVisible()
  await expect(acts).toHaveCount(0)
  const tokens = region(own, 'Access Tokens')
  await tokens.getByLabel(accessTokens.name).fill('Lamp')
  await tokens.getByRole('button', { name: accessTokens.create }).click()
  await expect(acts.getByRole('listitem')).toHaveText([/^Access token created \(name: Lamp, scopes: everything\)/])
  const page = await admin.open('/#admin/audit')
  await expect(page.getByText(adminPerson.nothing)).toBeVisible()
  await page.getByLabel(auditLog.show).selectOption(auditLog.people)
  await expect(page.getByRole('row').nth(1)).toContainText(/Access token created.*alice@example\.org/)
  await admin.call('/v3/admin/reset-link', { email: alice.email })
  await own.reload()
  await expect(acts.getByRole('listitem')).toHaveText([/^Created a password reset link, by Admin/, /^Access token created/])
})

test('a link to a new password from the administrator lets a person in who forgot theirs', async ({ actor, visitor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  await page.getByRole('button', { name: personActs.reset }).click()
  const link = await page.getByRole('status', { name: personActs.link }).textContent()
  const forgot = await visitor()
  await forgot.goto(link ?? '')
  await forgot.getByLabel(resetPasswordWords.password, { exact: true }).fill('lamp river seventeen')
  await forgot.getByRole('button', { name: resetPasswordWords.save }).click()
  await expect(forgot.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) })).toBeVisible()
})

test('signed in for support, every page says so, and End returns to the own account', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  await act(page, personActs.support)
  const strip = region(page, supportStrip.label)
  await expect(strip).toContainText(sentence(supportStrip.signedIn, { name: 'Alice' }))
  for (const address of ['/#settings/account', '/#sms', '/channels', '/pro', '/support', '/apps', '/signin', '/device']) {
    await page.goto(address)
    await expect(strip, address).toBeVisible()
  }
  const own = await alice.open('/#settings/account')
  await expect(
    region(own, adminPerson.sessions)
      .getByRole('listitem')
      .filter({ hasText: sentence(sessionList.openedBy, { name: 'Admin' }) }),
  ).toHaveCount(1)
  await expect(region(own, adminPerson.done)).toContainText('Signed in as this person for support, by Admin')
  await strip.getByRole('button', { name: supportStrip.end }).click()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Admin' }) })).toBeVisible()
  await expect(strip).toHaveCount(0)
  await own.reload()
  await expect(region(own, adminPerson.sessions).getByRole('listitem').filter({ hasText: 'Opened by' })).toHaveCount(0)
})

test('an account is deleted after its address was typed', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  const button = page.getByRole('button', { name: personActs.delete })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(sentence(personActs.typed, { email: 'alice@example.org' })).fill('alice@example.com')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(sentence(personActs.typed, { email: 'alice@example.org' })).fill('ALICE@example.org')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#admin\/people$/)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  expect((await alice.call('/v2/users/me')).status).toBe(401)
})

test('others see no administration, and the address says so', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: headerWords.admin })).toHaveCount(0)
  await page.goto('/#admin/people')
  await expect(page.getByRole('heading', { name: adminWords.refused })).toBeVisible()
})

test('a suspended person who signs in is told so', async ({ actor, visitor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  await admin.call(`/v3/admin/people/${body.iden}/suspend`, {})
  const page = await visitor()
  await visitAndSignIn(page, alice.email)
  await expect(page.getByText(authError.suspended)).toBeVisible()
})

test('a refused act says why, and a list that cannot be loaded can be retried', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  await refuse(page, '**/suspend')
  await act(page, 'Suspend')
  const alert = page.getByRole('alertdialog', { name: personActs.failed })
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await page.route('**/v3/admin/people?*', (route) => route.abort())
  await page.getByRole('link', { name: adminPerson.all }).click()
  await expect(page.getByText('Could not connect to server')).toBeVisible()
  await page.unroute('**/v3/admin/people?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('2 people')).toBeVisible()
})

test('the people and one person of the administration fit computers and phones, and have no faults for axe', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  await admin.call(`/v3/admin/people/${body.iden}/suspend`, {})
  for (const [name, place, shown] of [
    ['people', '', 'Suspended'],
    ['one person', `/${body.iden}`, personActs.unsuspend],
  ] as const) {
    const page = await admin.open(`/#admin/people${place}`)
    expect(await faultsAndOverflow(page, name, page.getByText(shown, { exact: true }).last(), page)).toEqual([])
    await page.close()
  }
})

test('the audit log fits computers and phones, has no faults for axe, and its tab is reached with the keyboard', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  await admin.call('/v3/admin/reset-link', { email: alice.email })
  const page = await admin.open('/#admin/people')
  await expect(page.getByRole('tablist', { name: adminWords.tabs }).getByRole('tab')).toHaveText([
    'People',
    'Invitations',
    adminTabsWords.server,
    adminPerson.storage,
    adminTabsWords.mail,
    adminTabsWords.jobs,
    adminTabsWords.support,
    adminTabsWords.backups,
    auditLog.title,
  ])
  await page.getByRole('tab', { name: 'People' }).focus()
  await page.keyboard.press(supportStrip.end)
  await expect(page.getByRole('tab', { name: auditLog.title })).toBeFocused()
  await page.goto('/#admin/audit')
  expect(await faultsAndOverflow(page, 'audit log', page.getByText(auditActs['reset-link']).last(), page)).toEqual([])
})

test('on a phone the administration is a list of its tabs', async ({ actor }) => {
  const admin = await actor('admin', phoneScreen)
  const page = await admin.open('/#admin')
  await page.getByRole('navigation', { name: adminWords.tabs }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: /admin@example.org/ }).click()
  await expect(page.getByRole('heading', { name: 'Admin', level: 2, exact: true })).toBeVisible()
})
