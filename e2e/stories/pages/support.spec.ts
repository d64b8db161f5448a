import type { Page } from '@playwright/test'
import { startTestServer } from '@waypost/server/test-server'
import { foundTexts } from '@waypost/web/words/sidebar/found'
import { support, supportAnswers, supportForm } from '@waypost/web/words/support'
import { expect, test, type Page as Window } from '../../actors/actors.ts'
import { expectReadOut } from '../../actors/read-out.ts'

const message = (page: Page) => page.getByRole('textbox', { name: supportForm.message })
const send = (page: Page) => page.getByRole('button', { name: 'Send us a message' })
const answers = (page: Page) => page.getByRole('region', { name: supportAnswers.title })
const short = 'Could you please make your message a little longer? More info can make a big difference to us.'
const long = 'My text message to a friend is stuck pending, and nothing I do on the phone helps.'

test('SUPPORT-001 SUPPORT-002 SUPPORT-003 SUPPORT-004 SUPPORT-005 SUPPORT-006 SUPPORT-007 SUPPORT-008 API-052 a message is written and sent, and says whose account it is about', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch:' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: supportForm.name })).toHaveValue('Alice')
  await expect(page.getByRole('textbox', { name: supportForm.email })).toHaveValue('alice@example.org')
  await message(page).fill(long)
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thanks!' })).toBeFocused()
  await expect(message(page)).toHaveCount(0)
  const { iden } = (await alice.call('/v2/users/me')).body
  expect(await server.app.db.all('SELECT account, subject, reply_to, body FROM error_report', [])).toEqual([
    { account: iden, subject: 'Message from Alice', reply_to: 'alice@example.org', body: long },
  ])
  await page.getByRole('button', { name: support.another }).click()
  await expect(message(page)).toHaveValue('')
  await message(page).fill('half a message')
  await page.getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await page.goBack()
  await expect(message(page)).toHaveValue('')
})

test('SUPPORT-009 the support address of the server is a mailto link; without one, every way leads to the support page', async ({
  browser,
  visitor,
}) => {
  const server = await startTestServer({ WAYPOST_SUPPORT_EMAIL: 'help@example.org' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    for (const path of ['/support', '/privacy']) {
      await page.goto(path)
      const link = page.getByRole('main').getByRole('link', { name: 'help@example.org' })
      await expect(link).toHaveAttribute('href', 'mailto:help@example.org')
    }
  } finally {
    await context.close()
    await server.close()
  }
  const page = await visitor()
  for (const path of ['/support', '/privacy', '/about', '/tos', '/press', '/unsubscribed', '/auth_error']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, await page.locator('a[href^="mailto:"]').count()]).toEqual([path, 0])
    await expect(page.locator('body')).not.toContainText('support@')
  }
  await page.getByRole('main').getByRole('link', { name: 'Get help' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch:' })).toBeVisible()
})

test('SUPPORT-010 SUPPORT-011 SUPPORT-012 GAP-092 a short message must be made longer, with a counter, until it has more than 50 characters', async ({
  visitor,
  server,
}) => {
  const page = await visitor()
  await page.goto('/support')
  await message(page).fill('x'.repeat(49))
  await send(page).click()
  const address = page.getByRole('textbox', { name: supportForm.email })
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/^Enter an email address for our reply/)
  await address.fill('guest@example.org')
  await send(page).click()
  await expect(message(page)).toBeFocused()
  await expect(page.getByText(short)).toBeVisible()
  await expect(page.getByText('49/50')).toBeVisible()
  await expect(message(page)).toHaveAccessibleDescription(`${short} 49/50`)
  await message(page).press('x')
  await expect(page.getByText('50/50')).toBeVisible()
  await message(page).press('x')
  await expect(page.getByText(short)).toHaveCount(0)
  await message(page).press('Backspace')
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thanks!' })).toBeFocused()
  expect(await server.app.db.all('SELECT subject FROM error_report', [])).toEqual([{ subject: 'Message from guest@example.org' }])
})

