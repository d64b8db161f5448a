import { startTestServer } from '@waypost/server/test-server'
import { expect, test } from '../../actors/actors.ts'

test('on a public address the sign-in says what to do, and the link that the server prints creates the administrator', async ({
  browser,
}) => {
  const server = await startTestServer({}, { config: { setup: true } })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/signin')
    await expect(page.getByText('This server is not set up yet: it has no account.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Waypost' })).toHaveCount(0)
    await page.goto(server.app.setupLink ?? '')
    await expect(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Waypost' }).click()
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill('lamp river seventeen')
    await page.getByRole('button', { name: 'Create account' }).click()
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
