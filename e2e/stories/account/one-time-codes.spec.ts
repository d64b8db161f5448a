import { Refusal } from '@waypost/protocol'
import type { TestServer } from '@waypost/server/test-server'
import { deleteAccount } from '@waypost/web/words/settings'
import { oneTimeCodes, recoveryCodesWords, setUpCodes } from '@waypost/web/words/settings/factors'
import { accessTokens, sessionList } from '@waypost/web/words/settings/tokens'
import { deviceCode } from '@waypost/web/words/sign-in'
import { codeField, codeStep } from '@waypost/web/words/sign-in/codes'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { resetPasswordWords } from '@waypost/web/words/sign-in/emailed-links'
import { Secret, TOTP } from 'otpauth'
import { seriousFaults } from '../../actors/accessibility.ts'
import { button, expect, type Page, title } from '../../actors/actors.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { tab } from '../../actors/settings.ts'
import { visitAndSignIn } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const secretWord = 'a password for tests'

const topic = (page: Page) => page.getByRole('region', { name: oneTimeCodes.title })
const dialog = (page: Page) => page.getByRole('dialog', { name: elevationWords.title })
const code = (page: Page) => page.getByRole('textbox', { name: codeField.code, exact: true })

async function enterCode(page: Page, typed: string): Promise<void> {
  await code(page).fill(typed)
  await code(page).press('Enter')
}

const shown = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate()

const forgetUsed = (server: TestServer) => server.app.db.write((tx) => tx.run('UPDATE one_time_code SET last_step = 0'))
/** Moves the last proof of every session back, as if that time had passed. */
const pass = (server: TestServer, minutes: number) =>
  server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = proved - $1', [minutes * 60_000_000]))

async function openAccountTab(page: Page): Promise<void> {
  await page.goto('/#settings/account')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
}

/** @returns the secret and the recovery codes */
async function switchOn(server: TestServer, token: string): Promise<{ secret: string; recovery: string[] }> {
  const { body } = await server.request('/v3/factors/codes', { token, body: {} })
  const confirmed = await server.request('/v3/factors/codes/confirm', { token, body: { code: shown(body.secret) } })
  await forgetUsed(server)
  return { secret: body.secret, recovery: confirmed.body.recovery_codes }
}

