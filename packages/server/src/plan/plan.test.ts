// On the engines too: a purchase is made once, also by two at once, and renewed by a job.

import { freeLimits, planPrice, proLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { endingOf, periodEnd } from './rules.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ token: admin } = await server.signUp('admin@example.org'))
})
afterAll(() => server.close())

const hour = 60 * 60_000_000
const day = 24 * hour

const me = async (token: string) => (await server.request('/v2/users/me', { token })).body
const upgrade = (token: string, body: object) => server.request('/v3/upgrade-pro', { token, body })
const downgrade = (token: string) => server.request('/v3/downgrade-pro', { token, method: 'POST' })
const planRow = (iden: string) =>
  server.app.db.one<{ since: number; paid_until: number; ends: number | null; subscription: string }>(
    'SELECT * FROM plan WHERE account = $1',
    [iden],
  )
const setSince = (iden: string, since: number) =>
  server.app.db.write((tx) => tx.run('UPDATE plan SET since = $2 WHERE account = $1', [iden, since]))

test('API-062 API-098 API-099 PRO-010 PRO-011 PRO-018 PRO-020 a free user buys Pro by card; once Pro, no more', async () => {
  const { token, account } = await server.signUp('buyer@example.org')
  expect(account).not.toHaveProperty('pro')
  const stream = await openStream(server.origin, token)
  const bought = await upgrade(token, { token_id: 'tok_test_1', plan_id: 'yearly' })
  expect([bought.status, bought.body]).toEqual([200, {}])
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  stream.close()
  expect(await me(token)).toMatchObject({ pro: true, plan_id: 'yearly', max_upload_size: proLimits.fileBytes })
  expect(await me(token)).not.toHaveProperty('pro_until')
  const again = await upgrade(token, { token_id: 'tok_test_2', plan_id: 'monthly' })
  expect([again.status, again.body.error.code]).toEqual([400, 'already_pro'])
  expect((await me(token)).plan_id).toBe('yearly')
  const wallet = await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })
  expect(wallet.body.error.code).toBe('already_pro')
})

test('API-062 PRO-011 what cannot be bought is refused, and the reason is in error.message', async () => {
  const { token, account } = await server.signUp('refused@example.org')
  for (const [body, code, param] of [
    [{ plan_id: 'yearly' }, 'invalid_param', 'token_id'],
    [{ token_id: 'tok_test_a' }, 'invalid_param', 'plan_id'],
    [{ token_id: 'tok_test_a', plan_id: 'weekly' }, 'invalid_param', 'plan_id'],
    [{ token_id: 'tok_visa', plan_id: 'yearly' }, 'payment_failed', undefined],
    [{ token_id: 'tok_test_declined', plan_id: 'yearly' }, 'payment_failed', undefined],
    [{ type: 'paypal', paypal_plan: 'monthly' }, 'invalid_param', 'paypal_token'],
    [{ type: 'paypal', paypal_token: 'EC-unknown', paypal_plan: 'monthly' }, 'payment_failed', undefined],
    [{ type: 'paypal', paypal_token: 'EC-unknown', paypal_plan: 'yearly' }, 'invalid_param', 'paypal_plan'],
  ] as const) {
    const refused = await upgrade(token, body)
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([400, code, param])
    expect(refused.body.error.message).toBeTruthy()
  }
  expect((await upgrade(token, { token_id: 'tok_test_declined', plan_id: 'yearly' })).body.error.message).toBe(
    'The test card was declined.',
  )
  expect(await me(token)).not.toHaveProperty('pro')
  expect(await planRow(account.iden)).toBeUndefined()
  // A declined card doesn't prevent the next attempt.
  expect((await upgrade(token, { token_id: 'tok_test_b', plan_id: 'monthly' })).status).toBe(200)
  expect((await server.request('/v3/upgrade-pro', { body: { token_id: 'tok_test_b', plan_id: 'monthly' } })).status).toBe(401)
})

test('API-062 a token that is sent twice, one after the other or at once, buys once', async () => {
  const { token, account } = await server.signUp('twice@example.org')
  const other = await server.signUp('other@example.org')
  const body = { token_id: 'tok_test_twice', plan_id: 'monthly' }
  const answers = await Promise.all([
    upgrade(token, body),
    upgrade(token, body),
    upgrade(token, { ...body, token_id: 'tok_test_more' }),
  ])
  expect(answers.map(({ status }) => status)).toContain(200)
  const row = await planRow(account.iden)
  expect(row).toBeDefined()
  // On several nodes, their order is undefined.
  const bought = answers.slice(0, 2).some(({ status }) => status === 200)
  if (bought) expect((await upgrade(token, body)).body).toEqual({})
  expect(await planRow(account.iden)).toEqual(row)
  const done = await server.app.db.all("SELECT * FROM plan_purchase WHERE account = $1 AND state = 'done'", [account.iden])
  expect(done).toHaveLength(1)
  const stolen = await upgrade(other.token, { ...body, token_id: bought ? body.token_id : 'tok_test_more' })
  expect([stolen.status, stolen.body.error.code]).toEqual([400, 'payment_failed'])
})