test('SUPPORT-013 SUPPORT-014 SUPPORT-015 API-112 from 30 characters on up to three answers are shown beside the form, and announced', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/support')
  const found = answers(page).locator('details')
  const top = await send(page).evaluate((button) => button.getBoundingClientRect().top)
  await message(page).fill('my text message is stuck pen')
  await expect(found).toHaveCount(0)
  await message(page).fill('my text message is stuck pending')
  await expect(found.first().locator('summary')).toHaveText(foundTexts.heading)
  await expect(page.getByRole('log')).toContainText('1 possible answer')
  await message(page).fill('my text message, a file upload, a channel feed, the password and the notification sound')
  await expect(found).toHaveCount(3)
  await expect(page.getByRole('log')).toContainText('3 possible answers')
  await expectReadOut(page, 'three answers')
  expect(await send(page).evaluate((button) => button.getBoundingClientRect().top)).toBe(top)
  await message(page).fill('how do I follow a channel here, and can it be a feed?')
  const channels = found.filter({ has: page.getByText('Channels', { exact: true }) })
  await channels.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(channels).toHaveAttribute('open')
  await channels.getByRole('link', { name: 'Follow something' }).click()
  await expect(page).toHaveURL(/#following\/new$/)
})

test('SUPPORT-006 a message that could not be sent stays, and is sent by another press', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/support')
  await message(page).fill(long)
  await page.route('**/v2/error-report', (route) => route.abort('connectionfailed'), { times: 1 })
  await send(page).click()
  await expect(page.getByText('Couldn’t send your message: Could not connect to server')).toBeVisible()
  await expect(message(page)).toHaveValue(long)
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thanks!' })).toBeVisible()
})

test('SUPPORT-013 an answer runs nothing, whatever is in the file', async ({ visitor }) => {
  const page = await visitor()
  const body =
    '<p>Read this.</p><img src=x onerror="document.title=1"><script>document.title=2</script><a href="javascript:0">x</a>'
  await page.route('**/img/support/support.json', (route) =>
    route.fulfill({ json: [{ name: 'Hostile', tags: ['hostile'], body }] }),
  )
  await page.goto('/support')
  await message(page).fill('there is something hostile in this file')
  await answers(page).getByText('Hostile').click()
  await expect(answers(page).getByText('Read this.')).toBeVisible()
  await expect(answers(page).locator('script, [onerror], [href^=javascript]')).toHaveCount(0)
  await expect(page).toHaveTitle('Support – Waypost')
})

test('SUPPORT-016 GAP-080 Get help is shown where help is configured, and never over the focused element', async ({
  browser,
  visitor,
}) => {
  const without = await visitor()
  await without.goto('/support')
  await expect(message(without)).toBeVisible()
  await expect(without.getByRole('link', { name: 'Get help' })).toHaveCount(0)
  const server = await startTestServer({ WAYPOST_LINK_HELP: 'https://help.example.org/' })
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 520 } })
  try {
    const page: Window = await context.newPage()
    await page.goto('/support')
    const help = page.getByRole('link', { name: 'Get help' })
    await expect(help).toHaveAttribute('href', 'https://help.example.org/')
    await expect(help).toContainText('?')
    const covered = () =>
      page.evaluate(() => {
        const over = document.querySelector('a[href="https://help.example.org/"]')?.getBoundingClientRect()
        const under = document.activeElement?.getBoundingClientRect()
        if (!over || !under) throw new Error('Nothing to compare.')
        return !(under.right < over.left || under.left > over.right || under.bottom < over.top || under.top > over.bottom)
      })
    await page.getByRole('textbox', { name: supportForm.name }).focus()
    for (let step = 0; step < 4; step++) {
      await expect.poll(covered).toBe(false)
      await page.keyboard.press('Tab')
    }
  } finally {
    await context.close()
    await server.close()
  }
})
