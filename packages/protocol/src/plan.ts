// Defines the calls that buy and cancel Pro, and its prices.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { text } from './wire/field.ts'
import { nameLength } from './wire/limits.ts'

export const plans = ['yearly', 'monthly'] as const

export type PlanId = (typeof plans)[number]

/** Prices in US cents. */
export const planPrice = { yearly: 3_999, monthly: 499 } as const

export const upgradePro = defineCall({
  name: 'upgradePro',
  method: 'POST',
  path: '/v3/upgrade-pro',
  does: 'Buys Pro: by card with a token of the checkout, or by wallet with an approved transaction.',
  takes: v.object({
    token_id: v.optional(text(nameLength)),
    plan_id: v.optional(v.picklist(plans)),
    type: v.optional(v.literal('paypal')),
    paypal_token: v.optional(text(nameLength)),
    paypal_plan: v.optional(v.picklist(plans)),
  }),
  gives: v.object({}),
  who: 'session',
  refuses: ['already_pro', 'payment_failed', 'unavailable'],
})

export const downgradePro = defineCall({
  name: 'downgradePro',
  method: 'POST',
  path: '/v3/downgrade-pro',
  does: 'Cancels Pro, which stays active until the end of the paid period.',
  takes: v.object({}),
  gives: v.object({}),
  who: 'session',
  refuses: ['not_pro', 'payment_failed', 'unavailable'],
})

export const resumePro = defineCall({
  name: 'resumePro',
  method: 'POST',
  path: '/v3/resume-pro',
  does: 'Takes the cancellation of Pro back, so that it renews again. Not after a refund, nor with a wallet.',
  takes: v.object({}),
  gives: v.object({}),
  who: 'session',
  refuses: ['not_pro', 'unavailable'],
})

export const getUsage = defineCall({
  name: 'getUsage',
  method: 'GET',
  path: '/v3/usage',
  does: 'Returns what the account uses of its storage and of its monthly SMS, with the limits where there are any.',
  takes: v.object({}),
  gives: v.object({
    storage_used: v.number(),
    storage_limit: v.optional(v.number()),
    texts_sent: v.number(),
    texts_limit: v.optional(v.number()),
  }),
  who: 'owner',
  operations: 3,
  refuses: [],
})

export const createPaypalTransaction = defineCall({
  name: 'createPaypalTransaction',
  method: 'POST',
  path: '/v3/create-paypal-transaction',
  does: 'Starts a purchase by wallet, for the monthly plan only, and returns the URL where to approve it.',
  takes: v.object({ plan: v.picklist(plans) }),
  gives: v.object({ redirect_url: v.string() }),
  who: 'session',
  refuses: ['already_pro', 'payment_failed', 'ratelimited', 'unavailable'],
})

export const getCheckout = defineCall({
  name: 'getCheckout',
  method: 'GET',
  path: '/v3/checkout',
  does:
    'Lists the payment methods of this server. `test` is the built-in checkout, which moves no money; its card tokens start with ' +
    '`tok_test_`. Methods that are left out are not available.',
  takes: v.object({}),
  gives: v.object({
    card: v.optional(v.picklist(['test', 'stripe'])),
    wallet: v.optional(v.picklist(['test', 'paypal'])),
    /** The key with which a page requests card tokens from Stripe. */
    stripe_public_key: v.optional(v.string()),
  }),
  who: 'anyone',
  refuses: [],
})
