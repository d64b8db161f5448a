import { type Gives, getCheckout, Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { visitor } from '../session/account.ts'

type PaymentMethods = Gives<typeof getCheckout>

/** Loads this server's payment methods, with a function that reloads them. A server that sells nothing has none. */
export function usePaymentMethods(): [methods: PaymentMethods | 'nothing sold' | 'failed' | undefined, reload: () => void] {
  const [methods, setMethods] = useState<PaymentMethods | 'nothing sold' | 'failed'>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads once more
  useEffect(() => {
    let stale = false
    setMethods(undefined)
    load().then((loaded) => stale || setMethods(loaded))
    return () => {
      stale = true
    }
  }, [round])
  return [methods, () => setRound(round + 1)]
}

async function load(): Promise<PaymentMethods | 'nothing sold' | 'failed'> {
  try {
    const loaded = await visitor().call(getCheckout, {})
    if (!loaded.card && !loaded.wallet) return 'nothing sold'
    const { card, ...others } = loaded
    // Without that key the page cannot get card tokens from Stripe.
    return card === 'stripe' && !loaded.stripe_public_key ? others : loaded
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'failed'
  }
}
