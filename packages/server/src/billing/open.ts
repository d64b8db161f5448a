import type { Config } from '../config.ts'
import type { Billing, PaymentProvider } from './billing.ts'
import { builtInCard, builtInWallet } from './built-in.ts'
import { paypalWallet } from './paypal.ts'
import { stripeCard } from './stripe.ts'

/** Opens the configured providers. The test checkout exists only without real ones, or Pro would be free. */
export function openBilling({ stripe, paypal }: Pick<Config, 'stripe' | 'paypal'>): Billing {
  const real = stripe !== undefined || paypal !== undefined
  const card = stripe ? stripeCard(stripe) : real ? undefined : builtInCard
  const wallet = paypal ? paypalWallet(paypal) : real ? undefined : builtInWallet
  // Plans that were bought at the test checkout before stay valid.
  const tills: readonly (PaymentProvider | undefined)[] = [card, wallet, builtInCard]
  return { card, wallet, provider: (name) => tills.find((till) => till?.name === name), stripePublicKey: stripe?.publicKey }
}
