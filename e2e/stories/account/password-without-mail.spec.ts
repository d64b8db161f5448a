import { headerWords } from '@waypost/web/words/page/header'
import { forgotPasswordWords } from '@waypost/web/words/sign-in'
import { resetPasswordWords } from '@waypost/web/words/sign-in/emailed-links'
import { localWay } from '@waypost/web/words/sign-in/ways-in'
import { expect, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('without a mail server the page names the administrator, whose link sets a new password', async ({
  actor,
  server,
  visitor,
}) => {
  const admin = await actor('admin')
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/signin')
  await page.getByRole('button', { name: localWay.forgot }).click()
  await expect(page.getByText(forgotPasswordWords.noMail)).toBeVisible()
  // An administrator has nobody to ask.
  await expect(page.getByText('npm start -- admin reset-link EMAIL')).toBeVisible()
  await page.getByRole('button', { name: forgotPasswordWords.back }).click()
  await expect(page.getByRole('button', { name: localWay.toSignIn, exact: true })).toBeVisible()
  const { body } = await admin.call('/v3/admin/reset-link', { email: 'mira@example.org' })
  await page.goto(body.url)
  await page.getByLabel(resetPasswordWords.password, { exact: true }).fill('lamp river seventeen')
  await page.getByRole('button', { name: resetPasswordWords.save }).click()
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Mira' }) })).toBeVisible()
})
