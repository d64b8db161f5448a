import { Refusal } from '@waypost/protocol'
import { useEffect, useEffectEvent, useState } from 'react'

interface Answer<T> {
  answer?: T
  /** The server is unreachable or refused the call. */
  failed: boolean
  retry: () => void
}

/** The result of a call, which is repeated when `key` changes. */
export function useAnswer<T>(key: string, ask: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ key: string; answer?: T; failed: boolean }>({ key, failed: false })
  const [tries, setTries] = useState(0)
  const asking = useEffectEvent(ask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on a retry
  useEffect(() => {
    let isLeft = false
    setState({ key, failed: false })
    asking().then(
      (answer) => !isLeft && setState({ key, answer, failed: false }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        if (!isLeft) setState({ key, failed: true })
      },
    )
    return () => {
      isLeft = true
    }
  }, [key, tries])
  const { answer, failed } = state.key === key ? state : { failed: false }
  return { ...(answer !== undefined && { answer }), failed, retry: () => setTries(tries + 1) }
}
