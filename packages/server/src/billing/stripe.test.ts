import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { readConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { type ProviderRequest, startProvider } from './test-provider.ts'

// Responses follow https://docs.stripe.com/api.

const minute = 60_000_000
const hour = 60 * minute
const day = 24 * hour

let server: TestServer
let provider: Awaited<ReturnType<typeof startProvider>>
let token: string
let account: { iden: string }
let people = 0
/** Overrides the provider's next response. */
let odd: ((request: ProviderRequest) => ReturnType<Parameters<typeof startProvider>[0]> | undefined) | undefined
let status = 'active'
let periodEnd = 0

const subscription = () => ({
  id: 'sub_1',
  object: 'subscription',
  status,
  customer: 'cus_1',
  latest_invoice: 'in_1',
  items: { object: 'list', data: [{ id: 'si_1', object: 'subscription_item', current_period_end: periodEnd }] },
})

beforeAll(async () => {
  let products = 0
  provider = await startProvider((request) => {
    const given = odd?.(request)
    if (given) return given
    if (request.path === '/v1/products') {
      if (products++ === 0) return { body: { id: 'waypost-pro', object: 'product' } }
      const error = { type: 'invalid_request_error', code: 'resource_already_exists', message: 'Product already exists.' }
      return { status: 400, body: { error } }
    }
    if (request.path === '/v1/customers') return { body: { id: 'cus_1', object: 'customer' } }
    if (request.path.startsWith('/v1/subscriptions')) return { body: subscription() }
    if (request.path === '/v1/invoice_payments') {
      const payment = { type: 'payment_intent', payment_intent: 'pi_1' }
      return {
        body: { object: 'list', has_more: false, data: [{ id: 'inpay_1', object: 'invoice_payment', status: 'paid', payment }] },
      }
    }
    if (request.path === '/v1/refunds') return { body: { id: 're_1', object: 'refund', status: 'succeeded' } }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: request.path } } }
  })
  server = await startTestServer(
    { WAYPOST_LOG: 'silent' },
    { config: { stripe: { key: 'sk_test_1', publicKey: 'pk_test_1', api: provider.origin } } },
  )
  // The first account is the administrator's and already has Pro.
  await server.signUp('admin@example.org')
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(async () => {
  odd = undefined
  status = 'active'
  periodEnd = Math.floor(Date.now() / 1_000) + 365 * 86_400
  provider.requests.length = 0
  ;({ token, account } = await server.signUp(`person-${people++}@example.org`))
})

const me = async () => (await server.request('/v2/users/me', { token })).body
const upgrade = (token_id: string, plan_id = 'yearly') =>
  server.request('/v3/upgrade-pro', { token, body: { token_id, plan_id } })
const downgrade = () => server.request('/v3/downgrade-pro', { token, method: 'POST' })
const fields = (call: ProviderRequest | undefined) => Object.fromEntries(new URLSearchParams(call?.body))

test('API-062 PRO-012 PRO-013 a card buys a subscription at the price of the plan', async () => {
  expect((await upgrade('tok_visa')).body).toEqual({})
  expect(await me()).toMatchObject({ pro: true, plan_id: 'yearly' })
  const [made] = provider.to('POST', '/v1/subscriptions')
  expect(made?.headers.authorization).toBe('Bearer sk_test_1')
  expect(fields(made)).toMatchObject({
    customer: 'cus_1',
    'items[0][price_data][unit_amount]': '3999',
    'items[0][price_data][currency]': 'usd',
    'items[0][price_data][recurring][interval]': 'year',
    payment_behavior: 'error_if_incomplete',
  })
  expect(fields(provider.to('POST', '/v1/customers')[0])).toMatchObject({ source: 'tok_visa', 'metadata[account]': account.iden })
  const count = provider.requests.length
  expect((await upgrade('tok_visa')).body).toEqual({})
  expect(provider.requests).toHaveLength(count)

  ;({ token, account } = await server.signUp('monthly@example.org'))
  expect((await upgrade('pm_card', 'monthly')).status).toBe(200)
  expect(fields(provider.to('POST', '/v1/subscriptions')[1])).toMatchObject({
    'items[0][price_data][unit_amount]': '499',
    'items[0][price_data][recurring][interval]': 'month',
  })
  expect(fields(provider.to('POST', '/v1/customers')[1])).toMatchObject({ payment_method: 'pm_card' })
  expect((await server.request('/v3/checkout')).body).toEqual({ card: 'stripe', stripe_public_key: 'pk_test_1' })
})

