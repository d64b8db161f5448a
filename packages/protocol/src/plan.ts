// Defines the calls that buy and cancel Pro, and its prices.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { nameLength, text } from './wire/field.ts'

/** The limits of each plan: bytes per file, bytes of files, messages and other rows, files, SMS per month. */
export const freeLimits = { fileBytes: 25 * 2 ** 20, storageBytes: 2 * 2 ** 30, files: 50_000, textsPerMonth: 100 }
export const proLimits = {
  fileBytes: 2 ** 30,
  storageBytes: 100 * 2 ** 30,
  files: 200_000,
  textsPerMonth: Number.POSITIVE_INFINITY,
}

/** From this many SMS per month on, a free account is warned about the limit. */
export const textsNearLimit = 80

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
  who: 'session',
  refuses: ['already_pro', 'payment_failed', 'unavailable'],
})

export const downgradePro = defineCall({
  name: 'downgradePro',
  method: 'POST',
  path: '/v3/downgrade-pro',
  does: 'Cancels Pro, which stays active until the end of the paid period.',
  who: 'session',
  refuses: ['not_pro', 'payment_failed', 'unavailable'],
})

export const resumePro = defineCall({
  name: 'resumePro',
  method: 'POST',
  path: '/v3/resume-pro',
  does: 'Takes the cancellation of Pro back, so that it renews again. Not after a refund, nor with a wallet.',
  who: 'session',
  refuses: ['not_pro', 'unavailable'],
})

export const getUsage = defineCall({
  name: 'getUsage',
  method: 'GET',
  path: '/v3/usage',
  does: 'Returns what the account uses of its storage and of its monthly SMS, with the limits where there are any.',
  gives: v.object({
    storage_used: v.number(),
    storage_limit: v.optional(v.number()),
    texts_sent: v.number(),
    texts_limit: v.optional(v.number()),
  }),
  who: 'owner',
  operations: 3,
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
  gives: v.object({
    card: v.optional(v.picklist(['test', 'stripe'])),
    wallet: v.optional(v.picklist(['test', 'paypal'])),
    /** The key with which a page requests card tokens from Stripe. */
    stripe_public_key: v.optional(v.string()),
  }),
  who: 'anyone',
})
