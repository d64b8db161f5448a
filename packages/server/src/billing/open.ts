// Opens the configured payment providers, and loads only those.

import type { Config } from '../config.ts'
import type { Billing, PaymentProvider } from './billing.ts'
import { builtInCard, builtInWallet } from './built-in.ts'

/** Opens the configured providers. The test checkout, which moves no money, is offered only if no real one is configured. */
export async function openBilling({
  stripe,
  paypal,
  testCheckout,
}: Pick<Config, 'stripe' | 'paypal' | 'testCheckout'>): Promise<Billing> {
  const tests = testCheckout === 'on' && stripe === undefined && paypal === undefined
  const card = stripe ? (await import('./stripe.ts')).stripeCard(stripe) : tests ? builtInCard : undefined
  const wallet = paypal ? (await import('./paypal.ts')).paypalWallet(paypal) : tests ? builtInWallet : undefined
  // Include the test checkout: plans that were bought with it stay valid.
  const providers: readonly (PaymentProvider | undefined)[] = [card, wallet, builtInCard]
  return {
    card,
    wallet,
    provider: (name) => providers.find((provider) => provider?.name === name),
    stripePublicKey: stripe?.publicKey,
  }
}
