import type { Config } from '../config.ts'
import type { Billing, PaymentProvider } from './billing.ts'
import { builtInCard, builtInWallet } from './built-in.ts'
import { paypalWallet } from './paypal.ts'
import { stripeCard } from './stripe.ts'

/** What the settings name. With any real provider there is no test checkout: Pro would be had for nothing. */
export function openBilling({ stripe, paypal }: Pick<Config, 'stripe' | 'paypal'>): Billing {
  const real = stripe !== undefined || paypal !== undefined
  const card = stripe ? stripeCard(stripe) : real ? undefined : builtInCard
  const wallet = paypal ? paypalWallet(paypal) : real ? undefined : builtInWallet
  // What was bought at the test checkout before goes on as it would have.
  const tills: readonly (PaymentProvider | undefined)[] = [card, wallet, builtInCard]
  return { card, wallet, provider: (name) => tills.find((till) => till?.name === name), stripePublicKey: stripe?.publicKey }
}
