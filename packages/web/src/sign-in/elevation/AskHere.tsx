import { useEffect } from 'react'
import { useSession } from '../../session/context.ts'

/** Asks the user at once to prove who they are, for a page that makes its calls without the session that is open around this. */
export function AskHere({ onAnswered }: { onAnswered: (elevated: boolean) => void }) {
  const { elevation } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once
  useEffect(() => {
    // After the effects of this turn, in one of which the session begins to offer the dialog.
    queueMicrotask(() => void elevation.ask().then(onAnswered))
  }, [])
  return null
}
