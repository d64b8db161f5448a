import { useEffect } from 'react'
import { useSession } from '../../session/context.ts'

/** Asks the user at once to prove who they are, for a page that makes its calls without the surrounding session. */
export function AskHere({ onAnswered }: { onAnswered: (elevated: boolean) => void }) {
  const { elevation } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once
  useEffect(() => {
    // After this turn's effects, one of which makes the session offer the dialog.
    queueMicrotask(() => void elevation.ask().then(onAnswered))
  }, [])
  return null
}