test('one-time codes are set up with a QR code and a first code; recovery codes are shown once, copied and downloaded; a sign-in asks for a code', async ({
  actor,
  server,
  visitor,
}) => {
  const mira = await actor('mira')
  const page = await mira.open()
  await openAccountTab(page)
  await button(page, oneTimeCodes.setUp).click()
  await expect(topic(page).getByRole('img', { name: setUpCodes.picture })).toBeVisible()
  await expect(code(page)).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  const secret = (await topic(page).locator('output[name="secret"]').textContent()) ?? ''
  await code(page).fill('000000')
  await button(page, setUpCodes.confirm).click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await enterCode(page, shown(secret))
  await expect(page.getByRole('heading', { name: recoveryCodesWords.title })).toBeFocused()
  const codes = await topic(page).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await seriousFaults(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, recoveryCodesWords.save).click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(
    sentence(recoveryCodesWords.heading, {
      email: mira.email,
      host: `localhost

${codes.join('\n')}
`,
    }),
  )
  expect(download.suggestedFilename()).toBe('waypost-recovery-codes-localhost.txt')
  await button(page, recoveryCodesWords.done).click()
  await expect(topic(page).getByText('10 recovery codes left.')).toBeVisible()
  await forgetUsed(server)

  const elsewhere = await visitor()
  await visitAndSignIn(elsewhere, mira.email)
  await expect(title(elsewhere, codeStep.title)).toBeVisible()
  await expect(code(elsewhere)).toBeFocused()
  await expectReadOut(elsewhere, 'code step')
  await code(elsewhere).press('Enter')
  await expect(code(elsewhere)).toHaveAccessibleDescription(/Enter the code\./)
  await enterCode(elsewhere, '123 45')
  await expect(code(elsewhere)).toHaveAccessibleDescription(/This code is wrong/)
  await enterCode(elsewhere, shown(secret))
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
  await visitAndSignIn(page, mira.email)
  await button(page, codeField.useRecovery).click()
  const field = page.getByLabel(codeField.recovery)
  await field.fill(first.toLowerCase())
  await field.press('Enter')
  await expect(button(page, 'Account: Mira')).toBeVisible()
  const again = await visitor()
  await visitAndSignIn(again, mira.email)
  await button(again, codeField.useRecovery).click()
  await again.getByLabel(codeField.recovery).fill(first)
  await again.getByLabel(codeField.recovery).press('Enter')
  await expect(again.getByLabel(codeField.recovery)).toHaveAccessibleDescription(/This code is wrong, used or expired/)
  await again.getByLabel(codeField.recovery).fill(second)
  await again.getByLabel(codeField.recovery).press('Enter')
  await expect(button(again, 'Account: Mira')).toBeVisible()
  for (const used of more.slice(0, 6)) {
    const { body } = await server.request('/provider/local/sign-in', { body: { email: mira.email, password: secretWord } })
    const step = { type: 'local', access_token: body.access_token, code: used }
    expect((await server.request('/v2/authenticate', { body: step })).status).toBe(200)
  }
  await openAccountTab(page)
  await expect(topic(page).getByText(/^Only 2 recovery codes left\. Create new ones/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await button(page, oneTimeCodes.renew).click()
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
  await button(page, oneTimeCodes.renew).click()
  await expect(topic(page).getByRole('listitem')).toHaveCount(10)
  await button(page, recoveryCodesWords.done).click()
  await pass(server, 2)
  await button(page, oneTimeCodes.off).click()
  await button(page, 'I am sure').click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel(elevationWords.password, { exact: true })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await expectReadOut(dialog(page), 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText(new Refusal('elevation_needed').message)
  await button(page, 'dismiss').click()
  await expect(topic(page).getByText('10 recovery codes left.')).toBeVisible()
  await button(page, oneTimeCodes.off).click()
  await button(page, 'I am sure').click()
  await dialog(page).getByLabel(elevationWords.password, { exact: true }).fill('not this one')
  await code(page).fill(shown(secret))
  await button(page, elevationWords.confirm).click()
  await expect(dialog(page).getByLabel(elevationWords.password, { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await dialog(page).getByLabel(elevationWords.password, { exact: true }).fill(secretWord)
  await code(page).fill('000000')
  await button(page, elevationWords.confirm).click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await button(page, elevationWords.confirm).click()
  await expect(button(page, oneTimeCodes.setUp)).toBeVisible()
  // The session is now elevated, so deleting the account asks for nothing more.
  await button(page, 'Delete Account').click()
  await button(page, deleteAccount.delete).click()
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
  await button(page, accessTokens.create).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText(new Refusal('elevation_needed').message)
  await button(page, 'dismiss').click()
  await expect(token).toHaveCount(0)
  await button(page, accessTokens.create).click()
  await dialog(page).getByLabel(elevationWords.password, { exact: true }).fill(secretWord)
  await code(page).fill(shown(secret))
  await button(page, elevationWords.confirm).click()
  await expect(token).toBeVisible()
  await button(page, sessionList.endOthers).click()
  await button(page, 'I am sure').click()
  await expect.poll(async () => (await server.request('/v2/users/me', { token: other })).status).toBe(401)
})

test('an account without codes is asked for its password alone before it is deleted', async ({ actor, server }) => {
  const mira = await actor('mira')
  const page = await mira.open()
  await openAccountTab(page)
  await pass(server, 11)
  await button(page, 'Delete Account').click()
  await button(page, deleteAccount.delete).click()
  await button(page, 'I am sure').click()
  await expect(dialog(page)).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  expect((await server.request('/v2/users/me', { token: mira.token })).status).toBe(200)
  await dialog(page).getByLabel(elevationWords.password, { exact: true }).fill(secretWord)
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
  await page.getByLabel(resetPasswordWords.password, { exact: true }).fill('lamp river seventeen')
  await button(page, resetPasswordWords.save).click()
  await expect(title(page, codeStep.title)).toBeVisible()
  await enterCode(page, '000000')
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await enterCode(page, shown(secret))
  await expect(button(page, 'Account: Mira')).toBeVisible()
})

test('five wrong codes end the sign-in, which starts again', async ({ actor, server, visitor }) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  const page = await visitor()
  await visitAndSignIn(page, mira.email)
  for (let tries = 0; tries < 5; tries++) {
    const answered = page.waitForResponse('**/v2/authenticate')
    await enterCode(page, `00000${tries}`)
    await answered
    await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  }
  await enterCode(page, shown(secret))
  await expect(page).toHaveURL(/\/(auth_error|signin)/)
  await expect(page.getByText('This sign-in is no longer valid. Start again.')).toBeVisible()
})

test('whoever lets a machine in proves who it is first; without a proof nothing is signed in', async ({ actor, server }) => {
  const mira = await actor('mira')
  const { secret } = await switchOn(server, mira.token)
  await pass(server, 60)
  const { body: machine } = await server.request('/v3/device-sign-in', { body: { name: 'media-server', type: 'linux' } })
  const answer = () => server.request('/v3/device-sign-in/token', { body: { device_code: machine.device_code } })
  const page = await mira.open(`/device?code=${machine.user_code}`)
  await button(page, deviceCode.go).click()
  await expect(button(page, deviceCode.connect)).not.toHaveAttribute('aria-disabled')
  await button(page, deviceCode.connect).click()
  await expect(dialog(page).getByLabel(elevationWords.password, { exact: true })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(new Refusal('elevation_needed').message)).toBeVisible()
  expect((await answer()).body.error.code).toBe('authorization_pending')
  await button(page, deviceCode.connect).click()
  await dialog(page).getByLabel(elevationWords.password, { exact: true }).fill(secretWord)
  await code(page).fill('000000')
  await button(page, elevationWords.confirm).click()
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/)
  await code(page).fill(shown(secret))
  await button(page, elevationWords.confirm).click()
  await expect(page.getByText('“media-server” is signed in.')).toBeVisible()
  expect((await answer()).body.access_token).toEqual(expect.any(String))
})
