import { platform } from '@waypost/client'
import { openCalls } from '@waypost/client/session/call'
import { appVersion, type Gives, getCheckout, Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { origin } from '../browser/location.ts'

type Tills = Gives<typeof getCheckout>

/** Which ways to pay there are; undefined until the server has said so. A server without plans has no till at all. */
export function useCheckout(): [tills: Tills | 'nothing sold' | 'failed' | undefined, again: () => void] {
  const [tills, setTills] = useState<Tills | 'nothing sold' | 'failed'>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let stale = false
    setTills(undefined)
    ask().then((said) => stale || setTills(said))
    return () => {
      stale = true
    }
  }, [round])
  return [tills, () => setRound(round + 1)]
}

async function ask(): Promise<Tills | 'nothing sold' | 'failed'> {
  try {
    const said = await openCalls({ origin: origin(), token: '', agent: `waypost-web/${appVersion}`, platform }).call(
      getCheckout,
      {},
    )
    if (!said.card && !said.wallet) return 'nothing sold'
    const { card, ...others } = said
    // Without that key a page cannot ask Stripe for tokens of cards.
    return card === 'stripe' && !said.stripe_public_key ? others : said
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'failed'
  }
}
