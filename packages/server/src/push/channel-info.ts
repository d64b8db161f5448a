// Handles the call that shows a channel and its latest posts to anyone.

import { type ChannelInfo, getChannelInfo, limits, type Push, Refusal } from '@waypost/protocol'
import { isSuspended } from '../access-token/rows.ts'
import { findChannelByTag } from '../channel/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { filled } from '../objects.ts'
import { type PushRow, pushObject } from './row.ts'
import { findPush, recentPosts } from './rows.ts'

/** Public information about a channel. */
export function channelInfoCalls({ db }: Pick<Deps, 'db'>): Handler[] {
  return [
    handle(getChannelInfo, async ({ tag, no_recent_pushes, push_iden }): Promise<ChannelInfo> => {
      const channel = await findChannelByTag(db, tag)
      if (!channel) throw Refusal.param('tag')
      const suspended = await isSuspended(db, channel.owner)
      const recent = no_recent_pushes || suspended ? [] : await recentPosts(db, channel.iden, limits.recentPushes)
      const push = push_iden === undefined || suspended ? undefined : await findPush(db, push_iden)
      const isPost = push?.active === 1 && push.channel_iden === channel.iden && push.direction === 'self'
      return {
        iden: channel.iden,
        tag: channel.tag as string,
        ...filled({
          name: channel.name,
          description: channel.description,
          image_url: channel.image_url,
          website_url: channel.website_url,
        }),
        subscriber_count: channel.subscriber_count,
        recent_pushes: recent.map(publicPost),
        ...filled({ suspended }),
        ...(isPost ? { push: publicPost(push) } : {}),
      }
    }),
  ]
}

/** A post without personal data of its author. */
function publicPost(row: PushRow): Push {
  const noSender = { iden: '', email: '', email_normalized: '', name: null, image_url: null }
  const push = pushObject({ ...row, guid: null, source_device_iden: null, awake_app_guids: null }, noSender)
  const { dismissed: _dismissed, direction: _direction, ...shown } = push
  return shown
}
