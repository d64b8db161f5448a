import { startTestServer } from '@waypost/server/test-server'
import { screens, seriousFaults } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A red square, as a file. */
const picture = {
  name: 'red.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('plans are switched off: offers disappear from an open window at once, nothing can be bought, and plans come back', async ({
  actor,
  visitor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const hers = await alice.open('/#settings/account')
  await expect(topic(hers, 'Pro plan')).toContainText('This account is on the Free plan.')
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toBeVisible()

  const page = await admin.open('/#admin/server')
  const plans = topic(page, 'Plans')
  await plans.getByRole('button', { name: 'Switch plans off' }).click()
  await confirm(page, 'Switch plans off')
  await expect(plans).toContainText('There are no plans: everybody has what Pro gives, and nothing is sold.')

  await expect(topic(hers, 'Pro plan')).toContainText('Nothing is sold on this server: every account has all that Pro offers.')
  await expect(hers.getByRole('link', { name: 'See the plans' })).toHaveCount(0)
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toHaveCount(0)
  await expect(hers.getByText('This account has Pro')).toHaveCount(0)
  const stranger = await visitor()
  await stranger.goto('/')
  await expect(stranger.getByRole('link', { name: 'Apps' }).first()).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Pro', exact: true })).toHaveCount(0)
  await stranger.goto('/pro')
  await expect(stranger.getByText('Nothing is sold on this server.')).toBeVisible()
  await expect(stranger.getByRole('radio')).toHaveCount(0)
  const bought = await alice.call('/v3/upgrade-pro', { token_id: 'tok_test_1', plan_id: 'yearly' })
  expect(bought.body.error.code).toBe('already_pro')

  await plans.getByRole('button', { name: 'Switch plans on' }).click()
  await confirm(page, 'Switch plans on')
  await expect(topic(hers, 'Pro plan')).toContainText('This account is on the Free plan.')
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toBeVisible()
})

test('plans cannot be switched off while somebody pays, and the screen says why', async ({ actor }) => {
  const admin = await actor('admin')
  const payer = await actor('payer')
  await payer.call('/v3/upgrade-pro', { token_id: 'tok_test_1', plan_id: 'yearly' })
  const page = await admin.open('/#admin/server')
  await expect(topic(page, 'Plans')).toContainText(
    'One account pays for Pro. Plans can be switched off once its subscription is cancelled.',
  )
  await expect(topic(page, 'Plans').getByRole('button')).toHaveCount(0)
})

