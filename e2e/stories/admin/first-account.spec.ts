import { startTestServer } from '@waypost/server/test-server'
import { headerWords } from '@waypost/web/words/page/header'
import { authError, invited } from '@waypost/web/words/sign-in'
import { expect, test } from '../../actors/actors.ts'
import { emailField, signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('on a public address the sign-in says what to do, and the link that the server prints creates the administrator', async ({
  browser,
}) => {
  const server = await startTestServer({}, { config: { setup: true } })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/signin')
    await expect(page.getByText(authError.setup)).toBeVisible()
    await expect(emailField(page)).toHaveCount(0)
    await page.goto(server.app.setupLink ?? '')
    await expect(page.getByRole('heading', { name: invited.setup })).toBeVisible()
    await emailField(page).pressSequentially('ada@example.org')
    await signUpAs(page, { name: 'Ada' })
    await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Ada' }) }).click()
    await page.getByRole('menuitem', { name: headerWords.admin }).click()
    await expect(page.getByRole('heading', { name: headerWords.admin })).toBeVisible()
    const second = await context.newPage()
    await second.goto(server.app.setupLink ?? '')
    await expect(second.getByRole('heading', { name: invited.ended })).toBeVisible()
  } finally {
    await context.close()
    await server.close()
  }
})
