import { createChannel, deleteChannel, listChannels, Refusal, updateChannel } from '@waypost/protocol'
import { addMuteEnd, endMutes, isSame } from '../account/arranged.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import { lists } from '../objects.ts'
import {
  type ChannelRow,
  channelObject,
  channels,
  channelsOf,
  channelsPerAccount,
  findChannel,
  findChannelByTag,
  saveChannel,
} from './rows.ts'
import { channelJobs, isSeen, newChannel, withFields } from './rules.ts'

interface ChannelDeps extends Deps {
  follow(tx: Change, owner: string, channel: ChannelRow): Promise<unknown>
}

export function channelCalls({ db, change, jobs, follow }: ChannelDeps): Handler[] {
  const ask = (tx: Change, type: string, { iden }: ChannelRow) => jobs.add(tx, { type, key: iden, payload: { channel: iden } })
  return [
    handle(listChannels, async (query, { caller }) => {
      const { rows, cursor } = await channels.list(db, caller.account.iden, query)
      return lists({ channels: rows.map(channelObject) }, cursor)
    }),
    handle(createChannel, async ({ tag, subscribe, ...fields }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const wanted = withFields(newChannel(objectIden(owner), owner, tag), fields)
        if (await findChannelByTag(tx, tag)) throw new Refusal('tag_taken')
        if ((await channelsOf(tx, owner)) >= channelsPerAccount) {
          throw new Refusal('forbidden', `An account may have ${channelsPerAccount} channels. Delete one first.`)
        }
        const channel = await saveChannel(tx, wanted)
        if (channel.feed_url) await ask(tx, channelJobs.feed, channel)
        if (!subscribe) return channelObject(channel)
        await follow(tx, owner, channel)
        const followed = channelObject({ ...channel, subscriber_count: 1 })
        tx.wrote(owner, 'channels', followed)
        return followed
      })
    }),
    handle(updateChannel, async ({ iden, ...fields }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const before = await ownChannel(tx, owner, iden)
        const wanted = withFields(before, fields)
        // Saving a feed that could not be read retries it.
        const readFeed = wanted.feed_url !== before.feed_url || (fields.feed_url !== undefined && before.feed_error !== null)
        if (readFeed) await ask(tx, channelJobs.feed, before)
        if (isSame(before, wanted)) return channelObject(before)
        if (isSeen(before, wanted)) await ask(tx, channelJobs.changed, before)
        await addMuteEnd(tx, jobs, 'channel', wanted)
        return channelObject(await saveChannel(tx, wanted))
      })
    }),
    handle(deleteChannel, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const channel = await ownChannel(tx, owner, iden)
        await saveChannel(tx, { ...channel, active: 0 })
        await ask(tx, channelJobs.closed, channel)
        if (channel.feed_url) await ask(tx, channelJobs.feed, channel)
        return {}
      })
    }),
  ]
}

/** Registers the job that ends mutes of channels. */
export const endChannelMutes = (deps: Deps) => endMutes(deps, 'channel', channels.find, saveChannel)

/** The caller's own open channel. Channels are public, so another owner's is refused as `forbidden` rather than `not_found`. */
async function ownChannel(tx: Change, owner: string, iden: string): Promise<ChannelRow> {
  const channel = await findChannel(tx, iden)
  if (!channel?.active) throw new Refusal('not_found')
  if (channel.owner !== owner) throw new Refusal('forbidden')
  return channel
}
