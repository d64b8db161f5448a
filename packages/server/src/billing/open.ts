// Opens the configured payment providers, and loads only those. If there is none, a provider that takes no money stands in for tests.

import { type PlanId, Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import { periodEnd } from '../plan/rules.ts'
import { clientKey } from '../tokens.ts'
import type { Billing, CardProvider, PaymentProvider, Purchase, WalletProvider } from './billing.ts'

/** Opens the configured providers. The test checkout, which moves no money, is offered only if no real provider is configured. */
export async function openBilling({
  stripe,
  paypal,
  testCheckout,
}: Pick<Config, 'stripe' | 'paypal' | 'testCheckout'>): Promise<Billing> {
  const tests = testCheckout === 'on' && stripe === undefined && paypal === undefined
  const card = stripe ? (await import('./stripe.ts')).stripeCard(stripe) : tests ? builtInCard : undefined
  const wallet = paypal ? (await import('./paypal.ts')).paypalWallet(paypal) : tests ? builtInWallet : undefined
  // Include the test checkout: plans that were bought with it stay valid.
  const providers: readonly (PaymentProvider | undefined)[] = [card, wallet, builtInCard]
  return {
    card,
    wallet,
    provider: (name) => providers.find((provider) => provider?.name === name),
    stripePublicKey: stripe?.publicKey,
  }
}

// The built-in test checkout, which takes no money and says so. It exists only if no real provider is configured.

const till = {
  name: 'test',
  async renewed({ plan_id, paid_until }, now) {
    let until = paid_until
    while (until <= now) until = periodEnd(until, plan_id)
    return until
  },
  async cancel() {},
  async resume() {},
  async refund() {},
} as const satisfies PaymentProvider

/** Accepts card tokens that start with `tok_test_`, except those that start with `tok_test_declined`. */
const builtInCard: CardProvider = {
  ...till,
  async buy({ plan }, token) {
    if (!token.startsWith('tok_test_')) throw new Refusal('payment_failed', 'This is no token of the test checkout.')
    if (token.startsWith('tok_test_declined')) throw new Refusal('payment_failed', 'The test card was declined.')
    return bought(plan)
  },
}

const builtInWallet: WalletProvider = {
  ...till,
  offer: async (_order, comeBack) => ({ subscription: `test_${clientKey()}`, approveAt: comeBack }),
  take: async (subscription, plan) => ({ ...bought(plan), subscription }),
}

function bought(plan: PlanId): Purchase {
  return { subscription: `test_${clientKey()}`, paidUntil: periodEnd(microseconds(), plan) }
}
