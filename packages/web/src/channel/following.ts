import type { Calls } from '@waypost/client/session/call'
import {
  type ChannelInfo,
  getChannelInfo,
  limits,
  listSubscriptions,
  Refusal,
  type Subscription,
  type Takes,
} from '@waypost/protocol'
import { beginningOf } from '../format/names.ts'
import { isTag } from './tag.ts'

/** What pages need that show one channel, without a session that knows all that the account follows. */

/** The address of the page that follows a channel. `scope` and `response_type` ask as OAuth would: to send pushes, and for an answer. */
export const subscribeAddress = (tag: string): string =>
  `/subscribe?scope=push&response_type=code&channel_tag=${encodeURIComponent(tag)}`

/** What the page that follows a channel tells the widget that opened it. */
export interface Followed {
  type: 'waypost-followed'
  channel_tag: string
}

export function tellsFollowed(message: unknown, tag: string): message is Followed {
  const { type, channel_tag } = (message ?? {}) as Partial<Followed>
  return type === 'waypost-followed' && channel_tag === tag
}

/** A channel, `missing`, or why nobody knows. */
export type Asked = { info: ChannelInfo } | 'missing' | { failed: string }

/** Asks for a channel by its tag, which may be anything that somebody wrote into an address; for no posts of it unless `more` says so. */
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

/** The subscription to a channel, undefined where the account does not follow it. @throws Refusal */
export async function findSubscription(calls: Calls, tag: string): Promise<Subscription | undefined> {
  const wanted = tag.toLowerCase()
  let cursor: string | undefined
  do {
    const page = await calls.call(listSubscriptions, {
      active: true,
      limit: limits.pageSize,
      ...(cursor !== undefined && { cursor }),
    })
    const found = page.subscriptions.find(({ channel }) => channel?.tag.toLowerCase() === wanted)
    if (found) return found
    cursor = page.cursor
  } while (cursor !== undefined)
  return undefined
}

/** What a channel is called on screen. */
export const channelName = ({ name, tag }: Pick<ChannelInfo, 'name' | 'tag'>): string => beginningOf(name?.trim() || tag)
