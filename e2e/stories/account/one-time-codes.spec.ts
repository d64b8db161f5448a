import type { TestServer } from '@waypost/server/test-server'
import { Secret, TOTP } from 'otpauth'
import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, type Page } from '../../actors/actors.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { tab } from '../../actors/settings.ts'
import { signInAs } from '../../actors/sign-in.ts'

const secretWord = 'a password for tests'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const topic = (page: Page) => page.getByRole('region', { name: 'One-time codes' })
const dialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })
const code = (page: Page) => page.getByRole('textbox', { name: 'One-time code', exact: true })

/** The code that an app shows now. */
const shown = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate()

/** As if no code had been used yet. */
const forgetUsed = (server: TestServer) => server.app.db.write((tx) => tx.run('UPDATE one_time_code SET last_step = 0'))
/** Moves the last proof of every session back, as if the time had passed. */
const pass = (server: TestServer, minutes: number) =>
  server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = proved - $1', [minutes * 60_000_000]))

async function openAccountTab(page: Page): Promise<void> {
  await page.goto('/#settings/account')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
}

/** Switches codes on by calls. @returns the secret and the recovery codes */
async function switchOn(server: TestServer, token: string): Promise<{ secret: string; recovery: string[] }> {
  const { body } = await server.request('/v3/factors/codes', { token, body: {} })
  const confirmed = await server.request('/v3/factors/codes/confirm', { token, body: { code: shown(body.secret) } })
  await forgetUsed(server)
  return { secret: body.secret, recovery: confirmed.body.recovery_codes }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await signInAs(page, email, secretWord)
}

