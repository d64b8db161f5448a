// Applies the rules of plans: storage limits, what an account shows of its plan, and when a period ends.

import { type Account, limits, type PlanId } from '@waypost/protocol'
import { filled } from '../objects.ts'
import type { PlanRow } from './rows.ts'

/** The storage limits of an account, in bytes. */
export interface Allowed {
  fileBytes: number
  storageBytes: number
}

/** Whether a plan still gives Pro. `now` in microseconds. */
export const isCurrent = (plan: PlanRow | undefined, now: number): plan is PlanRow =>
  plan !== undefined && (plan.ends === null || plan.ends > now)

/** @param plans whether this server has plan limits at all */
export function allowedBy(plans: 'on' | 'off', plan: PlanRow | undefined, now: number): Allowed {
  if (plans === 'off') return { fileBytes: limits.largestFile, storageBytes: Number.POSITIVE_INFINITY }
  return isCurrent(plan, now) ? limits.pro : limits.free
}

/** The fields that the plan adds to an account. */
export function planShown(
  plans: 'on' | 'off',
  plan: PlanRow | undefined,
  now: number,
): Pick<Account, 'pro' | 'plan_id' | 'pro_until' | 'max_upload_size'> {
  const current = isCurrent(plan, now) ? plan : undefined
  return {
    ...filled({
      pro: plans === 'off' || current !== undefined,
      plan_id: current?.plan_id,
      pro_until: current?.ends ? current.ends / 1e6 : undefined,
    }),
    max_upload_size: allowedBy(plans, plan, now).fileBytes,
  }
}

/** When a plan that is cancelled ends, and whether its price is given back. Times in microseconds. */
export function endingOf(plan: PlanRow, now: number): { ends: number; refund: boolean } {
  const refundUntil = plan.since + limits.refundFor * 1_000
  return now < refundUntil ? { ends: refundUntil, refund: true } : { ends: plan.paid_until, refund: false }
}

/** When a period of a plan that begins now ends: on the same day of the next month or year, or on its last. In microseconds. */
export function periodEnd(start: number, plan: PlanId): number {
  const from = new Date(start / 1_000)
  const until = new Date(from)
  until.setUTCMonth(from.getUTCMonth() + (plan === 'yearly' ? 12 : 1))
  if (until.getUTCDate() !== from.getUTCDate()) until.setUTCDate(0)
  return until.getTime() * 1_000
}
