import { startTestServer } from '@waypost/server/test-server'
import {
  serverDomains,
  serverName,
  serverPlans,
  serverReport,
  serverSetting,
  serverSignUp,
  serverStorage,
  serverTab,
  serverVersion,
} from '@waypost/web/words/admin/operation'
import { headerWords } from '@waypost/web/words/page/header'
import { proWords } from '@waypost/web/words/pro'
import { profile, proPlan } from '@waypost/web/words/settings'
import { localForm, localWay } from '@waypost/web/words/sign-in/ways-in'
import { emailAddressLabel, passwordLabel, saved } from '@waypost/web/words/ui/words'
import { screens, seriousFaults } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const picture = {
  name: 'red.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('GAP-080 plans are switched off: offers disappear from an open window at once, nothing can be bought, and plans come back', async ({
  actor,
  visitor,
}) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const hers = await alice.open('/#settings/account')
  await expect(topic(hers, 'Pro plan')).toContainText(proPlan.free)
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toBeVisible()

  const page = await admin.open('/#admin/server')
  const plans = topic(page, serverTab.plans)
  await plans.getByRole('button', { name: serverPlans.switchOff }).click()
  await confirm(page, serverPlans.switchOff)
  await expect(plans).toContainText(serverPlans.off)

  await expect(topic(hers, 'Pro plan')).toContainText(proPlan.everybody)
  await expect(hers.getByRole('link', { name: proPlan.see })).toHaveCount(0)
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toHaveCount(0)
  await expect(hers.getByText(headerWords.proLong)).toHaveCount(0)
  const stranger = await visitor()
  await stranger.goto('/')
  await expect(stranger.getByRole('link', { name: 'Apps' }).first()).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Pro', exact: true })).toHaveCount(0)
  await stranger.goto('/pro')
  await expect(stranger.getByText(proWords.nothing)).toBeVisible()
  await expect(stranger.getByRole('radio')).toHaveCount(0)
  await expect(stranger.getByRole('table')).toHaveCount(0)
  await expect(stranger.getByRole('main').getByRole('link')).toHaveCount(0)
  const bought = await alice.call('/v3/upgrade-pro', { token_id: 'tok_test_1', plan_id: 'yearly' })
  expect(bought.body.error.code).toBe('already_pro')

  await plans.getByRole('button', { name: serverPlans.switchOn }).click()
  await confirm(page, serverPlans.switchOn)
  await expect(topic(hers, 'Pro plan')).toContainText(proPlan.free)
  await expect(hers.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toBeVisible()
})

test('plans cannot be switched off while somebody pays, and the screen says why', async ({ actor }) => {
  const admin = await actor('admin')
  const payer = await actor('payer')
  await payer.call('/v3/upgrade-pro', { token_id: 'tok_test_1', plan_id: 'yearly' })
  const page = await admin.open('/#admin/server')
  await expect(topic(page, serverTab.plans)).toContainText(sentence(serverPlans.paying, 1))
  await expect(topic(page, serverTab.plans).getByRole('button')).toHaveCount(0)
})

