// Opens the configured payment providers.

import type { Config } from '../config.ts'
import type { Billing, PaymentProvider } from './billing.ts'
import { builtInCard, builtInWallet } from './built-in.ts'
import { paypalWallet } from './paypal.ts'
import { stripeCard } from './stripe.ts'

/** Opens the configured providers. The test checkout, which moves no money, is offered only if no real one is configured. */
export function openBilling({ stripe, paypal, testCheckout }: Pick<Config, 'stripe' | 'paypal' | 'testCheckout'>): Billing {
  const tests = testCheckout === 'on' && stripe === undefined && paypal === undefined
  const card = stripe ? stripeCard(stripe) : tests ? builtInCard : undefined
  const wallet = paypal ? paypalWallet(paypal) : tests ? builtInWallet : undefined
  // Include the test checkout: plans that were bought with it stay valid.
  const providers: readonly (PaymentProvider | undefined)[] = [card, wallet, builtInCard]
  return {
    card,
    wallet,
    provider: (name) => providers.find((provider) => provider?.name === name),
    stripePublicKey: stripe?.publicKey,
  }
}
