import { Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { isStopped } from '../../access-token/rows.ts'
import { type ChannelRow, findChannelByTag } from '../../channel/rows.ts'
import { fitting, lengthOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { addressKey, throttle } from '../../http/rate-limits.ts'
import { type PageHead, sendStatic, staticFile } from '../../http/static-file.ts'
import type { PushRow } from '../row.ts'
import { findPush, recentPosts } from '../rows.ts'

const most = { posts: 30, bytes: 2 ** 18 }

const kinds = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
type Kind = keyof typeof kinds

const addressesOf = (origin: string, tag: string) => {
  const feed = (kind: Kind) => `${origin}/v3/channel-feeds/${encodeURIComponent(tag)}.${kind}`
  return { page: `${origin}/channel?tag=${encodeURIComponent(tag)}`, atom: feed('atom'), json: feed('json') }
}

/** Serves `GET /v3/channel-feeds/TAG.atom` and `TAG.json`. Readers with the latest version get 304. */
export function serveSyndication(
  http: FastifyInstance,
  { db, origin, rateLimits }: Pick<Deps, 'db' | 'origin' | 'rateLimits'>,
): void {
  const reads = throttle(rateLimits.channelFeed)
  http.get<{ Params: { file: string } }>('/v3/channel-feeds/:file', async (request, reply) => {
    const [, tag, kind] = /^([A-Za-z0-9_-]{1,100})\.(atom|json)$/.exec(request.params.file) ?? []
    reads.take(addressKey(request.ip))
    const channel = tag === undefined ? undefined : await findChannelByTag(db, tag)
    if (!channel || (await isStopped(db, channel.owner, 'channel posts')))
      throw new Refusal('not_found', 'There is no such channel.')
    const posts = await recentPosts(db, channel.iden, most.posts)
    const few = posts.slice(
      0,
      fitting(
        posts.map((post) => lengthOf(post)),
        most.bytes,
      ),
    )
    const text = writeSyndication(origin(), channel, few, kind as Kind)
    return sendStatic(request, reply, staticFile(kinds[kind as Kind], Buffer.from(text)), {
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
  })
}

function writeSyndication(origin: string, channel: ChannelRow, posts: readonly PushRow[], kind: Kind): string {
  const tag = channel.tag as string
  const { page, atom, json } = addressesOf(origin, tag)
  const isHtml = kind === 'atom'
  const written = (text: string) => (isHtml ? escaped(plain(text)) : plain(text))
  const feed = new Feed({
    id: `urn:waypost:${channel.iden}`,
    title: plain(channel.name ?? tag),
    ...(channel.description && { description: plain(channel.description) }),
    ...(channel.image_url && { image: channel.image_url }),
    link: page,
    feedLinks: { atom, json },
    updated: new Date((posts[0]?.created ?? channel.created) / 1_000),
    generator: 'Waypost',
  })
  for (const post of posts) {
    const text = [post.body, post.url].filter((part) => part).join('\n\n')
    const file = post.file_url
      ? [`<p><a href="${escaped(post.file_url)}">${escaped(plain(post.file_name ?? 'File'))}</a></p>`]
      : []
    feed.addItem({
      id: `urn:waypost:${post.iden}`,
      title: written(titleOf(post)),
      link: `${page}&push_iden=${encodeURIComponent(post.iden)}`,
      date: new Date((post.edited ?? post.created) / 1_000),
      published: new Date(post.created / 1_000),
      content: [...paragraphs(text), ...file].join(''),
      ...(post.image_url && { image: post.image_url }),
    })
  }
  return isHtml ? feed.atom1() : feed.json1()
}

const titleOf = ({ title, body, file_name, url }: PushRow): string =>
  title || (body || file_name || url || 'Post').split('\n', 1)[0]?.slice(0, 120) || 'Post'

const paragraphs = (text: string): string[] =>
  text === ''
    ? []
    : plain(text)
        .split(/\n{2,}/)
        .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)

/** Removes characters that XML can't contain (https://www.w3.org/TR/xml/#charsets). */
const plain = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The head of the page of a channel, or of one of its posts; undefined for an unknown channel. */
export async function channelHead(
  { db, origin }: Pick<Deps, 'db' | 'origin'>,
  tag: string,
  pushIden: string | undefined,
): Promise<PageHead | undefined> {
  const channel = await findChannelByTag(db, tag)
  if (!channel || (await isStopped(db, channel.owner, 'channel posts'))) return undefined
  const push = pushIden === undefined ? undefined : await findPush(db, pushIden)
  const post = push?.active === 1 && push.channel_iden === channel.iden && push.direction === 'self' ? push : undefined
  const { page, ...feeds } = addressesOf(origin(), channel.tag as string)
  const name = channel.name ?? (channel.tag as string)
  const image = post?.image_url ?? channel.image_url
  return {
    title: post ? `${titleOf(post)} · ${name}` : name,
    description: beginning((post ? post.body : channel.description) ?? `The channel ${name} on Waypost.`),
    url: post ? `${page}&push_iden=${encodeURIComponent(post.iden)}` : page,
    ...(image && { image }),
    feeds,
  }
}

const beginning = (text: string): string => [...plain(text).replaceAll(/\s+/g, ' ').slice(0, 400)].slice(0, 200).join('')
