import { type PlanId, planPrice } from '@waypost/protocol'

// What Pro costs, in the words of the specification. Prices are in US dollars wherever one is, and so is their form.

/** `$39.99` */
export const priceOf = (plan: PlanId): string => dollars(planPrice[plan])

/** What a plan is announced with: a year by what it is a month. */
export const headlineOf = (plan: PlanId): string => (plan === 'yearly' ? `${dollars(planPrice.yearly / 12)}/mo` : priceOf(plan))

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
