// Handles the calls that buy, cancel and resume Pro.

import { createPaypalTransaction, downgradePro, getCheckout, Refusal, resumePro, upgradePro } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyAccountChanged } from '../notify.ts'
import { filled } from '../objects.ts'
import { clientKey, hashToken } from '../tokens.ts'
import { openPurchases } from './purchase.ts'
import { renewLater } from './renewal.ts'
import { findPlan, findStanding, offersSince, savePlan } from './rows.ts'
import { canResume, endingOf, givenPlan, hasPro, isCurrent } from './rules.ts'

/** How often an account may start a wallet payment within an hour. */
const offersAnHour = 20
const hour = 60 * 60_000_000

export function planCalls(deps: Deps): Handler[] {
  const { config, settings, db, bus, jobs, billing, log, origin } = deps
  const purchases = openPurchases(deps)

  return [
    handle(getCheckout, async () =>
      settings.now.plans === 'off'
        ? {}
        : filled({ card: billing.card?.name, wallet: billing.wallet?.name, stripe_public_key: billing.stripePublicKey } as {
            card?: 'test' | 'stripe'
            wallet?: 'test' | 'paypal'
            stripe_public_key?: string
          }),
    ),

    handle(upgradePro, async ({ type, token_id, plan_id, paypal_token, paypal_plan }, { caller: { account } }) => {
      if (type === 'paypal') {
        if (!paypal_token) throw Refusal.param('paypal_token')
        if (paypal_plan !== undefined && paypal_plan !== 'monthly') throw Refusal.param('paypal_plan', onlyMonthly)
        if (!billing.wallet) throw new Refusal('payment_failed', noWallet)
        const key = hashToken(`wallet ${paypal_token}`)
        await purchases.buy(account.iden, { key, plan: 'monthly', provider: billing.wallet.name })
        return {}
      }
      if (!token_id) throw Refusal.param('token_id')
      if (!plan_id) throw Refusal.param('plan_id')
      if (!billing.card) throw new Refusal('payment_failed', noCard)
      const key = hashToken(`card ${token_id}`)
      await purchases.buy(account.iden, { key, plan: plan_id, provider: billing.card.name, token: token_id })
      return {}
    }),

    handle(createPaypalTransaction, async ({ plan }, { caller: { account } }) => {
      if (plan !== 'monthly') throw Refusal.param('plan', onlyMonthly)
      if (!billing.wallet) throw new Refusal('payment_failed', noWallet)
      const now = microseconds()
      if (hasPro(settings.now, await findStanding(db, account.iden), now)) throw new Refusal('already_pro')
      const limited = config.rateLimit === 'on' && (await offersSince(db, account.iden, now - hour)) >= offersAnHour
      if (limited) throw Refusal.tooMany(hour / 1_000)

      // A name of our own: the wallet comes back to the page that knows it, whatever the wallet calls it.
      const token = billing.wallet.name === 'test' ? `EC-test${clientKey()}` : `EC-${clientKey()}`
      const key = hashToken(`wallet ${token}`)
      const comeBack = `${origin()}/paypal-payment-approve?token=${token}`
      const offer = await billing.wallet
        .offer({ key, plan, account: account.iden, email: account.email }, comeBack, `${origin()}/pro`)
        .catch((error) => {
          if (error instanceof Refusal) throw error
          log.warn({ err: error }, 'A payment by wallet could not begin.')
          throw new Refusal('unavailable', 'The payment provider isn’t responding. Nothing was charged. Try again.', {
            cause: error,
          })
        })
      await purchases.keepOffer({
        token: key,
        account: account.iden,
        plan_id: plan,
        provider: billing.wallet.name,
        state: 'offered',
        created: now,
        subscription: offer.subscription,
      })
      return { redirect_url: offer.approveAt }
    }),

    handle(downgradePro, async (_input, { caller: { account } }) => {
      const now = microseconds()
      const plan = await findPlan(db, account.iden)
      if (!isCurrent(plan, now)) throw new Refusal('not_pro')
      if (plan.provider === givenPlan)
        throw new Refusal('not_pro', 'An administrator of this server gave you Pro: there is nothing to cancel.')
      // A retry after a lost response.
      if (plan.ends !== null) return {}
      const till = billing.provider(plan.provider)
      const { ends, refund } = endingOf(plan, now)
      try {
        if (!till) throw new Error(`This server is no longer tied to ${plan.provider}.`)
        await (refund ? till.refund(plan.subscription) : till.cancel(plan.subscription))
      } catch (error) {
        log.warn({ err: error, account: account.iden }, 'A plan could not be cancelled.')
        throw new Refusal('unavailable', 'The payment provider didn’t confirm. Your plan is unchanged. Try again.', {
          cause: error,
        })
      }
      await db.write(async (tx) => {
        await tx.lockBoxes([account.iden])
        const still = await findPlan(tx, account.iden)
        if (still?.subscription !== plan.subscription) return
        const ended = { ...still, ends }
        await savePlan(tx, ended)
        await renewLater(tx, jobs, ended)
      })
      notifyAccountChanged(bus, account.iden)
      return {}
    }),

    handle(resumePro, async (_input, { caller: { account } }) => {
      const plan = await findPlan(db, account.iden)
      const till = plan && billing.provider(plan.provider)
      if (!canResume(plan, till, microseconds())) throw new Refusal('not_pro', 'There is no cancelled plan to resume.')
      try {
        await till?.resume?.(plan.subscription)
      } catch (error) {
        log.warn({ err: error, account: account.iden }, 'A plan could not be resumed.')
        throw new Refusal('unavailable', 'The payment provider didn’t confirm. Pro stays cancelled. Try again.', {
          cause: error,
        })
      }
      await db.write(async (tx) => {
        await tx.lockBoxes([account.iden])
        const still = await findPlan(tx, account.iden)
        if (still?.subscription !== plan.subscription) return
        const renewing = { ...still, ends: null }
        await savePlan(tx, renewing)
        await renewLater(tx, jobs, renewing)
      })
      notifyAccountChanged(bus, account.iden)
      return {}
    }),
  ]
}

const onlyMonthly = 'Wallet payments are monthly only.'
const noCard = 'This server doesn’t accept cards. Nothing was charged.'
const noWallet = 'This server doesn’t accept wallets. Nothing was charged.'
