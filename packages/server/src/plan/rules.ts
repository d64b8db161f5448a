// Applies the rules of plans: storage limits, what an account shows of its plan, and when a period ends.

import { type Account, limits, type PlanId } from '@waypost/protocol'
import { filled } from '../objects.ts'
import type { ServerSettings } from '../settings/rules.ts'
import type { PlanRow } from './rows.ts'

/** The storage limits of an account, in bytes. */
export interface Allowed {
  fileBytes: number
  storageBytes: number
  /** What Pro would allow; absent with Pro, and where no plans are sold. */
  withPro?: Pick<Allowed, 'fileBytes' | 'storageBytes'>
}

/** Whether a plan still gives Pro. `now` in microseconds. */
export const isCurrent = (plan: PlanRow | undefined, now: number): plan is PlanRow =>
  plan !== undefined && (plan.ends === null || plan.ends > now)

/** The part of the server settings that decides what plans give. */
type PlanSettings = Pick<ServerSettings, 'plans' | 'storage'>

/** The limits of an account with a plan or without one. No file may be larger than all of the storage. */
export function allowedBy({ plans, storage }: PlanSettings, plan: PlanRow | undefined, now: number): Allowed {
  const within = (fileBytes: number, storageBytes: number) => ({ fileBytes: Math.min(fileBytes, storageBytes), storageBytes })
  if (plans === 'off') return within(limits.largestFile, storage.pro)
  const withPro = within(limits.pro.fileBytes, storage.pro)
  return isCurrent(plan, now) ? withPro : { ...within(limits.free.fileBytes, storage.free), withPro }
}

/** The fields that the plan adds to an account. */
export function planShown(
  settings: PlanSettings,
  plan: PlanRow | undefined,
  now: number,
): Pick<Account, 'pro' | 'plans_off' | 'plan_id' | 'pro_until' | 'max_upload_size'> {
  const current = isCurrent(plan, now) ? plan : undefined
  return {
    ...filled({
      pro: settings.plans === 'off' || current !== undefined,
      plans_off: settings.plans === 'off',
      plan_id: current?.plan_id,
      pro_until: current?.ends ? current.ends / 1e6 : undefined,
    }),
    max_upload_size: allowedBy(settings, plan, now).fileBytes,
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
