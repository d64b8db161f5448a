// On the engines too: a code is used once, also by two at once; failures are counted by upserts.

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noRateLimits } from '../../http/rate-limits.ts'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { readCode, stepOf } from './rules.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
let admin: string
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_TRUST_PROXY: '127.0.0.1,::1' })
  admin = (await server.signUp('first@example.org')).token
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const password = 'a password for tests'
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

/** The code that an app shows now, or `steps` steps of 30 seconds from now. */
const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** As if no code had been used yet. */
const forgetUsed = (at = server) => at.app.db.write((tx) => tx.run('UPDATE one_time_code SET last_step = 0'))

async function withCodes(email: string, at = server) {
  const { token, account } = await at.signUp(email)
  const { body } = await at.request('/v3/factors/codes', { token, body: {} })
  const confirmed = await at.request('/v3/factors/codes/confirm', { token, body: { code: shown(body.secret) } })
  expect(confirmed.status).toBe(200)
  await forgetUsed(at)
  return { token, account, secret: body.secret as string, recovery: confirmed.body.recovery_codes as string[] }
}

/** The first step of a sign-in. @returns the provider's token */
const begin = async (email: string, at = server): Promise<string> =>
  (await at.request('/provider/local/sign-in', { body: { email, password } })).body.access_token

const authenticate = (access_token: string, code?: string, at = server, from = '192.0.2.1') =>
  at.request('/v2/authenticate', { body: { type: 'local', access_token, code }, headers: { 'x-forwarded-for': from } })

const factorsOf = async (token: string) => (await server.request('/v3/factors', { token })).body

