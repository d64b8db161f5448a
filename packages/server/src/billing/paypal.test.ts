import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { readConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { type ProviderRequest, startProvider } from './test-provider.ts'

// Responses follow https://developer.paypal.com/docs/api/subscriptions/v1/.

const minute = 60_000_000
const hour = 60 * minute
const day = 24 * hour

let server: TestServer
let provider: Awaited<ReturnType<typeof startProvider>>
let token: string
let account: { iden: string }
let people = 0
let status: string
let links: object[]
let down = false
/** The status with which a new subscription is refused, if any. */
let refusal: number | undefined
/** The time of each payment by its name; PayPal's clock runs slightly ahead of ours. */
let payments: Record<string, number>
let cancelling: Promise<void> | undefined
const begun = new Date(Date.now() - 3_600_000)
let nextTime: string

beforeAll(async () => {
  let products = 0
  const plans: object[] = []
  provider = await startProvider(async ({ method, path, query }) => {
    if (down) return 'hang up'
    if (path === '/v1/oauth2/token') return { body: { access_token: 'A21', token_type: 'Bearer', expires_in: 32_400 } }
    if (path === '/v1/catalogs/products') {
      if (products++ === 0) return { status: 201, body: { id: 'WAYPOST-PRO' } }
      return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'DUPLICATE_RESOURCE_IDENTIFIER' }] } }
    }
    if (path === '/v1/billing/plans' && method === 'GET') return { body: { plans } }
    if (path === '/v1/billing/plans') {
      plans.push({ id: 'P-1', name: 'Waypost Pro, monthly', status: 'ACTIVE' })
      return { status: 201, body: { id: 'P-1' } }
    }
    if (path.endsWith('/cancel')) {
      await cancelling
      return { status: 204 }
    }
    if (path.endsWith('/transactions')) {
      const [from, to] = [query.get('start_time'), query.get('end_time')]
      if (from === null || to === null) return { status: 400, body: { name: 'INVALID_REQUEST' } }
      const within = Object.entries(payments).filter(([, time]) => time >= Date.parse(from) && time <= Date.parse(to))
      const transactions = within.map(([id]) => ({ id, status: id.startsWith('DECLINED') ? 'DECLINED' : 'COMPLETED' }))
      return { body: { transactions } }
    }
    if (path === '/v1/billing/subscriptions' && refusal) return { status: refusal, body: { name: 'REFUSED' } }
    if (path.endsWith('/refund')) return { status: 201, body: { id: 'R1', status: 'COMPLETED' } }
    const start_time = begun.toISOString()
    return { status: 201, body: { id: 'I-SUB1', status, start_time, billing_info: { next_billing_time: nextTime }, links } }
  })
  server = await startTestServer(
    { WAYPOST_LOG: 'silent' },
    { config: { paypal: { clientId: 'me', secret: 'secret', api: provider.origin } } },
  )
  // The first account is the administrator's and already has Pro.
  await server.signUp('admin@example.org')
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(async () => {
  down = false
  refusal = undefined
  cancelling = undefined
  payments = { CAP1: Date.now() }
  status = 'APPROVAL_PENDING'
  nextTime = '2030-06-01T10:00:00Z'
  links = [{ rel: 'approve', href: 'https://www.paypal.example/approve?ba_token=BA-1' }]
  provider.requests.length = 0
  ;({ token, account } = await server.signUp(`payer-${people++}@example.org`))
})

const me = async () => (await server.request('/v2/users/me', { token })).body
const create = () => server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })
const approve = (paypal_token: string) =>
  server.request('/v3/upgrade-pro', { token, body: { type: 'paypal', paypal_token, paypal_plan: 'monthly' } })

function tokenOf(call: ProviderRequest | undefined): string {
  const { return_url } = JSON.parse(call?.body ?? '{}').application_context
  expect(return_url.startsWith(`${server.origin}/paypal-payment-approve?token=`)).toBe(true)
  // The wallet appends its own parameters, one with the same name; pages that read the first one get ours.
  return new URL(`${return_url}&subscription_id=I-SUB1&ba_token=BA-1&token=5AB`).searchParams.get('token') as string
}