test('API-063 API-065 PRO-023 PRO-024 GAP-090 the wallet is approved on a page of our own, for the monthly plan', async () => {
  const { token, account } = await server.signUp('wallet@example.org')
  const { status, body } = await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })
  expect(status).toBe(200)
  const url = new URL(body.redirect_url)
  expect([url.origin, url.pathname]).toEqual([server.origin, '/paypal-payment-approve'])
  const walletToken = url.searchParams.get('token') as string
  expect(walletToken).toMatch(/^EC-test/)
  const yearly = await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'yearly' } })
  expect([yearly.body.error.code, yearly.body.error.param]).toEqual(['invalid_param', 'plan'])
  expect(yearly.body).not.toHaveProperty('redirect_url')

  // An offer is bought only when its owner approves.
  await server.app.jobs.processAll(microseconds() + day)
  expect(await planRow(account.iden)).toBeUndefined()
  const stranger = await server.signUp('wallet-stranger@example.org')
  const payment = { type: 'paypal', paypal_token: walletToken, paypal_plan: 'monthly' }
  expect((await upgrade(stranger.token, payment)).body.error.code).toBe('payment_failed')
  expect((await upgrade(token, payment)).body).toEqual({})
  expect((await upgrade(token, payment)).body).toEqual({})
  expect(await me(token)).toMatchObject({ pro: true, plan_id: 'monthly' })
})

test('GAP-025 each refusal of the wallet call has a code and a message', async () => {
  const { token } = await server.signUp('codes@example.org')
  for (const body of [{}, { plan: 'none' }, { plan: 'yearly' }]) {
    const refused = await server.request('/v3/create-paypal-transaction', { token, body })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ code: 'invalid_param', message: expect.any(String) })
  }
  for (let count = 0; count < 20; count++)
    expect((await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })).status).toBe(200)
  const more = await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })
  expect([more.status, more.body.error.code]).toEqual([429, 'ratelimited'])
})

test('GAP-090 what can be paid with says that the built-in checkout is one for tests', async () => {
  expect((await server.request('/v3/checkout')).body).toEqual({ card: 'test', wallet: 'test' })
  const off = await startTestServer({ WAYPOST_PLANS: 'off' })
  expect((await off.request('/v3/checkout')).body).toEqual({})
  const { token } = await off.signUp('off@example.org')
  const refused = await off.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_x', plan_id: 'yearly' } })
  expect(refused.body.error.code).toBe('already_pro')
  expect((await off.request('/v3/downgrade-pro', { token, method: 'POST' })).body.error.code).toBe('not_pro')
  await off.close()
})

test('API-064 PRO-030 PRO-032 who cancels keeps Pro until it expires; then it ends and is told live', async () => {
  const { token, account } = await server.signUp('cancels@example.org')
  expect((await downgrade(token)).body.error.code).toBe('not_pro')
  await upgrade(token, { token_id: 'tok_test_cancel', plan_id: 'monthly' })
  await setSince(account.iden, microseconds() - 73 * hour)
  const row = await planRow(account.iden)
  expect([(await downgrade(token)).body, (await downgrade(token)).body]).toEqual([{}, {}])
  expect(await me(token)).toMatchObject({ pro: true, plan_id: 'monthly', pro_until: (row?.paid_until as number) / 1e6 })
  expect((await upgrade(token, { token_id: 'tok_test_again', plan_id: 'monthly' })).body.error.code).toBe('already_pro')

  await server.app.jobs.processAll((row?.paid_until as number) - hour)
  expect(await me(token)).toMatchObject({ pro: true })
  const stream = await openStream(server.origin, token)
  await server.app.jobs.processAll((row?.paid_until as number) + hour)
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  stream.close()
  const after = await me(token)
  for (const field of ['pro', 'plan_id', 'pro_until']) expect(after).not.toHaveProperty(field)
  expect((await upgrade(token, { token_id: 'tok_test_back', plan_id: 'yearly' })).status).toBe(200)
})

test('PRO-009 who cancels within 72 hours gets all of the money back, and has Pro until they are over', async () => {
  const { token, account } = await server.signUp('regrets@example.org')
  await upgrade(token, { token_id: 'tok_test_regret', plan_id: 'yearly' })
  const bought = await planRow(account.iden)
  await downgrade(token)
  expect((await me(token)).pro_until).toBe(((bought?.since as number) + 72 * hour) / 1e6)
  const plan = {
    account: '',
    plan_id: 'yearly',
    provider: 'test',
    subscription: '',
    since: 0,
    paid_until: 365 * day,
    ends: null,
  } as const
  expect(endingOf(plan, 72 * hour - 1)).toEqual({ ends: 72 * hour, refund: true })
  expect(endingOf(plan, 72 * hour)).toEqual({ ends: 365 * day, refund: false })
})

test('Pro renews as long as it is not cancelled', async () => {
  const { token, account } = await server.signUp('renews@example.org')
  await upgrade(token, { token_id: 'tok_test_renew', plan_id: 'monthly' })
  const first = await planRow(account.iden)
  await server.app.jobs.processAll((first?.paid_until as number) + 2 * day)
  const second = await planRow(account.iden)
  expect(second?.paid_until).toBe(periodEnd(first?.paid_until as number, 'monthly'))
  expect(await me(token)).toMatchObject({ pro: true })
})

