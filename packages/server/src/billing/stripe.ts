import { planPrice, Refusal } from '@waypost/protocol'
import Stripe from 'stripe'
import type { CardProvider, Purchase } from './billing.ts'

export interface StripeConfig {
  key: string
  publicKey?: string
  api?: string
}

const product = 'waypost-pro'
/** Microseconds until a failed renewal payment is checked again. */
const lookAgainAfter = 24 * 60 * 60 * 1_000_000

/** Card payments through Stripe: one customer and one subscription for each purchase. https://docs.stripe.com/api */
export function stripeCard({ key, api }: StripeConfig): CardProvider {
  const stripe = new Stripe(key, { ...at(api), maxNetworkRetries: 2, timeout: 20_000, telemetry: false })

  async function ensureProduct(): Promise<void> {
    try {
      await stripe.products.create({ id: product, name: 'Waypost Pro' })
    } catch (error) {
      if (codeOf(error) !== 'resource_already_exists') throw error
    }
  }

  return {
    name: 'stripe',

    buy: (order, token) =>
      unlessRefused(async () => {
        if (!/^(tok|pm|src)_\w{1,200}$/.test(token)) throw new Refusal('payment_failed', 'This is no token of a card.')
        const again = (step: string) => ({ idempotencyKey: `waypost-${order.key}-${step}` })
        await ensureProduct()
        const customer = await stripe.customers.create(
          {
            email: order.email,
            metadata: { account: order.account },
            ...(token.startsWith('pm_')
              ? { payment_method: token, invoice_settings: { default_payment_method: token } }
              : { source: token }),
          },
          again('customer'),
        )
        const subscription = await stripe.subscriptions.create(
          {
            customer: customer.id,
            items: [
              {
                price_data: {
                  currency: 'usd',
                  product,
                  unit_amount: planPrice[order.plan],
                  recurring: { interval: order.plan === 'yearly' ? 'year' : 'month' },
                },
              },
            ],
            payment_behavior: 'error_if_incomplete',
            metadata: { account: order.account, plan: order.plan },
          },
          again('subscription'),
        )
        return { subscription: subscription.id, paidUntil: periodEndOf(subscription) } satisfies Purchase
      }),

    async renewed({ subscription: id }, now) {
      const subscription = await stripe.subscriptions.retrieve(id)
      // The period has advanced without a payment; Stripe retries for some days.
      if (subscription.status === 'past_due') return now + lookAgainAfter
      return subscription.status === 'active' ? periodEndOf(subscription) : undefined
    },

    async cancel(id) {
      await unlessOver(stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    },

    async resume(id) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    },

    async refund(id) {
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id)
      const paid = invoice
        ? await stripe.invoicePayments.list({ invoice: typeof invoice === 'string' ? invoice : invoice.id, status: 'paid' })
        : { data: [] }
      for (const { payment } of paid.data) {
        const intent = typeof payment.payment_intent === 'string' ? payment.payment_intent : payment.payment_intent?.id
        if (intent === undefined) throw new Error('Stripe took a payment that it cannot name.')
        await unlessOver(stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `waypost-refund-${intent}` }))
      }
      await unlessOver(stripe.subscriptions.cancel(id))
    },
  }
}

/** Converts seconds to microseconds. */
function periodEndOf({ items }: Stripe.Subscription): number {
  const end = items.data[0]?.current_period_end
  if (end === undefined) throw new Error('Stripe sold a subscription without a period.')
  return end * 1_000_000
}

/** Separates a declined payment, where no money was taken, from an unknown outcome. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new Refusal('payment_failed', error.message, { cause: error })
    const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
    const wrong = [StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError].some(
      (kind) => error instanceof kind,
    )
    throw wrong ? new Refusal('payment_failed', undefined, { cause: error }) : error
  }
}

/** Ignores errors of steps that were already done. */
async function unlessOver(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!['resource_missing', 'charge_already_refunded'].includes(codeOf(error) ?? '')) throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.code : undefined)

function at(api: string | undefined) {
  if (api === undefined) return {}
  const { hostname, port, protocol } = new URL(api)
  return { host: hostname, protocol: protocol === 'http:' ? 'http' : 'https', ...(port ? { port } : {}) } as const
}
