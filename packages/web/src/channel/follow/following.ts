// Loads a channel, and whether the account follows it, for pages without a session.

import type { Calls } from '@waypost/client/ground/call'
import {
  type ChannelInfo,
  getChannelInfo,
  listSubscriptions,
  objectsPerPage,
  Refusal,
  type Subscription,
  type Takes,
} from '@waypost/protocol'
import { beginningOf } from '../../format/names.ts'
import { isTag } from '../tag.ts'

// For pages that show one channel without a session; a session would load all subscriptions.

/** The URL of the page that follows a channel. `scope` and `response_type` have the same meaning as in OAuth. */
export const subscribeAddress = (tag: string): string =>
  `/subscribe?scope=push&response_type=code&channel_tag=${encodeURIComponent(tag)}`

/** The message of that page to the widget that opened it. */
export interface Followed {
  type: 'waypost-followed'
  channel_tag: string
}

export function tellsFollowed(message: unknown, tag: string): message is Followed {
  const { type, channel_tag } = (message ?? {}) as Partial<Followed>
  return type === 'waypost-followed' && channel_tag === tag
}

/** A channel, `missing`, or why loading failed. */
export type Asked = { info: ChannelInfo } | 'missing' | { failed: string }

/** Loads a channel by its tag, which may be any text from a URL; without posts, unless `more` asks for them. */
export async function askChannel(
  calls: Pick<Calls, 'call'>,
  tag: string | undefined,
  more: Omit<Takes<typeof getChannelInfo>, 'tag'> = { no_recent_pushes: true },
): Promise<Asked> {
  if (tag === undefined || !isTag(tag)) return 'missing'
  try {
    return { info: await calls.call(getChannelInfo, { ...more, tag }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'invalid_param' ? 'missing' : { failed: error.message }
  }
}

/** The account's subscription to a channel, if any. @throws Refusal */
export async function findSubscription(calls: Calls, tag: string): Promise<Subscription | undefined> {
  const wanted = tag.toLowerCase()
  let cursor: string | undefined
  do {
    const page = await calls.call(listSubscriptions, {
      active: true,
      limit: objectsPerPage,
      ...(cursor !== undefined && { cursor }),
    })
    const found = page.subscriptions.find(({ channel }) => channel?.tag.toLowerCase() === wanted)
    if (found) return found
    cursor = page.cursor
  } while (cursor !== undefined)
  return undefined
}

/** The displayed name of a channel. */
export const channelName = ({ name, tag }: Pick<ChannelInfo, 'name' | 'tag'>): string => beginningOf(name?.trim() || tag)