test('API-062 a card that is declined buys nothing, and the reason is told', async () => {
  odd = ({ method, path }) =>
    method === 'POST' && path === '/v1/subscriptions'
      ? { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } } }
      : undefined
  const refused = await upgrade('tok_declined')
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'payment_failed', message: 'Your card was declined.' }),
  ])
  expect(await me()).not.toHaveProperty('pro')
  odd = undefined
  expect((await upgrade('tok_other')).status).toBe(200)
})

test('GAP-090 with a real provider nothing is had at the test checkout', async () => {
  for (const id of ['4242 4242 4242 4242', 'sub_1', 'tok_']) expect((await upgrade(id)).body.error.code).toBe('payment_failed')
  const wallet = await server.request('/v3/create-paypal-transaction', { token, body: { plan: 'monthly' } })
  expect(wallet.body.error.code).toBe('payment_failed')
  expect(provider.to('POST', '/v1/subscriptions')).toEqual([])
})

test('API-062 an answer that got lost: Pro appears by itself, under the key of the first attempt, and is paid once', async () => {
  odd = ({ method, path }) => (method === 'POST' && path === '/v1/subscriptions' ? 'hang up' : undefined)
  const lost = await upgrade('tok_lost')
  expect([lost.status, lost.body.error.code]).toEqual([503, 'unavailable'])
  expect((await upgrade('tok_second')).body.error.code).toBe('unavailable')
  expect(await me()).not.toHaveProperty('pro')
  odd = undefined
  await server.restart()
  await server.app.jobs.processAll(microseconds() + 3 * minute)
  expect(await me()).toMatchObject({ pro: true })
  const keys = provider.to('POST', '/v1/subscriptions').map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('API-064 PRO-032 cancelled, it ends with the period that is paid for', async () => {
  await upgrade('tok_visa_cancel')
  await server.app.db.write((tx) =>
    tx.run('UPDATE plan SET since = $1 WHERE account = $2', [microseconds() - 73 * hour, account.iden]),
  )
  odd = ({ method, path }) =>
    method === 'POST' && path === '/v1/subscriptions/sub_1' ? { status: 500, body: { error: {} } } : undefined
  expect((await downgrade()).body.error.code).toBe('unavailable')
  expect(await me()).not.toHaveProperty('pro_until')
  odd = undefined
  expect((await downgrade()).body).toEqual({})
  expect(fields(provider.to('POST', '/v1/subscriptions/sub_1').at(-1))).toEqual({ cancel_at_period_end: 'true' })
  expect(provider.to('POST', '/v1/refunds')).toEqual([])
  expect((await me()).pro_until).toBe(periodEnd)
})

test('a cancelled plan is resumed at Stripe: it renews again with the next period; while Stripe fails it stays cancelled', async () => {
  await upgrade('tok_visa_resume')
  await server.app.db.write((tx) =>
    tx.run('UPDATE plan SET since = $1 WHERE account = $2', [microseconds() - 73 * hour, account.iden]),
  )
  await downgrade()
  const resume = () => server.request('/v3/resume-pro', { token, method: 'POST' })
  const updates = () => provider.to('POST', '/v1/subscriptions/sub_1').map(fields)
  expect(await me()).toMatchObject({ pro_until: periodEnd, pro_resumable: true })
  odd = ({ method, path }) =>
    method === 'POST' && path === '/v1/subscriptions/sub_1' ? { status: 500, body: { error: {} } } : undefined
  expect((await resume()).body.error.code).toBe('unavailable')
  expect(await me()).toMatchObject({ pro_until: periodEnd, pro_resumable: true })
  odd = undefined
  expect((await resume()).body).toEqual({})
  expect(updates().at(-1)).toEqual({ cancel_at_period_end: 'false' })
  expect(await me()).toMatchObject({ pro: true })
  for (const field of ['pro_until', 'pro_resumable']) expect(await me()).not.toHaveProperty(field)
  const end = periodEnd * 1e6
  periodEnd += 365 * 86_400
  await server.app.jobs.processAll(end + 2 * day)
  const plan = () =>
    server.app.db.one<{ paid_until: number; ends: number | null }>('SELECT paid_until, ends FROM plan WHERE account = $1', [
      account.iden,
    ])
  expect(await plan()).toEqual({ paid_until: periodEnd * 1e6, ends: null })
  const count = updates().length
  expect((await resume()).body.error.code).toBe('not_pro')
  expect(updates()).toHaveLength(count)
})

test('a plan whose payment was given back is not resumed, and Stripe is not asked', async () => {
  await upgrade('tok_visa_no_resume')
  await downgrade()
  expect(await me()).not.toHaveProperty('pro_resumable')
  expect((await server.request('/v3/resume-pro', { token, method: 'POST' })).body.error.code).toBe('not_pro')
  expect(provider.to('POST', '/v1/subscriptions/sub_1')).toEqual([])
})

test('PRO-009 cancelled within 72 hours, the payment is given back', async () => {
  await upgrade('tok_visa_refund')
  expect((await downgrade()).body).toEqual({})
  expect(provider.to('GET', '/v1/invoice_payments')[0]?.query.get('invoice')).toBe('in_1')
  expect(fields(provider.to('POST', '/v1/refunds')[0])).toEqual({ payment_intent: 'pi_1' })
  expect(provider.to('DELETE', '/v1/subscriptions/sub_1')).toHaveLength(1)
})

test('Pro goes on when it was renewed, waits while a payment is late, and ends when it lapsed', async () => {
  await upgrade('tok_visa_renew')
  const end = periodEnd * 1e6
  periodEnd += 365 * 86_400
  const paidUntil = async () =>
    (await server.app.db.one<{ paid_until: number }>('SELECT paid_until FROM plan WHERE account = $1', [account.iden]))
      ?.paid_until
  await server.app.jobs.processAll(end + 2 * day)
  expect(await paidUntil()).toBe(periodEnd * 1e6)
  status = 'past_due'
  await server.app.jobs.processAll(periodEnd * 1e6 + 2 * day)
  expect(await me()).toMatchObject({ pro: true })
  expect(await paidUntil()).toBe(periodEnd * 1e6 + 3 * day)
  status = 'canceled'
  await server.app.jobs.processAll(periodEnd * 1e6 + 6 * day)
  expect(await me()).not.toHaveProperty('pro')
})

test('an account that goes pays nothing more', async () => {
  await upgrade('tok_visa_leaver')
  await server.request('/v2/users/me', { method: 'DELETE', token })
  await server.app.jobs.processAll(microseconds() + 2 * minute)
  expect(fields(provider.to('POST', '/v1/subscriptions/sub_1')[0])).toEqual({ cancel_at_period_end: 'true' })
  expect(await server.app.db.all('SELECT * FROM plan WHERE account = $1', [account.iden])).toEqual([])
  expect(await server.app.db.all('SELECT * FROM plan_purchase WHERE account = $1', [account.iden])).toEqual([])
})

test('settings: keys are checked and never repeated', () => {
  expect(readConfig({ WAYPOST_STRIPE_KEY: 'sk_live_1' }).stripe).toEqual({ key: 'sk_live_1' })
  expect(() => readConfig({ WAYPOST_STRIPE_KEY: 'pk_live_1' })).toThrow(/^WAYPOST_STRIPE_KEY is not a secret key; [^1]*$/)
})
