import type { PlanId } from '@waypost/protocol'

/** One purchase of Pro. */
export interface Order {
  /** The same one each time that this purchase is tried, so that however often that is, it is paid once. */
  key: string
  plan: PlanId
  account: string
  email: string
}

/** What was bought: the provider's own name for it, and when the period that is paid for ends, in microseconds since 1970. */
export interface Purchase {
  subscription: string
  paidUntil: number
}

/** A plan that renews, as far as who takes the money needs to know it. */
export interface RenewingPlan {
  subscription: string
  plan_id: PlanId
  paid_until: number
}

/**
 * Who takes the money for Pro and goes on taking it as a plan renews. Everything may be asked again, and is done once.
 * Throws a Refusal `payment_failed` where it is certain that no money moved, and any other error where nobody knows.
 */
export interface PaymentProvider {
  readonly name: 'test' | 'stripe' | 'paypal'
  /** When the period ends that is paid for by now; undefined once the plan has lapsed. */
  renewed(plan: RenewingPlan, now: number): Promise<number | undefined>
  /** Takes nothing more. */
  cancel(subscription: string): Promise<void>
  /** Takes nothing more and gives back what was taken. */
  refund(subscription: string): Promise<void>
}

export interface CardProvider extends PaymentProvider {
  /** @param token what the checkout made of a card */
  buy(order: Order, token: string): Promise<Purchase>
}

export interface WalletProvider extends PaymentProvider {
  /**
   * Offers a purchase to the wallet's owner.
   * @param comeBack where the wallet sends its owner afterwards
   * @param giveUp the same, for one who does not approve
   * @returns where to approve it
   */
  offer(order: Order, comeBack: string, giveUp: string): Promise<{ subscription: string; approveAt: string }>
  /** Takes what was approved. */
  take(subscription: string, plan: PlanId): Promise<Purchase>
}

/** What Pro can be paid with here. */
export interface Billing {
  card: CardProvider | undefined
  wallet: WalletProvider | undefined
  /** Who took the money for a plan; undefined when this server no longer knows them. */
  provider(name: string): PaymentProvider | undefined
  /** The key with which a page asks Stripe for card tokens. */
  stripePublicKey: string | undefined
}
