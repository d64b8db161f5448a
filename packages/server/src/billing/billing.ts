// Declares the interfaces of payment providers, for cards and for wallets.

import type { PlanId } from '@waypost/protocol'
import type { Micros } from '../change.ts'

/** One purchase of Pro. */
interface Order {
  /** The idempotency key: the same for every attempt at this purchase, so that it is paid once. */
  key: string
  plan: PlanId
  account: string
  email: string
}

/** A completed purchase: the provider's id, and the end of the paid period in microseconds since 1970. */
export interface Purchase {
  subscription: string
  paidUntil: number
}

/** The part of a renewing plan that providers need. */
interface RenewingPlan {
  subscription: string
  plan_id: PlanId
  paid_until: Micros
}

/**
 * A payment provider, which also charges renewals. Every method is idempotent.
 * Throws a Refusal `payment_failed` when certainly no money was taken, and any other error when that is not known.
 */
export interface PaymentProvider {
  readonly name: 'test' | 'stripe' | 'paypal'
  /** The end of the period that is paid by now; undefined once the plan has lapsed. */
  renewed(plan: RenewingPlan, now: Micros): Promise<number | undefined>
  /** Stops charging. */
  cancel(subscription: string): Promise<void>
  /** Charges again after `cancel`, before the paid period has ended. Absent where a cancellation is final. */
  resume?(subscription: string): Promise<void>
  /** Stops charging and refunds the payment. */
  refund(subscription: string): Promise<void>
}

export interface CardProvider extends PaymentProvider {
  /** @param token what the checkout made of a card */
  buy(order: Order, token: string): Promise<Purchase>
}

export interface WalletProvider extends PaymentProvider {
  /**
   * Creates an offer that the wallet's owner can approve.
   * @param comeBack where the wallet sends its owner afterwards
   * @param giveUp the same, for one who does not approve
   * @returns where to approve it
   */
  offer(order: Order, comeBack: string, giveUp: string): Promise<{ subscription: string; approveAt: string }>
  /** Charges an approved offer. */
  take(subscription: string, plan: PlanId): Promise<Purchase>
}

/** The payment providers of this server. */
export interface Billing {
  card: CardProvider | undefined
  wallet: WalletProvider | undefined
  /** The provider of a plan; undefined when it is no longer configured. */
  provider(name: string): PaymentProvider | undefined
  /** The public key with which a page gets card tokens from Stripe. */
  stripePublicKey: string | undefined
}