test('one-time codes count once a first code is typed; the secret is in the address for the app, and ten recovery codes come', async () => {
  const { token } = await server.signUp('setup@example.org')
  const { body: started } = await server.request('/v3/factors/codes', { token, body: {} })
  expect(started.uri).toBe(
    `otpauth://totp/Waypost:setup%40example.org?issuer=Waypost&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  // Not yet: the app may never have got it.
  expect(await factorsOf(token)).not.toHaveProperty('codes')
  expect((await authenticate(await begin('setup@example.org'))).status).toBe(200)
  const confirm = (code: string) => server.request('/v3/factors/codes/confirm', { token, body: { code } })
  expect(codeOf(await confirm(shown(started.secret, 9)))).toEqual([400, 'code_wrong'])
  const { body: again } = await server.request('/v3/factors/codes', { token, body: {} })
  expect(again.secret).not.toBe(started.secret)
  expect(codeOf(await confirm(shown(started.secret)))).toEqual([400, 'code_wrong'])
  const { body: confirmed } = await confirm(shown(again.secret).replace(/^(...)/, '$1 '))
  expect(new Set(confirmed.recovery_codes).size).toBe(10)
  for (const code of confirmed.recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect(await factorsOf(token)).toMatchObject({ codes: { recovery_codes: 10, created: expect.any(Number) } })
  expect(codeOf(await confirm(shown(again.secret)))).toEqual([404, 'not_found'])
  expect(codeOf(await server.request('/v3/factors/codes', { token, body: {} }))).toEqual([403, 'forbidden'])
  const rows = JSON.stringify(await server.app.db.all('SELECT * FROM recovery_code'))
  for (const code of confirmed.recovery_codes) expect(rows).not.toContain(readCode(code))
  await server.app.jobs.processAll()
  expect(mailbox.received.filter(({ to }) => to[0] === 'setup@example.org').map(({ text }) => text)).toEqual([
    expect.stringContaining('One-time codes were switched on.'),
  ])
})

test('a password alone no longer signs in: the same sign-in takes a code, once, and the code works once', async () => {
  const { account, secret } = await withCodes('ana@example.org')
  const [first, second] = [await begin('ana@example.org'), await begin('ana@example.org')]
  expect(codeOf(await authenticate(first))).toEqual([400, 'code_needed'])
  expect(codeOf(await authenticate(first))).toEqual([400, 'code_needed'])
  const code = shown(secret)
  const { status, body } = await authenticate(first, code)
  expect([status, body.iden]).toEqual([200, account.iden])
  expect((await server.request('/v2/users/me', { token: body.api_key })).status).toBe(200)
  expect(codeOf(await authenticate(first, shown(secret, 1)))).toEqual([400, 'sign_in_failed'])
  const replayed = await authenticate(second, code)
  expect([...codeOf(replayed), replayed.body.error.param]).toEqual([400, 'code_wrong', 'code'])
  // A code of the next step is accepted once, and no earlier code afterwards.
  expect((await authenticate(second, shown(secret, 1))).status).toBe(200)
  expect(codeOf(await authenticate(await begin('ana@example.org'), shown(secret)))).toEqual([400, 'code_wrong'])
})

test('a code may come with the first step', async () => {
  const { secret } = await withCodes('quick@example.org')
  expect((await authenticate(await begin('quick@example.org'), shown(secret))).status).toBe(200)
})

test('the code of the step before and after is taken, others are not', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const at = 1_700_000_010_000
  const code = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at + steps * 30_000 })
  const now = Math.floor(at / 30_000)
  expect([-2, -1, 0, 1, 2].map((steps) => stepOf(secret, code(steps), at))).toEqual([undefined, now - 1, now, now + 1, undefined])
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(stepOf(secret, wrong, at)).toBeUndefined()
  // RFC 6238, appendix B, of which apps show the last six digits.
  expect(stepOf(new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32, '287082', 59_000)).toBe(1)
})

test('a recovery code works in place of a code, once, however it is typed; its owner is told, and sees how many are left', async () => {
  const { token, recovery } = await withCodes('lost@example.org')
  const [one, other] = recovery as [string, string]
  const { body } = await authenticate(await begin('lost@example.org'), ` ${one.toLowerCase().replaceAll('-', ' ')}`)
  expect(body.api_key).toEqual(expect.any(String))
  const ticket = await begin('lost@example.org')
  expect(codeOf(await authenticate(ticket, one))).toEqual([400, 'code_wrong'])
  expect((await authenticate(ticket, other)).status).toBe(200)
  expect((await factorsOf(token)).codes.recovery_codes).toBe(8)
  await server.app.jobs.processAll()
  const mails = mailbox.received.filter(
    ({ to, headers }) => to[0] === 'lost@example.org' && headers.subject?.includes('recovery'),
  )
  expect(mails.map(({ text }) => /(\d) of 10 are left/.exec(text)?.[1]).sort()).toEqual(['8', '9'])
})

test('one code signs in once, also at the same time', async () => {
  const { secret, recovery } = await withCodes('twice@example.org')
  for (const code of [shown(secret), recovery[0] as string]) {
    const tickets = await Promise.all([1, 2, 3].map(() => begin('twice@example.org')))
    const answers = await Promise.all(tickets.map((ticket) => authenticate(ticket, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  }
  const ticket = await begin('twice@example.org')
  const both = await Promise.all(recovery.slice(1, 3).map((code) => authenticate(ticket, code)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('new recovery codes end the old ones', async () => {
  const { token, recovery } = await withCodes('renew@example.org')
  const { body } = await server.request('/v3/factors/recovery-codes', { token, body: {} })
  expect(body.recovery_codes).toHaveLength(10)
  const ticket = await begin('renew@example.org')
  expect(codeOf(await authenticate(ticket, recovery[0]))).toEqual([400, 'code_wrong'])
  expect((await authenticate(ticket, body.recovery_codes[0])).status).toBe(200)
})

test('codes that are switched off are not asked for, and neither they nor recovery codes count any more', async () => {
  const { token, secret, recovery } = await withCodes('off@example.org')
  const waiting = await begin('off@example.org')
  expect(codeOf(await authenticate(waiting))).toEqual([400, 'code_needed'])
  expect((await server.request('/v3/factors/codes', { token, method: 'DELETE' })).status).toBe(200)
  expect(codeOf(await server.request('/v3/factors/codes', { token, method: 'DELETE' }))).toEqual([404, 'not_found'])
  expect(codeOf(await server.request('/v3/factors/recovery-codes', { token, body: {} }))).toEqual([404, 'not_found'])
  for (const code of [shown(secret), recovery[0]])
    expect(codeOf(await authenticate(waiting, code))).toEqual([400, 'sign_in_failed'])
  expect((await authenticate(await begin('off@example.org'))).status).toBe(200)
  expect(await factorsOf(token)).not.toHaveProperty('codes')
})

test("a code of another account, and another account's recovery code, open nothing", async () => {
  const [own, other] = [await withCodes('own@example.org'), await withCodes('other@example.org')]
  const ticket = await begin('own@example.org')
  for (const code of [shown(other.secret), other.recovery[0], "' OR 1=1 --", '000000000000', ''])
    expect(codeOf(await authenticate(ticket, code))[0]).toBe(400)
  expect((await factorsOf(other.token)).codes.recovery_codes).toBe(10)
  expect((await factorsOf(own.token)).codes.recovery_codes).toBe(10)
})

test('a sign-in takes five codes at most, waits ten minutes, and ends with a change of the password', async () => {
  const { token, secret } = await withCodes('tries@example.org')
  const many = await begin('tries@example.org')
  for (let tries = 0; tries < 5; tries++) expect(codeOf(await authenticate(many, '000000'))).toEqual([400, 'code_wrong'])
  expect(codeOf(await authenticate(many, shown(secret)))).toEqual([400, 'sign_in_failed'])
  const late = await begin('tries@example.org')
  expect(codeOf(await authenticate(late))).toEqual([400, 'code_needed'])
  await server.app.db.write((tx) => tx.run('UPDATE sign_in_step SET expires = expires - $1', [600_000_001]))
  expect(codeOf(await authenticate(late, shown(secret)))).toEqual([400, 'sign_in_failed'])
  const old = await begin('tries@example.org')
  expect(codeOf(await authenticate(old))).toEqual([400, 'code_needed'])
  const body = { password, new_password: 'lamp river seventeen' }
  expect((await server.request('/provider/local/change-password', { token, body })).status).toBe(200)
  expect(codeOf(await authenticate(old, shown(secret)))).toEqual([400, 'sign_in_failed'])
})

test('guessing codes is limited over all sign-ins, not where the owner has signed in before, and the owner is told once', async () => {
  const rateLimits = { ...noRateLimits, oneTimeCode: { burst: 6, every: 300_000 } }
  const environment = { WAYPOST_SMTP_URL: mailbox.url, WAYPOST_TRUST_PROXY: '127.0.0.1,::1' }
  const own = await startTestServer(environment, { rateLimits, nodes: 1 })
  const { secret } = await withCodes('guessed@example.org', own)
  const home = '198.51.100.7'
  expect((await authenticate(await begin('guessed@example.org', own), shown(secret), own, home)).status).toBe(200)
  await forgetUsed(own)
  for (let tries = 0; tries < 6; tries++) {
    const guess = await authenticate(await begin('guessed@example.org', own), '000000', own, `192.0.2.${tries}`)
    expect(codeOf(guess)).toEqual([400, 'code_wrong'])
  }
  // Even the right code is now refused from elsewhere, but not at home.
  const ticket = await begin('guessed@example.org', own)
  const refused = await authenticate(ticket, shown(secret), own, '192.0.2.99')
  expect([...codeOf(refused), Number(refused.headers.get('retry-after'))]).toEqual([429, 'ratelimited', expect.any(Number)])
  expect((await authenticate(ticket, shown(secret), own, home)).status).toBe(200)
  await forgetUsed(own)
  // Neither a restart nor another node gives new attempts.
  await own.restart()
  const again = await authenticate(await begin('guessed@example.org', own), shown(secret), own, '192.0.2.98')
  expect(codeOf(again)).toEqual([429, 'ratelimited'])
  await own.app.jobs.processAll()
  const notices = mailbox.received.filter(({ text }) => text.includes('wrong one-time codes for guessed@example.org'))
  expect(notices).toHaveLength(1)
  await own.close()
})

test('a link to a new password does not open an account with codes: its sign-in asks for a code as well', async () => {
  const { secret } = await withCodes('reset@example.org')
  const { body: link } = await server.request('/v3/admin/reset-link', { token: admin, body: { email: 'reset@example.org' } })
  const body = { token: link.url.split('reset=')[1], password: 'lamp river seventeen' }
  const { body: granted } = await server.request('/provider/local/reset', { body })
  expect(codeOf(await authenticate(granted.access_token))).toEqual([400, 'code_needed'])
  expect((await authenticate(granted.access_token, shown(secret))).status).toBe(200)
})

test('an administrator removes the codes of a person who has lost them, which is logged and told; others may not', async () => {
  const { token } = await withCodes('phone@example.org')
  const remove = (who: string, email: string) => server.request('/v3/admin/remove-factors', { token: who, body: { email } })
  expect(codeOf(await remove(token, 'phone@example.org'))).toEqual([403, 'forbidden'])
  expect(codeOf(await remove(admin, 'unknown@example.org'))).toEqual([404, 'not_found'])
  expect(codeOf(await authenticate(await begin('phone@example.org')))).toEqual([400, 'code_needed'])
  const warn = vi.spyOn(server.app.http.log, 'warn')
  expect(await remove(admin, 'Phone@example.org')).toMatchObject({ status: 200, body: { codes: true } })
  expect(await remove(admin, 'Phone@example.org')).toMatchObject({ status: 200, body: { codes: false } })
  expect((await authenticate(await begin('phone@example.org'))).status).toBe(200)
  await server.app.jobs.processAll()
  expect(mailbox.received.filter(({ to, text }) => to[0] === 'phone@example.org' && text.includes('administrator'))).toHaveLength(
    1,
  )
  // On the large engines, requests alternate between two nodes, and the spy observes one.
  const { body: log } = await server.request('/v3/audit', { token })
  expect(log.entries).toMatchObject([{ act: 'remove-factors' }, { act: 'remove-factors' }, { act: 'codes-on' }])
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ admin: expect.any(String), account: expect.any(String) })
  warn.mockRestore()
})

test('deleting an account deletes its codes, and a waiting sign-in', async () => {
  const { token, account } = await withCodes('gone@example.org')
  expect(codeOf(await authenticate(await begin('gone@example.org')))).toEqual([400, 'code_needed'])
  expect((await server.request('/v2/users/me', { token, method: 'DELETE' })).status).toBe(200)
  for (const table of ['one_time_code', 'recovery_code', 'sign_in_step'])
    expect(await server.app.db.all(`SELECT 1 AS one FROM ${table} WHERE account = $1`, [account.iden])).toEqual([])
})
