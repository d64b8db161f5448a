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
  await expect(region(hers, 'Usage')).toContainText('of 2G')
  const page = await admin.open(`/#admin/people/${body.iden}`)
  const form = region(page, 'Storage limit')
  await expect(form).toContainText('The plan of this person decides how much can be stored.')
  await expect(region(page, 'About this account')).toContainText(/of 2G/)
  await form.getByRole('textbox', { name: 'Limit, in GB' }).fill('much')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox')).toHaveAccessibleDescription(/Type a number of gigabytes/)
  await form.getByRole('textbox').fill('0,005')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('An administrator has set this limit')
  await expect(region(page, 'About this account')).toContainText('of 5.1M')
  await expect(region(hers, 'Usage')).toContainText('of 5.1M')
  expect((await alice.call('/v3/start-upload', { name: 'a.bin', size: 6 * 2 ** 20 })).body.error.code).toBe('storage_quota')
  await expect(region(page, 'Security events')).toContainText('Set the storage limit')
  await form.getByRole('button', { name: 'Use the limit of the plan' }).click()
  await expect(form).toContainText('The plan of this person decides')
  await expect(form.getByRole('textbox')).toHaveValue('')
  await expect(region(hers, 'Usage')).toContainText('of 2G')
})

test('the last administrator who deletes their own account is told what to do first', async ({ actor }) => {
  const admin = await actor('admin')
  await actor('alice')
  const page = await admin.open('/#settings/account')
  await page.getByRole('button', { name: 'Delete Account', exact: true }).click()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await confirm(page, 'I am sure')
  await expect(page.getByRole('alert').filter({ hasText: 'Error deleting Account' })).toContainText(
    'This is the last administrator. Make somebody else an administrator first',
  )
  expect((await admin.call('/v2/users/me')).status).toBe(200)
})
