import { links } from '@waypost/web/words/page/header'
import { appearance } from '@waypost/web/words/settings'
import { sourceWebhook } from '@waypost/web/words/source'
import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'

test('the API reference can be read, searched and tried by keyboard, stores nothing, and fits every screen', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin) && page.url() !== 'about:blank') elsewhere.push(request.url())
  })
  await page.goto('/docs/api')
  const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  const before = await stored()

  await page.keyboard.press('/')
  await expect(page.getByLabel('Find a call')).toBeFocused()
  await page.keyboard.type('post /v2/pushes')
  await expect(page.getByRole('status').filter({ hasText: 'calls' })).toHaveText('4 calls')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#createPush$/)

  const call = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'createPush' }) })
  await call.getByText(sourceWebhook.try).click()
  await call.getByLabel('body', { exact: true }).fill('from the reference')
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByText('Fill in a token first, at the top of the page.')).toBeVisible()
  await expect(page.getByLabel('Token to try calls with')).toBeFocused()
  await page.keyboard.type(alice.token)
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByText(/^200 in \d+ ms/)).toBeVisible()
  await expect(call.getByLabel('Body of the answer')).toContainText('"body": "from the reference"')
  const { body } = await alice.call('/v2/pushes')
  expect(body.pushes[0].body).toBe('from the reference')

  await call.getByRole('link', { name: 'Push', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Push', exact: true })).toBeInViewport()
  await expect(page.getByLabel('Find a call')).toHaveValue('')

  await call.getByLabel('items').fill('[not JSON')
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByText(/^items is not JSON/)).toBeVisible()
  await call.getByLabel('items').fill('')
  await call.getByLabel('guid').fill('x'.repeat(300))
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByLabel('Body of the answer')).toContainText('"code": "invalid_param"')

  expect(await stored()).toBe(before)
  await page.reload()
  await expect(page.getByLabel('Token to try calls with')).toHaveValue('')
  expect(elsewhere).toEqual([])
})

test('axe finds no fault in the API reference, in light and dark, and it is no wider than the window', async ({ visitor }) => {
  // All calls are laid out at five widths.
  test.slow()
  const page = await visitor()
  await page.goto('/docs/api')
  await page.getByLabel('Find a call').fill('/v2/pushes')
  for (const summary of await page.locator('#createPush summary').all()) await summary.click()
  expect(await seriousFaults(page, ['minor', 'moderate', 'serious', 'critical'])).toEqual([])
  await page.getByLabel('Find a call').fill('')
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('the API reference copies an example, has the header of other pages, and the theme that was chosen', async ({ actor }) => {
  const alice = await actor('alice', { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await alice.open('/#settings/appearance')
  await page.getByRole('radio', { name: appearance.dark }).check({ force: true })
  await page.goto('/docs/api#getMe')
  const copy = page.getByRole('button', { name: 'Copy the example of getMe' })
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied the example of getMe' })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl '${new URL(page.url()).origin}/v2/users/me' \\\n  -H 'Access-Token: <your token>'`,
  )
  await expect(page.getByRole('navigation', { name: links.navigation }).getByRole('link')).toHaveText(['Apps', 'Channels', 'API'])
  await expect(page.getByRole('link', { name: 'GET getMe', exact: true })).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('the API reference can be read without JavaScript', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/docs/api#getMe')
  await expect(page.getByRole('heading', { name: 'getMe', exact: true })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})
