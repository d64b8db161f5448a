import { planPrice, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import type { WalletProvider } from './billing.ts'
import { type PaypalConfig, PaypalError, signedInPaypal } from './paypal-api.ts'

// Uses the plain REST interface: the server SDK can create a plan but not the product that it needs, and reaches only its two built-in
// hosts. https://developer.paypal.com/docs/api/subscriptions/v1/

const product = 'WAYPOST-PRO'
const planName = 'Waypost Pro, monthly'
/** Microseconds until a failed renewal payment is checked again. */
const lookAgainAfter = 24 * 60 * 60 * 1_000_000

const Plans = v.object({
  plans: v.optional(v.array(v.object({ id: v.string(), name: v.optional(v.string()), status: v.optional(v.string()) })), []),
})
const Made = v.object({ id: v.string() })
const Subscription = v.object({
  id: v.string(),
  status: v.string(),
  start_time: v.optional(v.string()),
  billing_info: v.optional(v.object({ next_billing_time: v.optional(v.string()) })),
  links: v.optional(v.array(v.object({ rel: v.string(), href: v.string() })), []),
})
const Transactions = v.object({ transactions: v.optional(v.array(v.object({ id: v.string(), status: v.string() })), []) })
/** PayPal payments through subscriptions. */
export function paypalWallet(config: PaypalConfig): WalletProvider {
  const ask = signedInPaypal(config)
  let plan: string | undefined

  const find = (id: string) => ask(Subscription, `/v1/billing/subscriptions/${encodeURIComponent(id)}`)

  async function monthlyPlan(): Promise<string> {
    if (plan !== undefined) return plan
    const sold = { id: product, name: 'Waypost Pro', type: 'SERVICE', category: 'SOFTWARE' }
    await unlessOver(ask(Made, '/v1/catalogs/products', sold), 'DUPLICATE_RESOURCE_IDENTIFIER')
    const { plans } = await ask(Plans, `/v1/billing/plans?product_id=${product}&page_size=20`)
    const known = plans.find(({ name, status }) => name === planName && status === 'ACTIVE')
    plan = (known ?? (await ask(Made, '/v1/billing/plans', monthly(), `${product}-monthly-${planPrice.monthly}`))).id
    return plan
  }

  return {
    name: 'paypal',

    offer: (order, comeBack, giveUp) =>
      unlessRefused(async () => {
        const { id, links } = await ask(
          Subscription,
          '/v1/billing/subscriptions',
          {
            plan_id: await monthlyPlan(),
            custom_id: order.account,
            application_context: {
              brand_name: 'Waypost',
              user_action: 'SUBSCRIBE_NOW',
              shipping_preference: 'NO_SHIPPING',
              return_url: comeBack,
              cancel_url: giveUp,
            },
          },
          order.key,
        )
        const approveAt = links.find(({ rel }) => rel === 'approve')?.href
        if (approveAt === undefined) throw new Refusal('payment_failed', 'PayPal did not say where to approve the payment.')
        return { subscription: id, approveAt }
      }),

    take: (id) =>
      unlessRefused(async () => {
        const { status, billing_info } = await find(id)
        if (status !== 'ACTIVE') throw new Refusal('payment_failed', 'The payment was not approved. Nothing was charged.')
        return { subscription: id, paidUntil: timeOf(billing_info?.next_billing_time) }
      }),

    async renewed({ subscription }, now) {
      const { status, billing_info } = await find(subscription)
      if (status !== 'ACTIVE') return undefined
      return Math.max(timeOf(billing_info?.next_billing_time), now + lookAgainAfter)
    },

    cancel,

    async refund(id) {
      const { start_time } = await find(id)
      const from = encodeURIComponent(new Date(start_time ?? 0).toISOString())
      const to = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/transactions?start_time=${from}&end_time=${to}`
      for (const { id: capture, status } of (await ask(Transactions, path)).transactions) {
        if (status !== 'COMPLETED') continue
        const refund = ask(Made, `/v2/payments/captures/${encodeURIComponent(capture)}/refund`, {}, `refund-${capture}`)
        await unlessOver(refund, 'CAPTURE_FULLY_REFUNDED')
      }
      await cancel(id)
    },
  }

  async function cancel(id: string): Promise<void> {
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`
    await unlessOver(ask(v.unknown(), path, { reason: 'Cancelled by the user.' }), 'SUBSCRIPTION_STATUS_INVALID')
  }
}

const monthly = () => ({
  product_id: product,
  name: planName,
  status: 'ACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      pricing_scheme: { fixed_price: { value: (planPrice.monthly / 100).toFixed(2), currency_code: 'USD' } },
    },
  ],
  payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 2 },
})

/** Parses a time into microseconds since 1970. */
function timeOf(text: string | undefined): number {
  const time = Date.parse(text ?? '')
  if (Number.isNaN(time)) throw new Error('PayPal did not say when the next payment is.')
  return time * 1_000
}

async function unlessOver(work: Promise<unknown>, issue: string): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof PaypalError) || !error.issues.includes(issue)) throw error
  }
}

/** Separates a declined payment, where no money was taken, from an unknown outcome. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refused = error instanceof PaypalError && error.status >= 400 && error.status < 500
    throw refused ? new Refusal('payment_failed', undefined, { cause: error }) : error
  }
}