test('API-063 API-065 PRO-013 PRO-023 an approved subscription at the monthly price gives Pro', async () => {
  expect((await create()).body).toEqual({ redirect_url: 'https://www.paypal.example/approve?ba_token=BA-1' })
  const [made] = provider.to('POST', '/v1/billing/subscriptions')
  expect(made?.headers.authorization).toBe('Bearer A21')
  expect(JSON.parse(made?.body ?? '')).toMatchObject({ plan_id: 'P-1', custom_id: account.iden })
  const [plan] = provider.to('POST', '/v1/billing/plans')
  expect(JSON.parse(plan?.body ?? '').billing_cycles[0].pricing_scheme.fixed_price).toEqual({
    value: '4.99',
    currency_code: 'USD',
  })
  const paypalToken = tokenOf(made)

  const early = await approve(paypalToken)
  expect([early.status, early.body.error.code]).toEqual([400, 'payment_failed'])
  expect(await me()).not.toHaveProperty('pro')
  status = 'ACTIVE'
  expect((await approve(paypalToken)).body).toEqual({})
  expect((await approve(paypalToken)).body).toEqual({})
  expect(await me()).toMatchObject({ pro: true, plan_id: 'monthly' })
  expect((await server.request('/v3/checkout')).body).toEqual({ wallet: 'paypal' })
  // The plan is looked up, not created again.
  await server.restart()
  ;({ token, account } = await server.signUp('next-payer@example.org'))
  await create()
  expect(provider.to('POST', '/v1/billing/plans')).toHaveLength(1)
})

test('PRO-024 GAP-025 a wallet that does not say where to approve is an error with a code and a message', async () => {
  links = []
  const refused = await create()
  expect([refused.status, refused.body.error]).toEqual([400, expect.objectContaining({ code: 'payment_failed' })])
  expect(refused.body.error.message).toContain('PayPal')
  down = true
  const away = await create()
  expect([away.status, away.body.error.code]).toEqual([503, 'unavailable'])
})

test('a subscription that PayPal refuses is a failed payment; after an error of PayPal it may have been taken', async () => {
  const refused = async (status: number) => {
    refusal = status
    return (await create()).body.error.code
  }
  expect([await refused(422), await refused(400), await refused(500)]).toEqual([
    'payment_failed',
    'payment_failed',
    'unavailable',
  ])
})

test('API-063 one who approved and did not come back has Pro all the same', async () => {
  await create()
  await server.app.jobs.processAll(microseconds() + 11 * minute)
  expect(await me()).not.toHaveProperty('pro')
  status = 'ACTIVE'
  await server.app.jobs.processAll(microseconds() + 30 * minute)
  expect(await me()).toMatchObject({ pro: true })
})

test('PRO-009 PRO-032 cancelled, it ends with its period; within 72 hours the payment is given back', async () => {
  await create()
  const paypalToken = tokenOf(provider.to('POST', '/v1/billing/subscriptions')[0])
  status = 'ACTIVE'
  await approve(paypalToken)
  await server.request('/v3/downgrade-pro', { token, method: 'POST' })
  expect(provider.to('POST', '/v2/payments/captures/').map(({ path }) => path)).toEqual(['/v2/payments/captures/CAP1/refund'])
  expect(provider.to('POST', '/v1/billing/subscriptions/I-SUB1/cancel')).toHaveLength(1)

  await server.app.db.write((tx) =>
    tx.run('UPDATE plan SET since = $1, ends = NULL WHERE account = $2', [microseconds() - 73 * hour, account.iden]),
  )
  provider.requests.length = 0
  await server.request('/v3/downgrade-pro', { token, method: 'POST' })
  expect(provider.to('POST', '/v2/payments/captures/')).toEqual([])
  expect(provider.to('POST', '/v1/billing/subscriptions/I-SUB1/cancel')).toHaveLength(1)
  expect((await me()).pro_until).toBe(Date.parse(nextTime) / 1_000)
})

