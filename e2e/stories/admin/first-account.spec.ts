import { startTestServer } from '@waypost/server/test-server'
import { expect, test } from '../../actors/actors.ts'
import { emailField, signUpAs } from '../../actors/sign-in.ts'

test('on a public address the sign-in says what to do, and the link that the server prints creates the administrator', async ({
  browser,
}) => {
  const server = await startTestServer({}, { config: { setup: true } })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/signin')
    await expect(page.getByText('This server is not set up yet: it has no account.')).toBeVisible()
    await expect(emailField(page)).toHaveCount(0)
    await page.goto(server.app.setupLink ?? '')
    await expect(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible()
    await emailField(page).pressSequentially('ada@example.org')
    await signUpAs(page, { name: 'Ada' })
    await page.getByRole('button', { name: 'Account: Ada' }).click()
    await page.getByRole('menuitem', { name: 'Administration' }).click()
    await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
    // The link has done its work.
    const second = await context.newPage()
    await second.goto(server.app.setupLink ?? '')
    await expect(second.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  } finally {
    await context.close()
    await server.close()
  }
})
