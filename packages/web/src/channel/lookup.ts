import type { Session } from '@waypost/client'
import { type ChannelInfo, getChannelInfo, Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'

/** The result of looking up a tag. */
export type Lookup =
  | { state: 'nothing' }
  | { state: 'looking' }
  | { state: 'missing' }
  | { state: 'found'; info: ChannelInfo }
  | { state: 'failed'; reason: string }

/** In milliseconds after the last key press. */
const asksAfter = 300

/** Looks up the channel of a typed tag. `again` repeats the lookup. */
export function useChannelInfo(session: Session, tag: string | undefined): { lookup: Lookup; again: () => void } {
  const [lookup, setLookup] = useState<Lookup & { tag?: string | undefined }>({ state: 'nothing' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    if (tag === undefined) return
    let wanted = true
    const update = (answer: Lookup) => wanted && setLookup({ ...answer, tag })
    update({ state: 'looking' })
    const ask = async () => {
      try {
        update({ state: 'found', info: await session.call(getChannelInfo, { tag, no_recent_pushes: true }) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        update(error.code === 'invalid_param' ? { state: 'missing' } : { state: 'failed', reason: error.message })
      }
    }
    const timer = setTimeout(() => void ask(), asksAfter)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [session, tag, round])

  if (tag === undefined) return { lookup: { state: 'nothing' }, again: () => {} }
  return { lookup: lookup.tag === tag ? lookup : { state: 'looking' }, again: () => setRound(round + 1) }
}
