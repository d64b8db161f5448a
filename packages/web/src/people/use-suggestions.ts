import type { Session, Suggestion } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { useSession } from '../session/context.ts'

/**
 * Suggested people, and a function that looks for them again.
 * @param look the same function on every render
 */
export function useSuggestions(look: (people: Session['people']) => Promise<readonly Suggestion[]>) {
  const { people } = useSession()
  const [found, setFound] = useState<readonly Suggestion[] | 'looking' | 'failed'>('looking')
  useEffect(() => {
    if (found !== 'looking') return
    let wanted = true
    look(people).then(
      (suggestions) => wanted && setFound(suggestions),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        if (wanted) setFound('failed')
      },
    )
    return () => {
      wanted = false
    }
  }, [people, found, look])
  return [found, () => setFound('looking')] as const
}
