// Looks up whether the account follows a channel, for the page after following it.

import type { Calls } from '@waypost/client/ground/call'
import { Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { channelName, findSubscription } from './following.ts'

/** The name of the channel with a tag, if the account follows it; undefined if it does not, or if that cannot be found out. */
export function useFollowed(calls: Calls, tag: string | undefined): string | undefined | 'looking' {
  const [found, setFound] = useState<{ name: string | undefined }>()
  useEffect(() => {
    if (tag === undefined) return
    let wanted = true
    const ask = async () => {
      try {
        const channel = (await findSubscription(calls, tag))?.channel
        return channel && channelName(channel)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return undefined
      }
    }
    void ask().then((name) => wanted && setFound({ name }))
    return () => {
      wanted = false
    }
  }, [calls, tag])
  if (tag === undefined) return undefined
  return found ? found.name : 'looking'
}
