import { type PlanId, planPrice } from '@waypost/protocol'
import { region } from '../ui/language.ts'

// The prices of Pro as the specification writes them: in US dollars and US format for all users.

/** `$39.99` */
export const priceOf = (plan: PlanId): string => dollars(planPrice[plan])

/** The price shown for a plan: the yearly plan by its price per month. */
export const headlineOf = (plan: PlanId): string => (plan === 'yearly' ? `${dollars(planPrice.yearly / 12)}/mo` : priceOf(plan))

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** Formats a date given in seconds since 1970, e.g. '3 March 2027'. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat(region, { dateStyle: 'long' }).format(seconds * 1_000)
}