test('one-time codes are set up with a QR code and a first code; recovery codes are shown once, copied and downloaded; a sign-in asks for a code', async ({
  actor,
  server,
  visitor,
}) => {
  const mira = await actor('mira')
  const page = await mira.open()
  await openAccountTab(page)
  await button(page, 'Set up one-time codes').click()
  await expect(topic(page).getByRole('img', { name: 'QR code with the secret of the one-time codes' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  const secret = (await topic(page).locator('output[name="secret"]').textContent()) ?? ''
  await code(page).fill('000000')
  await button(page, 'Switch on').click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await code(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await topic(page).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await seriousFaults(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(`Recovery codes of ${mira.email} at localhost\n\n${codes.join('\n')}\n`)
  expect(download.suggestedFilename()).toBe('waypost-recovery-codes-localhost.txt')
  await button(page, 'I have kept them').click()
  await expect(topic(page).getByText('10 recovery codes are left.')).toBeVisible()
  await forgetUsed(server)

  const elsewhere = await visitor()
  await signIn(elsewhere, mira.email)
  await expect(title(elsewhere, 'Type your code')).toBeVisible()
  await expect(code(elsewhere)).toBeFocused()
  await expectReadOut(elsewhere, 'code step')
  await code(elsewhere).press('Enter')
  await expect(code(elsewhere)).toHaveAccessibleDescription(/Type the code\./)
  await code(elsewhere).fill('123 45')
  await code(elsewhere).press('Enter')
  await expect(code(elsewhere)).toHaveAccessibleDescription(/This code is wrong/)
  await code(elsewhere).fill(shown(secret))
  await code(elsewhere).press('Enter')
  await expect(button(elsewhere, 'Account: Mira')).toBeVisible()
})

test('a recovery code signs in once; used again it is refused, and the settings warn when few are left', async ({
  actor,
  server,
  visitor,
}) => {
  const mira = await actor('mira')
  const { recovery } = await switchOn(server, mira.token)
  const [first, second, ...more] = recovery as [string, string, ...string[]]
  const page = await visitor()
  await signIn(page, mira.email)
  await button(page, 'Use a recovery code').click()
  const field = page.getByLabel('Recovery code')
  await field.fill(first.toLowerCase())
  await field.press('Enter')
  await expect(button(page, 'Account: Mira')).toBeVisible()
  const again = await visitor()
  await signIn(again, mira.email)
  await button(again, 'Use a recovery code').click()
  await again.getByLabel('Recovery code').fill(first)
  await again.getByLabel('Recovery code').press('Enter')
  await expect(again.getByLabel('Recovery code')).toHaveAccessibleDescription(/This code is wrong, was used before/)
  await again.getByLabel('Recovery code').fill(second)
  await again.getByLabel('Recovery code').press('Enter')
  await expect(button(again, 'Account: Mira')).toBeVisible()
  for (const used of more.slice(0, 6)) {
    const { body } = await server.request('/provider/local/sign-in', { body: { email: mira.email, password: secretWord } })
    const step = { type: 'local', access_token: body.access_token, code: used }
    expect((await server.request('/v2/authenticate', { body: step })).status).toBe(200)
  }
  await openAccountTab(page)
  await expect(topic(page).getByText(/^Only 2 recovery codes are left\. Make new ones/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await button(page, 'New recovery codes').click()
  await expect(topic(page).getByRole('listitem')).toHaveCount(10)
})

test('after ten minutes, what changes the account asks for password and code; cancelled it is refused, confirmed it is done', async ({
  actor,
  server,
}) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  const page = await mira.open()
  await openAccountTab(page)
  await pass(server, 9)
  await button(page, 'New recovery codes').click()
  await expect(topic(page).getByRole('listitem')).toHaveCount(10)
  await button(page, 'I have kept them').click()
  await pass(server, 2)
  await button(page, 'Switch off').click()
  await button(page, 'I am sure').click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await expectReadOut(dialog(page), 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText("Confirm it's you, then repeat this.")
  await button(page, 'dismiss').click()
  await expect(topic(page).getByText('10 recovery codes are left.')).toBeVisible()
  await button(page, 'Switch off').click()
  await button(page, 'I am sure').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill('not this one')
  await code(page).fill(shown(secret))
  await button(page, 'Confirm').click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await dialog(page).getByLabel('Password', { exact: true }).fill(secretWord)
  await code(page).fill('000000')
  await button(page, 'Confirm').click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await button(page, 'Confirm').click()
  await expect(button(page, 'Set up one-time codes')).toBeVisible()
  // The session is elevated now: deleting the account asks for nothing more.
  await button(page, 'Delete Account').click()
  await button(page, 'Delete everything').click()
  await button(page, 'I am sure').click()
  await expect.poll(async () => (await server.request('/v2/users/me', { token: mira.token })).status).toBe(401)
})

test('with codes on, a session that has not proved itself for ten minutes is asked before it makes a token; then it may sign all others out', async ({
  actor,
  server,
}) => {
  const mira = await actor('mira')
  const { access_token } = (
    await server.request('/provider/local/sign-in', { body: { email: mira.email, password: secretWord } })
  ).body
  const other = (await server.request('/v2/authenticate', { body: { type: 'local', access_token } })).body.api_key
  const { secret } = await switchOn(server, mira.token)
  const page = await mira.open()
  await openAccountTab(page)
  await pass(server, 11)
  const token = page.locator('output[name=generated_access_token] code')
  await button(page, 'Create a token').click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText("Confirm it's you, then repeat this.")
  await button(page, 'dismiss').click()
  await expect(token).toHaveCount(0)
  await button(page, 'Create a token').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(secretWord)
  await code(page).fill(shown(secret))
  await button(page, 'Confirm').click()
  await expect(token).toBeVisible()
  await button(page, 'Sign out all other devices').click()
  await button(page, 'I am sure').click()
  await expect.poll(async () => (await server.request('/v2/users/me', { token: other })).status).toBe(401)
})

test('an account without codes is asked for its password alone before it is deleted', async ({ actor, server }) => {
  const mira = await actor('mira')
  const page = await mira.open()
  await openAccountTab(page)
  await pass(server, 11)
  await button(page, 'Delete Account').click()
  await button(page, 'Delete everything').click()
  await button(page, 'I am sure').click()
  await expect(dialog(page)).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  expect((await server.request('/v2/users/me', { token: mira.token })).status).toBe(200)
  await dialog(page).getByLabel('Password', { exact: true }).fill(secretWord)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await server.request('/v2/users/me', { token: mira.token })).status).toBe(401)
})

test('a forgotten password is reset by the link, and the sign-in still asks for a code', async ({
  actor,
  mails,
  server,
  visitor,
}) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  await server.request('/provider/local/forgot', { body: { email: mira.email } })
  const page = await visitor()
  await page.goto(linkIn(await mailTo(mails, mira.email, /^Set a new password/)))
  await page.getByLabel('New password', { exact: true }).fill('lamp river seventeen')
  await button(page, 'Save and sign in').click()
  await expect(title(page, 'Type your code')).toBeVisible()
  await code(page).fill('000000')
  await code(page).press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await code(page).press('Enter')
  await expect(button(page, 'Account: Mira')).toBeVisible()
})

test('five wrong codes end the sign-in, which starts again', async ({ actor, server, visitor }) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  const page = await visitor()
  await signIn(page, mira.email)
  for (let tries = 0; tries < 5; tries++) {
    const answered = page.waitForResponse('**/v2/authenticate')
    await code(page).fill(`00000${tries}`)
    await code(page).press('Enter')
    await answered
    await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  }
  await code(page).fill(shown(secret))
  await code(page).press('Enter')
  await expect(page).toHaveURL(/\/(auth_error|signin)/)
  await expect(page.getByText('This sign-in is no longer valid. Start it again.')).toBeVisible()
})

test('whoever lets a machine in proves who it is first; without a proof nothing is signed in', async ({ actor, server }) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  await pass(server, 60)
  const { body: machine } = await server.request('/v3/device-sign-in', { body: { name: 'media-server', type: 'linux' } })
  const answer = () => server.request('/v3/device-sign-in/token', { body: { device_code: machine.device_code } })
  const page = await mira.open(`/device?code=${machine.user_code}`)
  await button(page, 'Continue').click()
  await expect(button(page, 'Connect')).not.toHaveAttribute('aria-disabled')
  await button(page, 'Connect').click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText("Confirm it's you, then repeat this.")).toBeVisible()
  expect((await answer()).body.error.code).toBe('authorization_pending')
  await button(page, 'Connect').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(secretWord)
  await code(page).fill('000000')
  await button(page, 'Confirm').click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await button(page, 'Confirm').click()
  await expect(page.getByText('“media-server” is signed in now.')).toBeVisible()
  expect((await answer()).body.access_token).toEqual(expect.any(String))
})
