import type { Target } from '@waypost/client'
import { useRef } from 'react'
import { useSession } from '../../session/context.ts'
import { whenSoon } from '../../ui/lazily.tsx'

/** Typing is reported at most this often, in milliseconds: others show a report for `typingShownMilliseconds`. */
const reportedEvery = 4_000

const reporting = whenSoon(() => import('./report.ts'))

/** Returns what is called for each change of the text: it tells the person of a conversation every few seconds that the user is typing. */
export function useTyped({ type, key }: Target): (text: string) => void {
  const session = useSession()
  const reported = useRef(0)
  return (text) => {
    if (type !== 'chat' && type !== 'email') return
    if (text.trim() === '') {
      // The message that was sent took the dots away, so what is typed next is reported at once.
      reported.current = 0
      return
    }
    const now = Date.now()
    if (Math.abs(now - reported.current) < reportedEvery) return
    reported.current = now
    // Without a network the code may not come; the next report is soon.
    reporting().then(
      ({ report }) => report(session, key),
      () => {},
    )
  }
}
