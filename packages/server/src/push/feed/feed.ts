import { addressLength, checkFeed, type FeedFilter, Refusal } from '@waypost/protocol'
import { isStopped } from '../../access-token/rows.ts'
import { type Account, findAccount } from '../../account/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import {
  type ChannelRow,
  deleteFeed,
  type FeedRow,
  filtersOf,
  findChannel,
  findFeed,
  saveChannel,
  saveFeed,
} from '../../channel/rows.ts'
import { channelJobs } from '../../channel/rules.ts'
import type { Deps } from '../../deps.ts'
import { FetchError } from '../../fetch/failure.ts'
import { waitOf } from '../../fetch/retry-after.ts'
import { type Handler, handle } from '../../http/http.ts'
import { throttle } from '../../http/rate-limits.ts'
import { ownerOfIden } from '../../iden.ts'
import { bytesOf } from '../content.ts'
import { newPush } from '../create/new-push.ts'
import { post } from '../post.ts'
import type { PushRow } from '../row.ts'
import { type FeedFound, readInWorker } from './ask-worker.ts'
import { feedWait, pushOfItem } from './rules.ts'

/** The maximum feeds read concurrently, in total and per account; most of the time is spent waiting for other servers. */
const places = { concurrency: 6, share: 2, names: (payload: unknown) => [ownerOfIden((payload as { channel: string }).channel)] }
/** The maximum size of a feed in bytes, uncompressed. Feeds with whole articles or many years have many megabytes. */
const feedBytes = 16 * 2 ** 20
/** Milliseconds within which the whole feed must arrive. */
const timeLimit = 30_000

type Used = Pick<Deps, 'db' | 'change' | 'jobs' | 'fetcher' | 'storage' | 'previews'>

interface Reading extends Omit<FeedFound, 'digest'> {
  failure?: string
  isGone?: boolean
  /** How long its server asks to wait, in microseconds. */
  wait?: number
  /** Its new address, after a permanent redirect. */
  movedTo?: string
  etag: string | null
  last_modified: string | null
  digest: string | null
}

/** Registers the job that reads the feeds of channels every few minutes and posts new items. */
export function readFeeds({ db, change, jobs, fetcher, storage, previews }: Used): void {
  jobs.handle<{ channel: string }>(
    channelJobs.feed,
    async ({ channel: iden }, _attempt, { now, signal }) => {
      const channel = await findChannel(db, iden)
      if (!channel?.active || !channel.feed_url) {
        await db.write((tx) => deleteFeed(tx, iden))
        return undefined
      }
      // Once the suspension ends, it is read again and its new items are posted.
      if (await isStopped(db, channel.owner, 'feeds of channels')) return { again: { channel: iden }, at: now + feedWait(0) }
      const kept = await findFeed(db, iden)
      const before = kept?.url === channel.feed_url ? kept : undefined
      const reading = await readFeed(fetcher, channel.feed_url, before, filtersOf(channel), signal)
      const failures = reading.failure === undefined ? 0 : (before?.failures ?? 0) + 1
      await change([channel.owner], async (tx) => {
        const current = await findChannel(tx, iden)
        // The channel's feed was changed meanwhile, which has requested this job again.
        if (!current?.active || current.feed_url !== channel.feed_url || current.feed_filters !== channel.feed_filters) return
        await keep(tx, current, before, reading, failures)
      })
      // It is read again once its owner saves it.
      return reading.isGone ? undefined : { again: { channel: iden }, at: now + feedWait(failures, reading.wait) }
    },
    places,
  )

  /** Posts and the feed's state are written in one change, so that each item is posted once, even after a crash. */
  async function keep(
    tx: Change,
    channel: ChannelRow,
    before: FeedRow | undefined,
    reading: Reading,
    failures: number,
  ): Promise<void> {
    const { news = [], seen = before?.seen ?? null, failure, movedTo, etag, last_modified, digest } = reading
    const account = news.length > 0 ? await findAccount(tx, channel.owner) : undefined
    const source = { channel_iden: channel.iden, with_name: channel.name, with_image_url: channel.image_url }
    const posts: PushRow[] = []
    for (const item of account ? news : []) {
      const push = await newPush(tx, account as Account, pushOfItem(item), { direction: 'self', ...source })
      posts.push({ ...push, bytes: bytesOf(push) })
    }
    const bytes = posts.reduce((sum, push) => sum + push.bytes, 0)
    // The new state is not stored, so the items are posted once there is storage.
    if (bytes > 0 && !(await storage.claimQuietly(tx, channel.owner, bytes)))
      return keep(
        tx,
        channel,
        before,
        { ...versionOf(before), failure: noRoom, ...(movedTo && { movedTo }) },
        (before?.failures ?? 0) + 1,
      )
    const failing_since = failures === 0 ? null : (before?.failing_since ?? microseconds())
    const shown = { feed_url: movedTo ?? (channel.feed_url as string), feed_error: failure ?? null }
    const feed = { channel: channel.iden, url: shown.feed_url, etag, last_modified, digest, seen, failures }
    await saveFeed(tx, { ...feed, failing_since })
    if (shown.feed_error !== channel.feed_error || movedTo) await saveChannel(tx, { ...channel, ...shown })
    if (!account) return
    for (const push of posts) await post(tx, { jobs, previews }, push, account)
  }
}

