import { platform } from '@waypost/client'
import { type Calls, openCalls } from '@waypost/client/ground/call'
import { appVersion } from '@waypost/protocol'
import { use, useEffect, useState } from 'react'
import { origin } from '../browser/location.ts'
import { SessionContext } from '../session/context.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { type Asked, askChannel } from './follow/following.ts'

/** The calls of the open session, or of a visitor, who has no token. */
export function useCalls(): Pick<Calls, 'call'> {
  const session = use(SessionContext)
  const [own] = useState(() => openCalls({ origin: origin(), token: '', agent: `waypost-web/${appVersion}`, platform }))
  return session ?? own
}

/** The specification's text for a channel that could not be loaded. */
const failedTitle = 'Error getting one channel-info:Channel'

interface Wanted {
  tag: string | undefined
  /** Load this post only. */
  post?: string | undefined
  /** Show a banner if loading fails. */
  tells?: boolean
}

/** Loads a channel; undefined while loading. `again` reloads it, keeping the current one meanwhile. */
export function useChannel({ tag, post, tells = false }: Wanted): { asked: Asked | undefined; again: () => void } {
  const calls = useCalls()
  const wanted = JSON.stringify([tag, post])
  const [answer, setAnswer] = useState<{ wanted: string; asked: Asked }>()
  const [round, setRound] = useState(0)
  const asked = answer?.wanted === wanted ? answer.asked : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let stale = false
    askChannel(calls, tag, post === undefined ? {} : { push_iden: post }).then((next) => {
      if (stale) return
      const failed = typeof next === 'object' && 'failed' in next
      if (tells && !failed) closeBannersOf(failedTitle)
      if (tells && failed) showBanner({ title: failedTitle, body: next.failed })
      setAnswer((before) => {
        // A channel on screen stays if reloading it fails.
        const kept = failed && before?.wanted === wanted && typeof before.asked === 'object' && 'info' in before.asked
        return kept ? before : { wanted, asked: next }
      })
    })
    return () => {
      stale = true
    }
  }, [calls, wanted, round])

  function again() {
    if (typeof asked === 'object' && 'failed' in asked) setAnswer(undefined)
    setRound((before) => before + 1)
  }
  return { asked, again }
}
