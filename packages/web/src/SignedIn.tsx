// Opens the session of the signed-in account for the screens that need one.

import type { ReactNode } from 'react'
import { AskElevation } from './account/elevation/AskElevation.tsx'
import { useOpenedSession } from './account/open-session.ts'
import { SessionContext } from './session/context.ts'

interface SignedInProps {
  /** Shown without an account. */
  visitor: ReactNode
  /** Shown when the account is no longer stored here and the server rejects its token. */
  expired: ReactNode
  children: ReactNode
}

/** Opens a session for its children. */
export function SignedIn({ visitor, expired, children }: SignedInProps) {
  const session = useOpenedSession()
  if (session === 'visitor') return visitor
  if (session === 'expired') return expired
  if (session === 'opening') return null
  return (
    <SessionContext value={session}>
      {children}
      <AskElevation />
    </SessionContext>
  )
}