test('sign-up is closed and opened again, with the keyboard, and a stranger finds the door as it is said', async ({
  actor,
  server,
}) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/server')
  const signUp = topic(page, serverTab.signUp)
  await expect(signUp.getByRole('radio', { name: serverSignUp.open })).toBeChecked()
  await expect(signUp).toContainText(serverSetting.usual)
  await signUp.getByRole('radio', { name: serverSignUp.open }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(signUp.getByRole('radio', { name: serverSignUp.closed })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(signUp.getByText(saved)).toBeVisible()
  await expect(signUp).toContainText(sentence(serverSetting.chosen, { usual: 'Everyone' }))
  const stranger = { email: 'new@example.org', password: 'a password for tests' }
  expect((await server.request('/provider/local/sign-up', { body: stranger })).body.error.code).toBe('sign_up_closed')
  await signUp.getByRole('button', { name: serverSetting.useDefault }).click()
  await expect(signUp).toContainText(serverSetting.usual)
  expect((await server.request('/provider/local/sign-up', { body: stranger })).status).toBe(200)
})

test('only addresses of some domains sign up, until the list is empty again; anything but a domain is refused', async ({
  actor,
  visitor,
}) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/server')
  const signUp = topic(page, serverTab.signUp)
  const domains = signUp.getByLabel(serverDomains.domains)
  const save = signUp.getByRole('button', { name: serverDomains.save })
  await domains.fill('https://grove.example')
  await save.click()
  await expect(signUp.getByRole('alert')).toHaveText('Type domains like example.org, separated by commas.')
  await domains.fill('Grove.example, @work.example')
  await domains.press('Enter')
  await expect(signUp.getByText(saved)).toBeVisible()
  await expect(domains).toHaveValue('grove.example, work.example')
  await expect(signUp).toContainText(sentence(serverSetting.chosen, { usual: 'every domain' }))

  const stranger = await visitor()
  await stranger.goto('/signin')
  await stranger.getByRole('button', { name: localWay.toSignUp }).click()
  await stranger.getByLabel(profile.name).fill('Eve')
  await stranger.getByLabel(emailAddressLabel).fill('eve@elsewhere.example')
  await stranger.getByLabel(passwordLabel, { exact: true }).fill('lamp river seventeen')
  const create = stranger.getByRole('button', { name: localForm.signUp, exact: true })
  await create.click()
  const refusal = 'New accounts here need an email address of grove.example or work.example.'
  await expect(stranger.getByRole('main').getByRole('alert')).toContainText(refusal)

  await domains.fill('')
  await save.click()
  await expect(signUp.getByText(serverSetting.usual)).toHaveCount(2)
  await create.click()
  await expect(stranger.getByRole('button', { name: sentence(headerWords.account, { name: 'Eve' }) })).toBeVisible()
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
    await expect(topic(page, serverTab.signUp)).toContainText(sentence(serverSetting.fixed, { variable: 'WAYPOST_SIGNUP' }))
    await expect(topic(page, serverTab.signUp).getByRole('radio', { name: serverSignUp.closed })).toBeDisabled()
    await expect(topic(page, serverTab.signUp).getByRole('button', { name: serverSignUp.save })).toHaveCount(0)
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
  const form = topic(page, serverTab.name)
  await form.getByRole('textbox', { name: serverName.name }).fill('The Grove')
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: serverName.choose }).click()
  await (await chooser).setFiles(picture)
  await expect(form.locator('img')).toBeVisible()
  await form.getByRole('button', { name: serverName.save }).click()
  await expect(form.getByText(saved)).toBeVisible()
  await expect(page.getByRole('link', { name: sentence(headerWords.homeLink, { name: 'The Grove' }) })).toContainText('The Grove')
  await expect(page).toHaveTitle(/The Grove$/)

  const stranger = await visitor()
  await stranger.goto('/signin?next=/')
  await expect(stranger).toHaveTitle(/The Grove$/)
  const home = stranger.getByRole('link', { name: sentence(headerWords.homeLink, { name: 'The Grove' }) }).first()
  await expect(home.locator('img')).toHaveJSProperty('naturalWidth', 192)
  const manifest = await (await fetch(`${server.origin}/manifest.webmanifest`)).json()
  expect([manifest.name, manifest.icons[0].type]).toEqual(['The Grove', 'image/png'])

  await form.getByRole('button', { name: serverName.remove }).click()
  await form.getByRole('textbox', { name: serverName.name }).fill('')
  await form.getByRole('button', { name: serverName.save }).click()
  await expect(page.getByRole('link', { name: sentence(headerWords.homeLink, { name: 'Waypost' }) })).toBeVisible()
})

test('the version is copied as text for a bug report', async ({ actor }) => {
  const admin = await actor('admin', { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await admin.open('/#admin/server')
  const version = topic(page, serverVersion.title)
  await expect(version).toContainText(process.version)
  await version.getByRole('button', { name: serverVersion.copy }).click()
  await expect(version.getByText(serverVersion.copied)).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(`Node.js: ${process.version}\n`)
  expect(text).toMatch(/^Latest migration: \d{3}-[\w-]+\.sql$/m)
})

test('limits of storage are set in gigabytes; a number that is none is refused beside its field', async ({ actor }) => {
  const admin = await actor('admin')
  const alice = await actor('alice')
  const page = await admin.open('/#admin/storage')
  const limits = topic(page, serverStorage.limits)
  await limits.getByRole('textbox', { name: serverStorage.free }).fill('much')
  await limits.getByRole('button', { name: serverStorage.save }).click()
  await expect(limits.getByRole('textbox', { name: serverStorage.free })).toHaveAccessibleDescription(
    /Enter a number of gigabytes/,
  )
  await limits.getByRole('textbox', { name: serverStorage.free }).fill('0.01')
  await limits.getByRole('button', { name: serverStorage.save }).click()
  await expect(limits.getByText(saved)).toBeVisible()
  const size = 11 * 2 ** 20
  const refused = await alice.call('/v3/start-upload', { name: 'a.bin', size })
  expect(refused.body.error.code).toBe('storage_quota')
  await limits.getByRole('button', { name: serverSetting.useDefault }).click()
  await expect(limits.getByRole('textbox', { name: serverStorage.free })).toHaveValue('2')
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
      await expect(page.getByText('Loading…')).toHaveCount(0)
      if (tab === 'support') {
        await page.getByRole('button', { name: /^Message from Alice/ }).click()
        await expect(page.getByRole('button', { name: serverReport.done })).toBeVisible()
      }
      expect(await seriousFaults(page), tab).toEqual([])
      const { wide, most } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, most: innerWidth }))
      expect(wide, tab).toBeLessThanOrEqual(most)
    }
  })
}