test('sign-up is closed and opened again, with the keyboard, and a stranger finds the door as it is said', async ({
  actor,
  server,
}) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/server')
  const signUp = topic(page, 'Sign-up')
  await expect(signUp.getByRole('radio', { name: 'Everybody' })).toBeChecked()
  await expect(signUp).toContainText('This is the default.')
  await signUp.getByRole('radio', { name: 'Everybody' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(signUp.getByRole('radio', { name: 'No one' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(signUp.getByText('Saved')).toBeVisible()
  await expect(signUp).toContainText('An administrator has set this. The default is: Everybody.')
  const stranger = { email: 'new@example.org', password: 'a password for tests' }
  expect((await server.request('/provider/local/sign-up', { body: stranger })).body.error.code).toBe('sign_up_closed')
  await signUp.getByRole('button', { name: 'Use the default' }).click()
  await expect(signUp).toContainText('This is the default.')
  expect((await server.request('/provider/local/sign-up', { body: stranger })).status).toBe(200)
})

test('only addresses of some domains sign up, until the list is empty again; anything but a domain is refused', async ({
  actor,
  visitor,
}) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/server')
  const signUp = topic(page, 'Sign-up')
  const domains = signUp.getByLabel('Only addresses of these domains')
  const save = signUp.getByRole('button', { name: 'Save domains' })
  await domains.fill('https://grove.example')
  await save.click()
  await expect(signUp.getByRole('alert')).toHaveText('Type domains like example.org, separated by commas.')
  await domains.fill('Grove.example, @work.example')
  await domains.press('Enter')
  await expect(signUp.getByText('Saved')).toBeVisible()
  await expect(domains).toHaveValue('grove.example, work.example')
  await expect(signUp).toContainText('An administrator has set this. The default is: every domain.')

  const stranger = await visitor()
  await stranger.goto('/signin')
  await stranger.getByRole('button', { name: 'Create one' }).click()
  await stranger.getByLabel('Name').fill('Eve')
  await stranger.getByLabel('Email address').fill('eve@elsewhere.example')
  await stranger.getByLabel('Password', { exact: true }).fill('lamp river seventeen')
  const create = stranger.getByRole('button', { name: 'Create account', exact: true })
  await create.click()
  const refusal = 'New accounts here need an email address of grove.example or work.example.'
  await expect(stranger.getByRole('main').getByRole('alert')).toContainText(refusal)

  await domains.fill('')
  await save.click()
  await expect(signUp.getByText('This is the default.')).toHaveCount(2)
  await create.click()
  await expect(stranger.getByRole('button', { name: 'Account: Eve' })).toBeVisible()
})

test('a setting of the environment is shown with its variable and cannot be changed', async ({ browser }) => {
  const server = await startTestServer({ WAYPOST_SIGNUP: 'closed' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const { account } = await server.signUp('admin@example.org', 'Ada')
    const page = await context.newPage()
    await page.goto('/page-preview')
    await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
    await page.goto('/#admin/server')
    await expect(topic(page, 'Sign-up')).toContainText(
      'The server was started with WAYPOST_SIGNUP, which sets this. Change it there.',
    )
    await expect(topic(page, 'Sign-up').getByRole('radio', { name: 'No one' })).toBeDisabled()
    await expect(topic(page, 'Sign-up').getByRole('button', { name: 'Save sign-up' })).toHaveCount(0)
  } finally {
    await context.close()
    await server.close()
  }
})

test('the name and the picture that an administrator chooses stand in the header, the title, the sign-in and the manifest', async ({
  actor,
  visitor,
  server,
}) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/server')
  const form = topic(page, 'Name and picture')
  await form.getByRole('textbox', { name: 'Name of the server' }).fill('The Grove')
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Choose an image' }).click()
  await (await chooser).setFiles(picture)
  await expect(form.locator('img')).toBeVisible()
  await form.getByRole('button', { name: 'Save name and picture' }).click()
  await expect(form.getByText('Saved')).toBeVisible()
  await expect(page.getByRole('link', { name: 'The Grove, home' })).toContainText('The Grove')
  await expect(page).toHaveTitle(/The Grove$/)

  const stranger = await visitor()
  await stranger.goto('/signin?next=/')
  await expect(stranger).toHaveTitle(/The Grove$/)
  const home = stranger.getByRole('link', { name: 'The Grove, home' }).first()
  await expect(home.locator('img')).toHaveJSProperty('naturalWidth', 192)
  const manifest = await (await fetch(`${server.origin}/manifest.webmanifest`)).json()
  expect([manifest.name, manifest.icons[0].type]).toEqual(['The Grove', 'image/png'])

  await form.getByRole('button', { name: 'Use the logo' }).click()
  await form.getByRole('textbox', { name: 'Name of the server' }).fill('')
  await form.getByRole('button', { name: 'Save name and picture' }).click()
  await expect(page.getByRole('link', { name: 'Waypost, home' })).toBeVisible()
})

test('the version is copied as text for a bug report', async ({ actor }) => {
  const admin = await actor('admin', { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await admin.open('/#admin/server')
  const version = topic(page, 'Version')
  await expect(version).toContainText(process.version)
  await version.getByRole('button', { name: 'Copy as text' }).click()
  await expect(version.getByText('Copied. There is no secret in it.')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(`Node.js: ${process.version}\n`)
  expect(text).toMatch(/^Newest migration: \d{3}-[\w-]+\.sql$/m)
})

test('limits of storage are set in gigabytes; a number that is none is refused beside its field', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const page = await admin.open('/#admin/storage')
  const limits = topic(page, 'Limits')
  await limits.getByRole('textbox', { name: 'Free, in GB' }).fill('much')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByRole('textbox', { name: 'Free, in GB' })).toHaveAccessibleDescription(/Type a number of gigabytes/)
  await limits.getByRole('textbox', { name: 'Free, in GB' }).fill('0.01')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByText('Saved')).toBeVisible()
  const size = 11 * 2 ** 20
  const refused = await alice.call('/v3/start-upload', { name: 'a.bin', size })
  expect(refused.body.error.code).toBe('storage_quota')
  await limits.getByRole('button', { name: 'Use the default' }).click()
  await expect(limits.getByRole('textbox', { name: 'Free, in GB' })).toHaveValue('2')
  expect((await alice.call('/v3/start-upload', { name: 'a.bin', size })).status).toBe(200)
})

const tabs = [
  ['server', 'Version'],
  ['storage', 'Limits'],
  ['mail', 'Waiting emails'],
  ['jobs', 'Jobs'],
  ['support', 'Support'],
  ['backups', 'Backups'],
] as const

for (const screen of screens) {
  test(`every tab fits its window and has no serious fault of accessibility, light and dark, ${screen.viewport.width} px`, async ({
    actor,
  }) => {
    const admin = await actor('admin', screen)
    const alice = await actor('alice')
    await alice.call('/v2/pushes', { type: 'note', body: 'x'.repeat(2_000) })
    const question = { subject: 'Message from Alice', body: 'How do I add a device?', data: { page: '/support' } }
    await alice.call('/v2/error-report', { reply_to: alice.email, ...question })
    const page = await admin.open('/#admin/server')
    for (const [tab, name] of tabs) {
      await page.goto(`/#admin/${tab}`)
      await expect(topic(page, name)).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      if (tab === 'support') {
        await page.getByRole('button', { name: /^Message from Alice/ }).click()
        await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()
      }
      expect(await seriousFaults(page), tab).toEqual([])
      const { wide, most } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, most: innerWidth }))
      expect(wide, tab).toBeLessThanOrEqual(most)
    }
  })
}
