// Finds the block of a person.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useSession } from '../../session/context.ts'

/** The iden of the block of a target, if the account blocks that person. */
export function useBlock({ type, key }: Target): string | undefined {
  const session = useSession()
  useStore(session.block.$all)
  return type === 'chat' || type === 'email' ? session.block.find(key)?.iden : undefined
}
