// Handles the calls that buy, cancel and resume Pro.

import {
  createPaypalTransaction,
  downgradePro,
  type Gives,
  getCheckout,
  type PlanId,
  Refusal,
  resumePro,
  type Taken,
  upgradePro,
} from '@waypost/protocol'
import type { Billing } from '../billing/billing.ts'
import type { Account } from '../caller.ts'
import { type Micros, microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyAccountChanged } from '../notify.ts'
import { filled } from '../objects.ts'
import { clientKey, hashToken } from '../tokens.ts'
import { openPurchases, type Payment } from './purchase.ts'
import { renewLater } from './renewal.ts'
import { findPlan, findStanding, offersSince, type PlanRow, type PurchaseRow, savePlan } from './rows.ts'
import { canResume, endingOf, givenPlan, hasPro, isCurrent } from './rules.ts'

const offersAnHour = 20
const hour = 60 * 60_000_000

export function planCalls(deps: Deps): Handler[] {
  const purchases = openPurchases(deps)
  return [
    handle(getCheckout, async () => waysToPay(deps)),
    handle(upgradePro, async (input, { caller }) => {
      await purchases.buy(caller.account.iden, paymentOf(deps.billing, input))
      return {}
    }),
    handle(createPaypalTransaction, async ({ plan }, { caller }) => {
      const { offer, approveAt } = await makeOffer(deps, caller.account, plan)
      await purchases.keepOffer(offer)
      return { redirect_url: approveAt }
    }),
    handle(downgradePro, async (_input, { caller }) => {
      await endPlan(deps, caller.account.iden)
      return {}
    }),
    handle(resumePro, async (_input, { caller }) => {
      await resumePlan(deps, caller.account.iden)
      return {}
    }),
  ]
}

function waysToPay({ settings, billing }: Deps): Gives<typeof getCheckout> {
  if (settings.now.plans === 'off') return {}
  return filled({ card: billing.card?.name, wallet: billing.wallet?.name, stripe_public_key: billing.stripePublicKey } as {
    card?: 'test' | 'stripe'
    wallet?: 'test' | 'paypal'
    stripe_public_key?: string
  })
}

/** How Pro is paid, by wallet or by card. @throws Refusal `invalid_param`, `payment_failed` where this server takes none */
function paymentOf(billing: Billing, { type, token_id, plan_id, paypal_token, paypal_plan }: Taken<typeof upgradePro>): Payment {
  if (type === 'paypal') {
    if (!paypal_token) throw Refusal.param('paypal_token')
    if (paypal_plan !== undefined && paypal_plan !== 'monthly') throw Refusal.param('paypal_plan', onlyMonthly)
    if (!billing.wallet) throw new Refusal('payment_failed', noWallet)
    return { key: hashToken(`wallet ${paypal_token}`), plan: 'monthly', provider: billing.wallet.name }
  }
  if (!token_id) throw Refusal.param('token_id')
  if (!plan_id) throw Refusal.param('plan_id')
  if (!billing.card) throw new Refusal('payment_failed', noCard)
  return { key: hashToken(`card ${token_id}`), plan: plan_id, provider: billing.card.name, token: token_id }
}

/**
 * Asks the wallet for an offer that its owner has to approve; returns its row and where it is approved.
 * @throws Refusal `invalid_param`, `payment_failed`, `already_pro`, `ratelimited`, `unavailable`
 */
