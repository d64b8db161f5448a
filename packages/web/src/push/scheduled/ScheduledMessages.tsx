// Shows the messages of a conversation that wait to be sent.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Suspense, useMemo } from 'react'
import { useSession } from '../../session/context.ts'
import { lazily } from '../../ui/lazily.tsx'

const WaitingMessages = lazily(() => import('./WaitingMessages.tsx').then((module) => module.WaitingMessages), { soon: true })

interface ScheduledMessagesProps {
  target: Target
  /** Called when what had the focus is gone. */
  onLeave: () => void
  /** Called when one was sent by hand. */
  onSent: () => void
}

/** The waiting messages of a conversation, if there are any. Give it a `key`: it must be remounted for another target. */
export function ScheduledMessages({ target, onLeave, onSent }: ScheduledMessagesProps) {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $waiting = useMemo(() => session.push.scheduled.of(target), [session, target.key])
  const waiting = useStore($waiting)
  if (waiting.length === 0) return null
  return (
    <Suspense fallback={null}>
      <WaitingMessages waiting={waiting} onLeave={onLeave} onSent={onSent} />
    </Suspense>
  )
}
