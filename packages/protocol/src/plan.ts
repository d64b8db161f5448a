import * as v from 'valibot'
import { defineCall } from './call.ts'
import { text } from './field.ts'
import { nameLength } from './limits.ts'

export const plans = ['yearly', 'monthly'] as const

/** Prices in US cents. */
export const planPrice = { yearly: 3_999, monthly: 499 } as const

export const upgradePro = defineCall({
  name: 'upgradePro',
  method: 'POST',
  path: '/v3/upgrade-pro',
  does: 'Buys Pro: by card with the token of the checkout, or by wallet with an approved transaction.',
  takes: v.object({
    token_id: v.optional(text(nameLength)),
    plan_id: v.optional(v.picklist(plans)),
    type: v.optional(v.literal('paypal')),
    paypal_token: v.optional(text(nameLength)),
    paypal_plan: v.optional(v.picklist(plans)),
  }),
  gives: v.object({}),
  who: 'account',
  refuses: ['already_pro', 'payment_failed'],
})

export const downgradePro = defineCall({
  name: 'downgradePro',
  method: 'POST',
  path: '/v3/downgrade-pro',
  does: 'Cancels Pro; it stays until the time that is paid for ends.',
  takes: v.object({}),
  gives: v.object({}),
  who: 'account',
  refuses: ['not_pro', 'payment_failed'],
})

export const createPaypalTransaction = defineCall({
  name: 'createPaypalTransaction',
  method: 'POST',
  path: '/v3/create-paypal-transaction',
  does: 'Begins a purchase by wallet and answers where to approve it.',
  takes: v.object({ plan: v.picklist(plans) }),
  gives: v.object({ redirect_url: v.string() }),
  who: 'account',
  refuses: ['already_pro', 'payment_failed'],
})
