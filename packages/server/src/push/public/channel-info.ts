import {
  type ChannelInfo,
  type ChannelSummary,
  countedPosts,
  countPostCopies,
  getChannelInfo,
  getChannelSummaries,
  type Push,
  Refusal,
  summariesPerCall,
} from '@waypost/protocol'
import { isStopped } from '../../access-token/rows.ts'
import { type ChannelRow, channelsByTag, findChannel, findChannelByTag, normalizeTag } from '../../channel/rows.ts'
import { fitting, lengthOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/http.ts'
import { filled } from '../../objects.ts'
import { countCopies } from '../copies/rows.ts'
import { type PushRow, pushObject } from '../row.ts'
import { findPush, latestPosts, type PostBeginning, recentPosts } from '../rows.ts'

/** The maximum characters of a description, and of the latest post, in a channel's summary. */
export const summaryLength = 200

/** The pushes shown on a channel's public page, and their approximate total bytes: strangers fetch them. */
const recentPushes = 10
const recentPushesBytes = 2 ** 18

/** Public information about a channel, and for its owner the reach of its posts. */
export function channelInfoCalls({ db }: Pick<Deps, 'db'>): Handler[] {
  return [
    handle(getChannelInfo, async ({ tag, no_recent_pushes, push_iden }): Promise<ChannelInfo> => {
      const channel = await findChannelByTag(db, tag)
      if (!channel) throw Refusal.param('tag')
      const suspended = await isStopped(db, channel.owner, 'channel posts')
      const recent = no_recent_pushes || suspended ? [] : await fewRecent(db, channel.iden)
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
    handle(getChannelSummaries, async ({ tags }) => {
      const wanted = new Set(tags.split(',').map((tag) => normalizeTag(tag.trim())))
      wanted.delete('')
      if (wanted.size > summariesPerCall) throw Refusal.param('tags', `tags: at most ${summariesPerCall} entries`)
      const found = wanted.size === 0 ? [] : await channelsByTag(db, [...wanted])
      const idens = found.map(({ iden }) => iden)
      const posts = idens.length === 0 ? [] : await latestPosts(db, idens, summaryLength)
      const byTag = new Map(found.map((channel) => [channel.tag_normalized, channel]))
      const inOrder = [...wanted].flatMap((tag) => byTag.get(tag) ?? [])
      return {
        channels: inOrder.map((channel) =>
          summary(
            channel,
            posts.find((post) => post.channel_iden === channel.iden),
          ),
        ),
      }
    }),
    handle(countPostCopies, async ({ iden }, { caller: { account } }) => {
      const channel = await findChannel(db, iden)
      if (!channel?.active) throw new Refusal('not_found')
      if (channel.owner !== account.iden) throw new Refusal('forbidden')
      const posts = []
      // One after another, as counting takes time.
      for (const post of await recentPosts(db, iden, countedPosts.posts))
        posts.push({ iden: post.iden, copies: await countCopies(db, post.iden, countedPosts.copies) })
      return { posts }
    }),
  ]
}

/** The latest posts of a channel; fewer if they are long. */
async function fewRecent(db: Deps['db'], channel: string): Promise<PushRow[]> {
  const posts = await recentPosts(db, channel, recentPushes)
  const sizes = posts.map((post) => lengthOf(post))
  return posts.slice(0, fitting(sizes, recentPushesBytes))
}

/** A channel in a list: unbounded names and texts would make a list of fifty too large. */
function summary(channel: ChannelRow, post: PostBeginning | undefined): ChannelSummary {
  return {
    iden: channel.iden,
    tag: channel.tag as string,
    ...filled({
      name: beginning(channel.name),
      description: beginning(channel.description),
      image_url: channel.image_url,
    }),
    subscriber_count: channel.subscriber_count,
    ...(post && {
      latest_post: { iden: post.iden, created: post.created / 1e6, ...filled({ type: post.type }), text: textOf(post) },
    }),
  }
}

const textOf = ({ title, body, file_name, url }: PostBeginning): string =>
  beginning(title || body || file_name || url || '').replace(/\s+/g, ' ')

function beginning(text: string): string
function beginning(text: string | null): string | null
function beginning(text: string | null): string | null {
  // Whole characters, so that none is cut in half at the end.
  return text === null ? null : [...text.slice(0, 2 * summaryLength)].slice(0, summaryLength).join('')
}

/** A post without its author's personal data. */
function publicPost(row: PushRow): Push {
  const noSender = { iden: '', email: '', email_normalized: '', name: null, image_url: null }
  const push = pushObject({ ...row, guid: null, source_device_iden: null, awake_app_guids: null }, noSender)
  const { dismissed: _dismissed, direction: _direction, ...shown } = push
  return shown
}
