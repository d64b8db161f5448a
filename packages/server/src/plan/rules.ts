import { type Account, freeLimits, largestFileBytes, type PlanId, proLimits } from '@waypost/protocol'
import type { PaymentProvider } from '../billing/billing.ts'
import type { Micros } from '../change.ts'
import { filled } from '../objects.ts'
import type { ServerSettings } from '../settings/rules.ts'
import type { PlanRow, Standing } from './rows.ts'

/** Cancelling within this time after buying refunds the full price, and Pro ends when this time is over. */
const refundMilliseconds = 72 * 60 * 60_000

/** The storage limits of an account: bytes per file and in total, and the number of files. */
export interface Allowed {
  fileBytes: number
  storageBytes: number
  files: number
  /** The limits with Pro; absent for Pro accounts, and if Pro can't be bought. */
  withPro?: Omit<Allowed, 'withPro'>
}

/** Whether a plan still gives Pro. `now` in microseconds. */
export const isCurrent = (plan: PlanRow | undefined, now: Micros): plan is PlanRow =>
  plan !== undefined && (plan.ends === null || plan.ends > now)

/** The part of the server settings that decides what plans give. */
export type PlanSettings = Pick<ServerSettings, 'plans' | 'storage' | 'sold'>

/** Whether an account has Pro. */
export const hasPro = (
  { plans }: Pick<PlanSettings, 'plans'>,
  { admin, plan }: Pick<Standing, 'admin' | 'plan'>,
  now: Micros,
): boolean => plans === 'off' || admin || isCurrent(plan, now)

/** The limits of an account: of its plan, or set by an administrator. No file may be larger than the whole storage. */
export function allowedBy(settings: PlanSettings, standing: Standing, now: Micros): Allowed {
  const { plans, storage, sold } = settings
  const within = ({ fileBytes, files }: Pick<Allowed, 'fileBytes' | 'files'>, planned: number) => {
    const storageBytes = standing.ownLimit ?? planned
    return { fileBytes: Math.min(fileBytes, storageBytes), storageBytes, files }
  }
  if (plans === 'off') return within({ ...proLimits, fileBytes: largestFileBytes }, storage.pro)
  const withPro = within(proLimits, storage.pro)
  if (hasPro(settings, standing, now)) return withPro
  return { ...within(freeLimits, storage.free), ...(sold && { withPro }) }
}

/** The provider of the plans that administrators give. */
export const givenPlan = 'given'
/** A given plan never expires: the year 2223. */
const longAfter = 8e15

/** Pro given by an administrator. */
export const planGiven = (account: string, now: Micros): PlanRow => ({
  account,
  plan_id: 'yearly',
  provider: givenPlan,
  subscription: givenPlan,
  since: now,
  paid_until: longAfter,
  ends: null,
})

const ofGroup = (type: string) => `group ${type}`

/** Pro granted by a group at an identity provider. */
export const planByGroup = (account: string, type: string, now: Micros): PlanRow => ({
  ...planGiven(account, now),
  subscription: ofGroup(type),
})

/** Whether a plan comes from a group at an identity provider. */
export const givenByGroup = (plan: PlanRow | undefined, type: string): boolean =>
  plan?.provider === givenPlan && plan.subscription === ofGroup(type)

/** The fields that the plan adds to an account. */
export function planShown(
  settings: PlanSettings,
  standing: Standing,
  now: Micros,
): Pick<Account, 'pro' | 'plans_off' | 'plan_id' | 'pro_until' | 'max_upload_size'> {
  const { plan } = standing
  const current = isCurrent(plan, now) && plan.provider !== givenPlan ? plan : undefined
  return {
    ...filled({
      pro: hasPro(settings, standing, now),
      plans_off: settings.plans === 'off',
      plan_id: current?.plan_id,
      pro_until: current?.ends ? current.ends / 1e6 : undefined,
    }),
    max_upload_size: allowedBy(settings, standing, now).fileBytes,
  }
}

/** Whether a cancelled plan can be resumed: it was not refunded, so the provider still has it. */
export const canResume = (plan: PlanRow | undefined, provider: PaymentProvider | undefined, now: Micros): plan is PlanRow =>
  isCurrent(plan, now) && plan.ends !== null && plan.ends === plan.paid_until && provider?.resume !== undefined

/** When a cancelled plan ends, and whether its price is refunded. Times in microseconds. */
export function endingOf(plan: PlanRow, now: Micros): { ends: Micros; refund: boolean } {
  const refundUntil = plan.since + refundMilliseconds * 1_000
  return now < refundUntil ? { ends: refundUntil, refund: true } : { ends: plan.paid_until, refund: false }
}

/** The end of a plan's period that begins now: the same day of the next month or year, or that month's last day. In microseconds. */
export function periodEnd(start: number, plan: PlanId): number {
  const from = new Date(start / 1_000)
  const until = new Date(from)
  until.setUTCMonth(from.getUTCMonth() + (plan === 'yearly' ? 12 : 1))
  if (until.getUTCDate() !== from.getUTCDate()) until.setUTCDate(0)
  return until.getTime() * 1_000
}
