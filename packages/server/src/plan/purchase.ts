// Buys Pro from a payment provider once per key, even after a crash or an unclear result.

import { type PlanId, Refusal } from '@waypost/protocol'
import { findAccount } from '../account/rows.ts'
import type { Purchase } from '../billing/billing.ts'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { notifyAccountChanged } from '../notify.ts'
import { renewLater } from './renewal.ts'
import { deletePurchase, findBegun, findPurchase, findStanding, type PurchaseRow, savePlan, savePurchase } from './rows.ts'
import { hasPro } from './rules.ts'

const purchaseJob = 'plan-purchase'
/** Microseconds until that job runs: the request has ended by then. */
const lookAfter = 2 * 60_000_000
/** Microseconds between two checks of an unapproved wallet offer, and how long the approval may take. */
const lookAtOfferEvery = 10 * 60_000_000
const offerFor = 6 * 60 * 60_000_000

interface Look {
  purchase: string
  token?: string
}

/** A purchase and how it is paid. */
export interface Payment {
  key: string
  plan: PlanId
  provider: string
  /** The card's token; undefined for a wallet, which has an offer. */
  token?: string
}

interface Purchases {
  /** Buys Pro, once for each key. @throws Refusal `already_pro`, `payment_failed`, or `unavailable` while the result is unknown */
  buy(account: string, payment: Payment): Promise<void>
  keepOffer(purchase: PurchaseRow): Promise<void>
}

export function openPurchases(deps: Deps): Purchases {
  const { settings, db, jobs, log } = deps

  const refuse = (purchase: PurchaseRow) =>
    // The wallet's owner may still approve the offer.
    db.write((tx) => savePurchase(tx, { ...purchase, state: purchase.subscription === null ? 'refused' : 'offered' }))

  jobs.handle<Look>(purchaseJob, async (look, _attempt, { now }) => {
    const purchase = await findPurchase(db, look.purchase)
    if (purchase?.state !== 'begun' && purchase?.state !== 'offered') return undefined
    const begun: PurchaseRow = { ...purchase, state: 'begun' }
    let bought: Purchase
    try {
      // The test wallet has no state: asking it would approve the offer.
      if (purchase.state === 'offered' && purchase.provider === 'test') return undefined
      // Nothing is sold any more, so pending offers are not taken.
      if (purchase.state === 'offered' && settings.now.plans === 'off') return undefined
      bought = await pay(deps, begun, look.token)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuse(purchase)
      return begun.subscription !== null && now < purchase.created + offerFor
        ? { again: look, at: now + lookAtOfferEvery }
        : undefined
    }
    // The owner approved but didn't return; the money was taken, so the plan is activated.
    if (purchase.state === 'offered') await db.write((tx) => savePurchase(tx, begun))
    await give(deps, begun, bought)
    return undefined
  })

  return {
    async buy(account, payment) {
      if (settings.now.plans === 'off') throw new Refusal('already_pro')
      const purchase = await db.write((tx) => begin(deps, tx, account, payment))
      if (!purchase) return
      let bought: Purchase
      try {
        bought = await pay(deps, purchase, payment.token)
      } catch (error) {
        if (!(error instanceof Refusal)) {
          log.warn({ err: error, account }, 'The result of a payment is not known yet. A job will settle it.')
          throw new Refusal('unavailable', unknown, { cause: error })
        }
        await refuse(purchase)
        throw error
      }
      await give(deps, purchase, bought)
    },

    async keepOffer(purchase) {
      await db.write(async (tx) => {
        await savePurchase(tx, purchase)
        const payload: Look = { purchase: purchase.token }
        await jobs.add(tx, { type: purchaseJob, key: purchase.token, payload, at: purchase.created + lookAtOfferEvery })
      })
    },
  }
}

/** @returns the started purchase; undefined if it was already completed */
async function begin({ settings, jobs }: Deps, tx: Writer, account: string, payment: Payment): Promise<PurchaseRow | undefined> {
  await tx.lockBoxes([account])
  const { key, plan: plan_id, provider, token } = payment
  const earlier = await findPurchase(tx, key)
  if (earlier && (earlier.account !== account || earlier.provider !== provider)) throw new Refusal('payment_failed', notYours)
  if (!earlier && token === undefined) throw new Refusal('payment_failed', notYours)
  if (earlier?.state === 'done') return undefined
  if (hasPro(settings.now, await findStanding(tx, account), microseconds())) throw new Refusal('already_pro')
  if (await findBegun(tx, account)) throw new Refusal('unavailable', underWay)
  const fresh = { token: key, account, provider, created: microseconds(), subscription: earlier?.subscription ?? null }
  const begun = { ...fresh, plan_id: earlier?.subscription ? earlier.plan_id : plan_id, state: 'begun' } as const
  await savePurchase(tx, begun)
  const payload: Look = { purchase: key, ...(token === undefined ? {} : { token }) }
  await jobs.add(tx, { type: purchaseJob, key, payload, at: microseconds() + lookAfter })
  return begun
}

async function pay({ db, billing }: Deps, purchase: PurchaseRow, token: string | undefined): Promise<Purchase> {
  const { token: key, plan_id: plan, account, provider, subscription } = purchase
  if (subscription !== null) {
    if (billing.wallet?.name !== provider) throw new Refusal('payment_failed')
    return billing.wallet.take(subscription, plan)
  }
  if (billing.card?.name !== provider || token === undefined) throw new Refusal('payment_failed')
  const email = (await findAccount(db, account))?.email ?? ''
  return billing.card.buy({ key, plan, account, email }, token)
}

/** Activates the plan of a paid purchase. Refunds it if the account was deleted. */
async function give({ db, bus, jobs, billing }: Deps, purchase: PurchaseRow, bought: Purchase): Promise<void> {
  const { account, plan_id, provider } = purchase
  const given = await db.write(async (tx) => {
    await tx.lockBoxes([account])
    const now = await findPurchase(tx, purchase.token)
    // Another process settled it first.
    if (now?.state !== 'begun') return true
    if (!(await findAccount(tx, account))) {
      await deletePurchase(tx, purchase.token)
      return false
    }
    await savePurchase(tx, { ...purchase, state: 'done' })
    const { subscription, paidUntil: paid_until } = bought
    const plan = { account, plan_id, provider, subscription, since: microseconds(), paid_until, ends: null }
    await savePlan(tx, plan)
    await renewLater(tx, jobs, plan)
    return true
  })
  if (given) notifyAccountChanged(bus, account)
  else await billing.provider(provider)?.refund(bought.subscription)
}

const notYours = 'This server doesn’t know this payment. Nothing was charged.'
const underWay = 'A payment of this account is under way. Wait a moment and look again.'
const unknown =
  'The payment provider does not answer. If the payment goes through, Pro appears by itself within minutes, and you are charged once.'