test('PRO-009 a refund gives back every completed payment of the subscription, and none from before it began', async () => {
  payments = {
    BEFORE: begun.getTime() - 1_000,
    FIRST: begun.getTime(),
    DECLINED: begun.getTime() + 1_000,
    LATEST: Date.now() + 30_000,
  }
  await create()
  const paypalToken = tokenOf(provider.to('POST', '/v1/billing/subscriptions')[0])
  status = 'ACTIVE'
  await approve(paypalToken)
  expect((await server.request('/v3/downgrade-pro', { token, method: 'POST' })).body).toEqual({})
  expect(provider.to('POST', '/v2/payments/captures/').map(({ path }) => path.split('/')[4])).toEqual(['FIRST', 'LATEST'])
})

test('Pro goes on when it was renewed, waits a day at a time while a payment is late, and ends when the subscription has', async () => {
  await create()
  const paypalToken = tokenOf(provider.to('POST', '/v1/billing/subscriptions')[0])
  status = 'ACTIVE'
  await approve(paypalToken)
  const end = Date.parse(nextTime) * 1_000
  nextTime = '2030-07-01T10:00:00Z'
  const paidUntil = async () =>
    (await server.app.db.one<{ paid_until: number }>('SELECT paid_until FROM plan WHERE account = $1', [account.iden]))
      ?.paid_until
  expect(await paidUntil()).toBe(end)
  await server.app.jobs.processAll(end + 2 * day)
  const nextEnd = Date.parse(nextTime) * 1_000
  expect(await paidUntil()).toBe(nextEnd)
  // PayPal still reports the same time, so nothing was paid.
  await server.app.jobs.processAll(nextEnd + 2 * day)
  expect(await paidUntil()).toBe(nextEnd + 3 * day)
  expect(await me()).toMatchObject({ pro: true })
  status = 'SUSPENDED'
  await server.app.jobs.processAll(nextEnd + 5 * day)
  expect(await me()).not.toHaveProperty('pro')
})

test('a plan that replaced the cancelled one while PayPal was asked goes on', async () => {
  await create()
  const paypalToken = tokenOf(provider.to('POST', '/v1/billing/subscriptions')[0])
  status = 'ACTIVE'
  await approve(paypalToken)
  let release = () => {}
  cancelling = new Promise((resolve) => {
    release = resolve
  })
  const answer = server.request('/v3/downgrade-pro', { token, method: 'POST' })
  await expect.poll(() => provider.to('POST', '/v1/billing/subscriptions/I-SUB1/cancel')).toHaveLength(1)
  await server.app.db.write((tx) =>
    tx.run("UPDATE plan SET subscription = 'I-SUB2', since = $1 WHERE account = $2", [microseconds(), account.iden]),
  )
  release()
  expect((await answer).status).toBe(200)
  const plan = await server.app.db.one('SELECT subscription, ends FROM plan WHERE account = $1', [account.iden])
  expect(plan).toEqual({ subscription: 'I-SUB2', ends: null })
  expect(await me()).not.toHaveProperty('pro_until')
})

test('settings: both halves are needed', () => {
  const both = { WAYPOST_PAYPAL_CLIENT_ID: 'a', WAYPOST_PAYPAL_SECRET: 'b' }
  expect(readConfig(both).paypal).toEqual({ clientId: 'a', secret: 'b', api: 'https://api-m.paypal.com' })
  expect(() => readConfig({ WAYPOST_PAYPAL_CLIENT_ID: 'a' })).toThrow('WAYPOST_PAYPAL_SECRET is not set')
  expect(() => readConfig({ WAYPOST_PAYPAL_SECRET: 'a' })).toThrow('WAYPOST_PAYPAL_CLIENT_ID is not set')
  expect(() => readConfig({ ...both, WAYPOST_PAYPAL_API: 'nowhere' })).toThrow('WAYPOST_PAYPAL_API')
})