async function makeOffer(
  { config, settings, db, billing, log, origin }: Deps,
  account: Account,
  plan: PlanId,
): Promise<{ offer: PurchaseRow; approveAt: string }> {
  if (plan !== 'monthly') throw Refusal.param('plan', onlyMonthly)
  if (!billing.wallet) throw new Refusal('payment_failed', noWallet)
  const now = microseconds()
  if (hasPro(settings.now, await findStanding(db, account.iden), now)) throw new Refusal('already_pro')
  const limited = config.rateLimit === 'on' && (await offersSince(db, account.iden, now - hour)) >= offersAnHour
  if (limited) throw Refusal.tooMany(hour / 1_000)

  // Our own name for it: the wallet returns to a page that knows this name, whatever the wallet calls it.
  const token = billing.wallet.name === 'test' ? `EC-test${clientKey()}` : `EC-${clientKey()}`
  const key = hashToken(`wallet ${token}`)
  const comeBack = `${origin()}/paypal-payment-approve?token=${token}`
  const { subscription, approveAt } = await billing.wallet
    .offer({ key, plan, account: account.iden, email: account.email }, comeBack, `${origin()}/pro`)
    .catch((error) => {
      if (error instanceof Refusal) throw error
      log.warn({ err: error }, 'A payment by wallet could not begin.')
      throw new Refusal('unavailable', 'The payment provider isn’t responding. Nothing was charged. Try again.', {
        cause: error,
      })
    })
  const provider = billing.wallet.name
  const offer: PurchaseRow = {
    token: key,
    account: account.iden,
    plan_id: plan,
    provider,
    state: 'offered',
    created: now,
    subscription,
  }
  return { offer, approveAt }
}

/** Cancels Pro, at once with a refund where that is owed. @throws Refusal `not_pro`, `unavailable` */
async function endPlan(deps: Deps, account: string): Promise<void> {
  const { db, billing, log } = deps
  const now = microseconds()
  const plan = await findPlan(db, account)
  if (!isCurrent(plan, now)) throw new Refusal('not_pro')
  if (plan.provider === givenPlan)
    throw new Refusal('not_pro', 'An administrator of this server gave you Pro: there is nothing to cancel.')
  // A retry after a lost response.
  if (plan.ends !== null) return
  const till = billing.provider(plan.provider)
  const { ends, refund } = endingOf(plan, now)
  try {
    if (!till) throw new Error(`This server is no longer tied to ${plan.provider}.`)
    await (refund ? till.refund(plan.subscription) : till.cancel(plan.subscription))
  } catch (error) {
    log.warn({ err: error, account }, 'A plan could not be cancelled.')
    throw new Refusal('unavailable', 'The payment provider didn’t confirm. Your plan is unchanged. Try again.', {
      cause: error,
    })
  }
  await saveEnding(deps, account, plan, ends)
}

/** Takes back that Pro was cancelled. @throws Refusal `not_pro`, `unavailable` */
async function resumePlan(deps: Deps, account: string): Promise<void> {
  const { db, billing, log } = deps
  const plan = await findPlan(db, account)
  const till = plan && billing.provider(plan.provider)
  if (!canResume(plan, till, microseconds())) throw new Refusal('not_pro', 'There is no cancelled plan to resume.')
  try {
    await till?.resume?.(plan.subscription)
  } catch (error) {
    log.warn({ err: error, account }, 'A plan could not be resumed.')
    throw new Refusal('unavailable', 'The payment provider didn’t confirm. Pro stays cancelled. Try again.', {
      cause: error,
    })
  }
  await saveEnding(deps, account, plan, null)
}

/** Saves when a plan ends, in microseconds, or null for one that goes on, unless another one has taken its place meanwhile. */
async function saveEnding(
  { db, bus, jobs }: Deps,
  account: string,
  { subscription }: PlanRow,
  ends: Micros | null,
): Promise<void> {
  await db.write(async (tx) => {
    await tx.lockBoxes([account])
    const still = await findPlan(tx, account)
    if (still?.subscription !== subscription) return
    const changed = { ...still, ends }
    await savePlan(tx, changed)
    await renewLater(tx, jobs, changed)
  })
  notifyAccountChanged(bus, account)
}

const onlyMonthly = 'Wallet payments are monthly only.'
const noCard = 'This server doesn’t accept cards. Nothing was charged.'
const noWallet = 'This server doesn’t accept wallets. Nothing was charged.'
