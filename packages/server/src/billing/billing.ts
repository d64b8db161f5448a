import type { PlanId } from '@waypost/protocol'
import type { Micros } from '../change.ts'

interface Order {
  /** The idempotency key: the same for every attempt at this purchase, so that it is charged once. */
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

interface RenewingPlan {
  subscription: string
  plan_id: PlanId
  paid_until: Micros
}

/**
 * A payment provider, which also charges renewals. Every method is idempotent. Throws a Refusal `payment_failed` if certainly no money was
 * taken, and any other error if the outcome is unknown.
 */
export interface PaymentProvider {
  readonly name: 'test' | 'stripe' | 'paypal'
  /** The end of the period paid so far; undefined once the plan has lapsed. */
  renewed(plan: RenewingPlan, now: Micros): Promise<number | undefined>
  cancel(subscription: string): Promise<void>
  /** Resumes charging after `cancel`, before the paid period ends. Absent if cancellation is final. */
  resume?(subscription: string): Promise<void>
  refund(subscription: string): Promise<void>
}

export interface CardProvider extends PaymentProvider {
  buy(order: Order, token: string): Promise<Purchase>
}

export interface WalletProvider extends PaymentProvider {
  /**
   * Creates an offer that the wallet's owner can approve at `approveAt`. The wallet then redirects to `comeBack`, otherwise to `giveUp`.
   */
  offer(order: Order, comeBack: string, giveUp: string): Promise<{ subscription: string; approveAt: string }>
  take(subscription: string, plan: PlanId): Promise<Purchase>
}

/** The configured payment providers. */
export interface Billing {
  card: CardProvider | undefined
  wallet: WalletProvider | undefined
  provider(name: string): PaymentProvider | undefined
  stripePublicKey: string | undefined
}
