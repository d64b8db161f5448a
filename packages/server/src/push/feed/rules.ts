// Decides which items of a feed are new, how they become pushes, and when the feed is read again.

import { hash } from 'node:crypto'
import { type FeedFilter, limits } from '@waypost/protocol'
import type { FeedItem } from './parser.ts'

/** How many removed items are remembered, in case they come back. */
const remembered = 1_000
const maxBodyLength = 500
/** The longest delay before a failing feed is read again, in milliseconds. */
const maxDelay = 12 * 3_600_000

/** The digest by which an item is recognized. */
const digestOf = (id: string) => hash('sha256', id, 'base64url').slice(0, 16)

/**
 * Returns the new items of a feed, and the digests to remember.
 *
 * At the first reading nothing is new: only later items are posted. Of many new items at once only the latest are posted and the others
 * are skipped, so that a backlog, or a feed that changed all its ids, does not cause posts for hours.
 *
 * @param seen digests of what was there before; undefined at the first reading
 */
export function newsOf(items: readonly FeedItem[], seen: readonly string[] | undefined, filters: readonly FeedFilter[]) {
  const digests = [...new Set(items.map((item) => digestOf(item.id)))]
  const present = new Set(digests)
  const known = new Set(seen)
  const news = new Map<string, FeedItem>()
  for (const item of seen ? items : []) {
    const digest = digestOf(item.id)
    if (!known.has(digest) && filters.every((filter) => passes(item, filter)) && !news.has(digest)) news.set(digest, item)
  }
  const gone = (seen ?? []).filter((digest) => !present.has(digest))
  return { news: earliestFirst([...news.values()]).slice(-limits.feedItems), seen: [...gone.slice(-remembered), ...digests] }
}

/** Sorted by time if all items have one; otherwise the feed is assumed to start with its latest. */
function earliestFirst(items: FeedItem[]): FeedItem[] {
  const backwards = items.toReversed()
  return items.every(({ time }) => time !== undefined) ? backwards.sort((a, b) => (a.time ?? 0) - (b.time ?? 0)) : backwards
}

function passes(item: FeedItem, { field, value, not, ignore_case }: FeedFilter): boolean {
  const whole = { title: item.title, body: item.text, url: item.url ?? '' }[field]
  const contains = ignore_case ? whole.toLowerCase().includes(value.toLowerCase()) : whole.includes(value)
  return contains !== (not ?? false)
}

/** An item as a push: a link, or a note if it has no address. */
export function pushOfItem({ title, url, text }: FeedItem) {
  const cut =
    text.length > maxBodyLength
      ? `${text
          .slice(0, maxBodyLength)
          .replace(/\s+\S*$/, '')
          .toWellFormed()}…`
      : text
  return {
    type: url === undefined ? ('note' as const) : ('link' as const),
    ...(title ? { title } : {}),
    ...(cut && cut !== title ? { body: cut } : {}),
    ...(url === undefined ? {} : { url }),
  }
}

/** Microseconds until a feed is read again: a few minutes with random jitter, doubled for each consecutive failure. */
export function feedWait(failures: number, chance = Math.random()): number {
  const wait = Math.min(maxDelay, limits.feedEvery * 2 ** Math.min(failures, 20))
  return Math.round(wait * (0.9 + chance * 0.2) * 1_000)
}
