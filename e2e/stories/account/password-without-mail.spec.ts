import { expect, test } from '../../actors/actors.ts'

test('without a mail server the page names the administrator, whose link sets a new password', async ({
  actor,
  server,
  visitor,
}) => {
  const admin = await actor('admin')
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText('This server sends no email. Ask its administrator for a link to a new password.')).toBeVisible()
  // An administrator has nobody to ask.
  await expect(page.getByText('npm start -- admin reset-link EMAIL')).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const { body } = await admin.call('/v3/admin/reset-link', { email: 'mira@example.org' })
  await page.goto(body.url)
  await page.getByLabel('New password', { exact: true }).fill('lamp river seventeen')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('button', { name: 'Account: Mira' })).toBeVisible()
})
