// Implements payments without money, for servers without a payment provider.

import { type PlanId, Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import { periodEnd } from '../plan/rules.ts'
import { clientKey } from '../tokens.ts'
import type { CardProvider, PaymentProvider, Purchase, WalletProvider } from './billing.ts'

// The built-in test checkout, which takes no money and says so. It exists only without real providers.

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
export const builtInCard: CardProvider = {
  ...till,
  async buy({ plan }, token) {
    if (!token.startsWith('tok_test_')) throw new Refusal('payment_failed', 'This is no token of the test checkout.')
    if (token.startsWith('tok_test_declined')) throw new Refusal('payment_failed', 'The test card was declined.')
    return bought(plan)
  },
}

/** A wallet whose offers are approved on our own page. */
export const builtInWallet: WalletProvider = {
  ...till,
  offer: async (_order, comeBack) => ({ subscription: `test_${clientKey()}`, approveAt: comeBack }),
  take: async (subscription, plan) => ({ ...bought(plan), subscription }),
}

function bought(plan: PlanId): Purchase {
  return { subscription: `test_${clientKey()}`, paidUntil: periodEnd(microseconds(), plan) }
}