test('a plan that was paid further ahead meanwhile is left alone until that time is over, and renews then', async () => {
  const { token, account } = await server.signUp('ahead@example.org')
  await upgrade(token, { token_id: 'tok_test_ahead', plan_id: 'monthly' })
  const end = (await planRow(account.iden))?.paid_until as number
  const later = end + 10 * day
  await server.app.db.write((tx) => tx.run('UPDATE plan SET paid_until = $2 WHERE account = $1', [account.iden, later]))
  await server.app.jobs.processAll(end + 2 * day)
  expect((await planRow(account.iden))?.paid_until).toBe(later)
  await server.app.jobs.processAll(later + 2 * day)
  expect((await planRow(account.iden))?.paid_until).toBe(periodEnd(later, 'monthly'))
})

test('PRO-004 PRO-005 PRO-006 GAP-050 Pro lifts the limits of files, storage and texts at once', async () => {
  const { token, account } = await server.signUp('lifted@example.org')
  const start = (size: number) => server.request('/v3/start-upload', { token, body: { name: 'film', size } })
  const devices = await server.request('/v2/devices', { token, body: { nickname: 'Phone', has_sms: true } })
  const text = () =>
    server.request('/v3/create-text', {
      token,
      body: { data: { target_device_iden: devices.body.iden, addresses: ['+1'], message: 'hi' } },
    })
  await server.request('/v3/admin-set-reply-count', { token: admin, body: { email: 'lifted@example.org', reply_count: 100 } })
  expect((await text()).body.error.code).toBe('over_quota')
  expect((await me(token)).reply_count_quota).toBe('over_limit')
  expect((await start(proLimits.fileBytes)).body.error.code).toBe('file_too_big')

  await upgrade(token, { token_id: 'tok_test_lift', plan_id: 'monthly' })
  expect((await text()).status).toBe(200)
  expect(await me(token)).not.toHaveProperty('reply_count_quota')
  for (let count = 0; count < 3; count++) expect((await start(proLimits.fileBytes)).status).toBe(200)
  const tooBig = await start(proLimits.fileBytes + 1)
  expect(tooBig.body.error.message).toBe('File is too big. A file may have up to 1 GB.')
  for (let count = 3; count < 99; count++) expect((await start(proLimits.fileBytes)).status).toBe(200)
  // The account's rows, such as its SMS, use some of it.
  expect((await start(proLimits.fileBytes)).body.error.code).toBe('storage_quota')
  expect((await start(proLimits.fileBytes - 10_000)).status).toBe(200)
  expect((await start(10_000)).body.error.message).toBe(
    'The storage of this account is full: 100 GB of 100 GB are used. Delete some messages or files.',
  )

  await server.app.db.write((tx) => tx.run('UPDATE plan SET ends = 1 WHERE account = $1', [account.iden]))
  expect((await start(freeLimits.fileBytes + 1)).body.error.code).toBe('file_too_big')
  expect((await text()).body.error.code).toBe('over_quota')
})

test('PRO-012 PRO-013 prices, and periods that end on the same day', () => {
  expect(planPrice).toEqual({ yearly: 3_999, monthly: 499 })
  const end = (from: string, plan: 'yearly' | 'monthly') =>
    new Date(periodEnd(Date.parse(from) * 1_000, plan) / 1_000).toISOString()
  expect(end('2026-01-31T10:00:00Z', 'monthly')).toBe('2026-02-28T10:00:00.000Z')
  expect(end('2026-03-15T10:00:00Z', 'monthly')).toBe('2026-04-15T10:00:00.000Z')
  expect(end('2024-02-29T10:00:00Z', 'yearly')).toBe('2025-02-28T10:00:00.000Z')
})

test('a cancelled plan is resumed before it ends, and renews again; a refunded one is not', async () => {
  const resume = (token: string) => server.request('/v3/resume-pro', { token, method: 'POST' })
  const { token, account } = await server.signUp('resumes@example.org')
  expect((await resume(token)).body.error.code).toBe('not_pro')
  await upgrade(token, { token_id: 'tok_test_resume', plan_id: 'yearly' })
  expect((await resume(token)).body.error.code).toBe('not_pro')
  await setSince(account.iden, microseconds() - 4 * day)
  await downgrade(token)
  expect(await me(token)).toMatchObject({ pro: true, pro_resumable: true, pro_until: expect.any(Number) })
  expect((await resume(token)).status).toBe(200)
  expect(await me(token)).not.toHaveProperty('pro_until')
  expect(await me(token)).not.toHaveProperty('pro_resumable')
  expect((await planRow(account.iden))?.ends).toBeNull()
  // Cancelled within 72 hours, it is refunded.
  await setSince(account.iden, microseconds())
  await downgrade(token)
  expect(await me(token)).not.toHaveProperty('pro_resumable')
  expect((await resume(token)).body.error.code).toBe('not_pro')
})
