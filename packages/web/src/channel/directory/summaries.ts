// Loads the channels for the directory's rows: one request per page of channels.

import { type ChannelSummary, getChannelSummaries, Refusal, summariesPerCall } from '@waypost/protocol'
import { use, useEffect, useState } from 'react'
import { SessionContext } from '../../session/context.ts'
import { useCalls } from '../calls.ts'

/** Channels by their lower-case tag, or `missing`; channels still loading are absent. */
type Summaries = ReadonlyMap<string, ChannelSummary | 'missing'>

/** Loads the channels with these tags. Loaded ones stay while more load, or if reloading fails. */
export function useSummaries(tags: readonly string[]): { channels: Summaries; failed: string | undefined; again: () => void } {
  const calls = useCalls()
  const [channels, setChannels] = useState<Summaries>(() => new Map())
  const [failed, setFailed] = useState<string>()
  const [round, setRound] = useState(0)
  const wanted = tags.join()
  const followed = useFollowed(tags)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more, and following one changes its count
  useEffect(() => {
    let stale = false
    setFailed(undefined)
    load().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (!stale) setFailed(error.message)
    })
    return () => {
      stale = true
    }

    async function load(): Promise<void> {
      const all = wanted.split(',')
      for (let from = 0; from < all.length; from += summariesPerCall) {
        const page = all.slice(from, from + summariesPerCall)
        const answer = await calls.call(getChannelSummaries, { tags: page.join() })
        if (stale) return
        setChannels((before) => {
          const next = new Map(before)
          for (const tag of page) next.set(tag.toLowerCase(), 'missing')
          for (const channel of answer.channels) next.set(channel.tag.toLowerCase(), channel)
          return next
        })
      }
    }
  }, [calls, wanted, followed, round])
  return { channels, failed, again: () => setRound(round + 1) }
}

/** The followed ones among the channels, as a text that changes with them. */
function useFollowed(tags: readonly string[]): string {
  const session = use(SessionContext)
  const [followed, setFollowed] = useState('')
  const wanted = tags.join()
  useEffect(() => {
    if (!session) return
    let known: string | undefined
    const look = () => {
      if (session.$state.get() !== 'ready') return
      const now = wanted.split(',').filter((tag) => session.subscription.find(tag))
      // The channels followed when the page opened are in the first answer.
      if (known !== undefined && known !== now.join()) setFollowed(now.join())
      known = now.join()
    }
    look()
    const stops = [session.$state.listen(look), session.subscription.$all.listen(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, wanted])
  return followed
}
