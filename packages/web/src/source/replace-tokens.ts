import { sourcesOf } from '@waypost/client/conversations/source'
import { Refusal } from '@waypost/protocol'
import { useState } from 'react'
import { useSession } from '../session/context.ts'
import { keepTokens } from './tokens.ts'

/** Replaces the tokens of a source, which are kept to be shown, and reports a refusal. */
export function useReplaceTokens(iden: string) {
  const session = useSession()
  const [trouble, setTrouble] = useState<string>()
  return {
    trouble,
    async replace(): Promise<boolean> {
      setTrouble(undefined)
      try {
        keepTokens(await sourcesOf(session).replaceTokens(iden))
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setTrouble(error.message)
        return false
      }
    },
  }
}
