import type { PlanId } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import type { Query, Reader, Writer } from '../db/db.ts'
import { countRows, saveRow } from '../db/write-row.ts'

/** A Pro plan of an account. Times in microseconds since 1970. */
export interface PlanRow {
  account: string
  plan_id: PlanId
  provider: string
  subscription: string
  since: Micros
  paid_until: Micros
  /** The end of a cancelled plan; null while it renews. */
  ends: Micros | null
}

/** One attempt to buy a plan. */
export interface PurchaseRow {
  /** SHA-256 of the checkout's token. */
  token: string
  account: string
  plan_id: PlanId
  provider: string
  /** `offered`: a wallet is yet to approve it; `begun`: the result is not known yet. */
  state: 'offered' | 'begun' | 'done' | 'refused'
  created: Micros
  subscription: string | null
}

/** The plan of an account, possibly expired. */
export const findPlan = (reader: Reader, account: string) =>
  reader.one<PlanRow>('SELECT * FROM plan WHERE account = $1', [account])

/** Decides whether an account has Pro, and how much it may store. */
export interface Standing {
  /** Administrators have Pro without a plan. */
  admin: boolean
  plan: PlanRow | undefined
  /** The storage limit in bytes that an administrator set; null if the plan's limit applies. */
  ownLimit: number | null
}

/** The query of `findStanding`. */
export const standing = (account: string): Query => ({
  sql: `SELECT account.admin AS is_admin, account.storage_limit, plan.*
     FROM account LEFT JOIN plan ON plan.account = account.iden WHERE account.iden = $1`,
  values: [account],
})

export async function findStanding(reader: Reader, account: string): Promise<Standing> {
  const { sql, values } = standing(account)
  const row = await reader.one<
    { is_admin: number; storage_limit: number | null } & (PlanRow | { [column in keyof PlanRow]: null })
  >(sql, values)
  return {
    admin: row?.is_admin === 1,
    plan: row?.account == null ? undefined : row,
    ownLimit: row?.storage_limit ?? null,
  }
}

export const savePlan = (tx: Writer, { account, plan_id, provider, subscription, since, paid_until, ends }: PlanRow) =>
  saveRow(tx, 'plan', 'account', { account, plan_id, provider, subscription, since, paid_until, ends })

/** The number of accounts that pay for Pro: their plan renews, or a payment is in progress. */
export const countPaying = (reader: Reader) =>
  countRows(
    reader,
    `FROM (SELECT account FROM plan WHERE ends IS NULL AND provider <> 'given'
       UNION SELECT account FROM plan_purchase WHERE state = 'begun') AS paying`,
  )

/** Deletes a plan, unless another has replaced it. */
export const deletePlan = (tx: Writer, { account, subscription }: PlanRow) =>
  tx.run('DELETE FROM plan WHERE account = $1 AND subscription = $2', [account, subscription])

export const findPurchase = (reader: Reader, token: string) =>
  reader.one<PurchaseRow>('SELECT * FROM plan_purchase WHERE token = $1', [token])

/** The purchase of an account that is in progress. */
export const findBegun = (reader: Reader, account: string) =>
  reader.one<PurchaseRow>(`SELECT * FROM plan_purchase WHERE account = $1 AND state = 'begun'`, [account])

/** The number of an account's purchases since a time. */
export const offersSince = (reader: Reader, account: string, since: Micros) =>
  countRows(reader, 'FROM plan_purchase WHERE account = $1 AND created > $2', [account, since])

export const savePurchase = (tx: Writer, purchase: PurchaseRow) => saveRow(tx, 'plan_purchase', 'token', purchase)

export const deletePurchase = (tx: Writer, token: string) => tx.run('DELETE FROM plan_purchase WHERE token = $1', [token])

/** Deletes the purchases of an account except the one in progress, which still has to be refunded. */
export const deletePurchases = (tx: Writer, account: string) =>
  tx.run(`DELETE FROM plan_purchase WHERE account = $1 AND state <> 'begun'`, [account])