/** Handles the call that tests a feed before a channel posts from it. */
export function feedCalls({ fetcher, rateLimits }: Deps): Handler[] {
  // Each check sends a request to another server.
  const checks = throttle(rateLimits.feedCheck)
  return [
    handle(checkFeed, async ({ feed_url }, { caller: { account } }) => {
      checks.take(account.iden)
      const { count, failure } = await readFeed(fetcher, feed_url, undefined, [])
      if (count === undefined) throw Refusal.param('feed_url', failure)
      return { item_count: count }
    }),
  ]
}

/** Reads a feed if it has changed since `before`. Failures of the feed are part of the result. */
async function readFeed(
  fetcher: Used['fetcher'],
  url: string,
  before: FeedRow | undefined,
  filters: readonly FeedFilter[],
  signal?: AbortSignal,
): Promise<Reading> {
  const same = versionOf(before)
  try {
    const headers: Record<string, string> = {
      accept:
        'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5',
    }
    if (before?.etag) headers['if-none-match'] = before.etag
    if (before?.last_modified) headers['if-modified-since'] = before.last_modified
    const answer = await fetcher.get(url, { headers, sizeLimit: feedBytes, timeLimit, ...(signal && { signal }) })
    const moved = newAddress(url, answer.movedTo)
    if (answer.status === 304) return { ...same, ...moved }
    const found = await readInWorker({
      body: answer.body,
      type: answer.headers['content-type'] ?? '',
      address: answer.url,
      digest: same.digest,
      seen: before?.seen ?? null,
      filters,
    })
    return { ...found, ...moved, etag: tag(answer.headers.etag), last_modified: tag(answer.headers['last-modified']) }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const { status, retryAfter, isElsewhere } = error.answer ?? {}
    if (status === 410 && !isElsewhere) return { ...same, failure: gone, isGone: true }
    return { ...same, failure: error.message, wait: waitOf(retryAfter, microseconds()) }
  }
}

/** The new address of a moved feed. It was reached and has the feed, so only its length needs checking. */
function newAddress(url: string, movedTo: string): { movedTo?: string } {
  const address = new URL(movedTo)
  address.hash = ''
  return address.href === new URL(url).href || address.href.length > addressLength ? {} : { movedTo: address.href }
}

const gone = 'The feed is gone for good (status 410), so it is no longer read. Save another address, or this one to try it again.'
const noRoom = 'The storage of the account is full. Delete some messages or files.'

const versionOf = (feed: FeedRow | undefined) => ({
  etag: feed?.etag ?? null,
  last_modified: feed?.last_modified ?? null,
  digest: feed?.digest ?? null,
})

const tag = (value: string | undefined) => (value !== undefined && value.length <= 500 ? value : null)
