import { type ReactNode, Suspense } from 'react'
import { SessionContext } from './session/context.ts'
import { useOpenedSession } from './session/open-session.ts'
import { AskElevation } from './sign-in/elevation/AskElevation.tsx'
import { lazily } from './ui/lazily.tsx'

const Suspended = lazily(() => import('./sign-in/Suspended.tsx').then((module) => module.Suspended), { page: true })

interface SignedInProps {
  /** Shown without an account. */
  visitor: ReactNode
  /** Shown when the server rejects the token and the account is no longer stored here. */
  expired: ReactNode
  children: ReactNode
}

/** Opens the session of the signed-in account for its children. */
export function SignedIn({ visitor, expired, children }: SignedInProps) {
  const session = useOpenedSession()
  if (session === 'visitor') return visitor
  if (session === 'expired') return expired
  if (session === 'suspended')
    return (
      <Suspense fallback={null}>
        <Suspended />
      </Suspense>
    )
  if (session === 'opening') return null
  return (
    <SessionContext value={session}>
      {children}
      <AskElevation />
    </SessionContext>
  )
}
