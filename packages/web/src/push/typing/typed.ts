import type { Target } from '@waypost/client'
import { useRef } from 'react'
import { useSession } from '../../session/context.ts'
import { whenSoon } from '../../ui/lazily.tsx'

/** Typing is reported at most this often, in milliseconds: other clients show a report for `typingShownMilliseconds`. */
const reportedEvery = 4_000

const reporting = whenSoon(() => import('./report.ts'))

/** Returns a function to call on each change of the text, which reports every few seconds that the user is typing. */
export function useTyped({ type, key }: Target): (text: string) => void {
  const session = useSession()
  const reported = useRef(0)
  return (text) => {
    if (type !== 'chat' && type !== 'email') return
    if (text.trim() === '') {
      // The sent message removed the dots, so new typing is reported at once.
      reported.current = 0
      return
    }
    const now = Date.now()
    if (Math.abs(now - reported.current) < reportedEvery) return
    reported.current = now
    // Offline the code may not load; the next report comes soon.
    reporting().then(
      ({ report }) => report(session, key),
      () => {},
    )
  }
}
