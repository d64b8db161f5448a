import { platform } from '@waypost/client'
import { type Calls, openCalls } from '@waypost/client/session/call'
import { appVersion } from '@waypost/protocol'
import { use, useEffect, useState } from 'react'
import { origin } from '../browser/location.ts'
import { SessionContext } from '../session/context.ts'
import { closeBannersOf, showBanner } from '../ui/notices.ts'
import { type Asked, askChannel } from './following.ts'

/** The calls of the open session, or those of a visitor. */
export function useCalls(): Pick<Calls, 'call'> {
  const session = use(SessionContext)
  const [own] = useState(() => openCalls({ origin: origin(), token: '', agent: `waypost-web/${appVersion}`, platform }))
  return session ?? own
}

/** Letter for letter what the specification has for a channel that nobody could ask for. */
const failedTitle = 'Error getting one channel-info:Channel'

interface Wanted {
  tag: string | undefined
  /** One post of it. */
  post?: string | undefined
  /** Says in a banner when it could not be had. */
  tells?: boolean
  /** Without its latest posts. */
  brief?: boolean
}

/** A channel, undefined while it is asked for; `again` asks once more, and what is there stays meanwhile. */
export function useChannel({ tag, post, tells = false, brief = false }: Wanted): { asked: Asked | undefined; again: () => void } {
  const calls = useCalls()
  const wanted = JSON.stringify([tag, post])
  const [answer, setAnswer] = useState<{ wanted: string; asked: Asked }>()
  const [round, setRound] = useState(0)
  const asked = answer?.wanted === wanted ? answer.asked : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let stale = false
    askChannel(calls, tag, brief ? { no_recent_pushes: true } : post === undefined ? {} : { push_iden: post }).then((next) => {
      if (stale) return
      const failed = typeof next === 'object' && 'failed' in next
      if (tells && !failed) closeBannersOf(failedTitle)
      if (tells && failed) showBanner({ title: failedTitle, body: next.failed })
      setAnswer((before) => {
        // A channel that is in sight does not go because it could not be asked for again.
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
