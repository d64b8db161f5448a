import { adminPerson, adminStorageLimit } from '@waypost/web/words/admin'
import { auditActs } from '@waypost/web/words/format'
import { deleteAccount, usageWords } from '@waypost/web/words/settings'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the storage limit of one person is set in gigabytes; their open settings show it, and the limit of the plan comes back', async ({
  actor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const { body } = await alice.call('/v2/users/me')
  const hers = await alice.open('/#settings/account')
  await expect(region(hers, usageWords.title)).toContainText('of 2G')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  const form = region(page, adminStorageLimit.title)
  await expect(form).toContainText('This person’s plan sets how much they can store.')
  await expect(region(page, adminPerson.facts)).toContainText(/of 2G/)
  await form.getByRole('textbox', { name: adminStorageLimit.limit }).fill('much')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox')).toHaveAccessibleDescription(/Enter a number of gigabytes/)
  await form.getByRole('textbox').fill('0,005')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('This limit was set by an administrator')
  await expect(region(page, adminPerson.facts)).toContainText('of 5.1M')
  await expect(region(hers, usageWords.title)).toContainText('of 5.1M')
  expect((await alice.call('/v3/start-upload', { name: 'a.bin', size: 6 * 2 ** 20 })).body.error.code).toBe('storage_quota')
  await expect(region(page, adminPerson.done)).toContainText(auditActs['storage-limit'])
  await form.getByRole('button', { name: adminStorageLimit.back }).click()
  await expect(form).toContainText('This person’s plan sets')
  await expect(form.getByRole('textbox')).toHaveValue('')
  await expect(region(hers, usageWords.title)).toContainText('of 2G')
})

test('the last administrator who deletes their own account is told what to do first', async ({ actor }) => {
  const admin = await actor('admin')
  await actor('alice')
  const page = await admin.open('/#settings/account')
  await page.getByRole('button', { name: 'Delete Account', exact: true }).click()
  await page.getByRole('button', { name: deleteAccount.delete }).click()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('alert').filter({ hasText: deleteAccount.failed })).toContainText(
    'This is the last administrator. Make somebody else an administrator first',
  )
  expect((await admin.call('/v2/users/me')).status).toBe(200)
})
