// Checks the screens of the administration, and the pages shown to everyone else, on computers and phones: axe, widths and read-outs.

import { adminPerson, personActs } from '@waypost/web/words/admin'
import { supportStrip } from '@waypost/web/words/page'
import { headerWords } from '@waypost/web/words/page/header'
import { suspended } from '@waypost/web/words/sign-in'
import { faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { sentence } from '../../actors/words/sentence.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The tabs that no other story checks, with a text shown once loaded, and whether its accessibility tree is compared. */
const tabs = [
  ['server', 'Version', true],
  ['storage', 'Largest accounts', true],
  ['mail', 'Refused emails', false],
  ['jobs', 'Jobs', true],
  ['support', 'Support', false],
  ['backups', 'Backups', false],
] as const

for (const [tab, topic, saved] of tabs) {
  test(`the tab '${tab}' of the administration fits computers and phones, and has no faults for axe`, async ({ actor }) => {
    const admin = await actor('admin')
    const alice = await actor('alice')
    await alice.call('/v2/pushes', { type: 'note', body: 'x'.repeat(2_000) })
    await alice.call('/v2/error-report', { reply_to: alice.email, subject: 'Message from Alice', body: 'How do I add a device?' })
    const page = await admin.open(`/#admin/${tab}`)
    await expect(page.getByText('Loading…')).toHaveCount(0)
    expect(await faultsAndOverflow(page, `tab ${tab}`, region(page, topic), saved ? page : undefined)).toEqual([])
  })
}

test('the page of a suspended account fits computers and phones, and has no faults for axe', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible()
  const { body } = await alice.call('/v2/users/me')
  await admin.call(`/v3/admin/people/${body.iden}/suspend`, {})
  const heading = page.getByRole('heading', { name: suspended.title })
  expect(await faultsAndOverflow(page, 'suspended account', heading)).toEqual([])
})

test('the strip of a session for support fits computers and phones, and has no faults for axe', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  await page.getByRole('button', { name: personActs.support, exact: true }).click()
  await confirm(page, 'I am sure')
  const strip = region(page, supportStrip.label)
  await expect(strip).toContainText(sentence(supportStrip.signedIn, { name: 'Alice' }))
  await page.goto('/#settings/account')
  await page.reload()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) })).toBeVisible()
  expect(await faultsAndOverflow(page, 'session for support', strip)).toEqual([])
})

test('the security events of an account fit computers and phones, and have no faults for axe', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  await alice.call('/v3/create-access-token', { name: 'A lamp in the hall with a long name', scope: 'push:read push:write' })
  await admin.call('/v3/admin/reset-link', { email: alice.email })
  const page = await alice.open('/#settings/account')
  expect(
    await faultsAndOverflow(page, 'security events', region(page, adminPerson.done), region(page, adminPerson.done)),
  ).toEqual([])
})
