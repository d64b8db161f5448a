import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notifyAccountChanged } from '../notify.ts'
import { deletePlan, deletePurchases, findPlan, type PlanRow, savePlan } from './rows.ts'
import { givenPlan } from './rules.ts'

const renewalJob = 'plan-renewal'
/** Microseconds after the end of a period until the payment of the next one is checked. */
const grace = 24 * 60 * 60_000_000

interface Renewal {
  account: string
}

/** Schedules the check of a plan for the end of its period. */
export function renewLater(tx: Writer, jobs: Jobs, { account, ends, paid_until }: PlanRow): Promise<void> {
  const payload: Renewal = { account }
  return jobs.add(tx, { type: renewalJob, key: account, payload, at: ends ?? paid_until + grace })
}

/** Registers the job that renews plans that are paid for and ends the others. */
export function renewPlans({ db, bus, jobs, billing }: Pick<Deps, 'db' | 'bus' | 'jobs' | 'billing'>): void {
  jobs.handle<Renewal>(renewalJob, async ({ account }, _attempt, { now }) => {
    const plan = await findPlan(db, account)
    if (!plan) return undefined
    const due = plan.ends ?? plan.paid_until + grace
    if (now < due) return { again: { account }, at: due }
    const until = plan.ends === null ? await billing.provider(plan.provider)?.renewed(plan, now) : undefined
    return db
      .write(async (tx) => {
        await tx.lockBoxes([account])
        const still = await findPlan(tx, account)
        // Cancelled, or bought again, while the provider was asked.
        if (still?.subscription !== plan.subscription || still.ends !== plan.ends) return { again: { account } }
        if (until !== undefined) {
          await savePlan(tx, { ...plan, paid_until: until })
          return { again: { account }, at: until + grace }
        }
        await deletePlan(tx, plan)
        return undefined
      })
      .then((left) => {
        if (!left) notifyAccountChanged(bus, account)
        return left
      })
  })
}

/** Cancels and deletes the plan of an account. @returns false: nothing is left */
export async function deleteFor({ db, billing }: Pick<Deps, 'db' | 'billing'>, owner: string): Promise<boolean> {
  const plan = await findPlan(db, owner)
  if (plan?.ends === null && plan.provider !== givenPlan) await billing.provider(plan.provider)?.cancel(plan.subscription)
  await db.write(async (tx) => {
    if (plan) await deletePlan(tx, plan)
    await deletePurchases(tx, owner)
  })
  return false
}
