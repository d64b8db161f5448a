import { hash } from 'node:crypto'
import type { FeedFilter } from '@waypost/protocol'
import type { FeedItem } from './parser.ts'

/** How often a channel's feed is fetched, and the maximum items that one fetch posts. */
const feedMilliseconds = 5 * 60_000
const itemsPerFetch = 20

/** The number of digests of removed items kept in case they reappear. */
const remembered = 4_000
/** The number of ids and links shared by several items that are kept. */
const rememberedShared = 500
/** Up to version 1 of the state, only this many items of a feed were read. */
const readBefore = 500
const maxBodyLength = 500
/** The longest delay before a failing feed is retried, in milliseconds. */
const maxDelay = 12 * 3_600_000
/** The longest delay that its server may ask for, in microseconds. */
const maxAskedDelay = 24 * 3_600_000_000

const digestOf = (id: string) => hash('sha256', id, 'base64url').slice(0, 16)

/** The state of a feed: digests of its items, and of ids and links that don't distinguish its items. */
interface Seen {
  known: Set<string>
  shared: Set<string>
  /** How many items, from the first on, `known` covers. */
  first: number
}

/**
 * Returns the new items of a feed, and what to remember of it.
 *
 * At the first reading nothing is new: only later items are posted. Of many new items at once only the latest are posted and the others
 * are skipped, so that a backlog, or a feed that changed all its ids, does not cause posts for hours.
 *
 * @param before the memory after the last reading; null at the first
 */
export function newsOf(items: readonly FeedItem[], before: string | null, filters: readonly FeedFilter[]) {
  const seen = readSeen(before)
  const shared = new Set([...seen.shared, ...sharedAmong(items)])
  const digests = new Set<string>()
  const news: { item: FeedItem; at: number }[] = []
  let lastKnown = -1
  let firstKnown = items.length
  for (const [at, item] of items.entries()) {
    const all = digestsOf(item)
    // A later item of this read may be the same one.
    if (isKnown(item, seen.known, shared) || at >= seen.first) {
      lastKnown = at
      firstKnown = Math.min(firstKnown, at)
    } else if (!isKnown(item, digests, shared) && before !== null && filters.every((filter) => passes(item, filter))) {
      news.push({ item, at })
    }
    for (const digest of all) digests.add(digest)
  }
  const gone = [...seen.known].filter((digest) => !digests.has(digest)).slice(-remembered)
  // Most feeds start with the latest item. A feed that is appended to has the known ones first.
  const isAppended = firstKnown < (news[0]?.at ?? 0) && lastKnown < (news.at(-1)?.at ?? 0)
  const inOrder = earliestFirst(isAppended ? news.map(({ item }) => item) : news.map(({ item }) => item).reverse())
  return {
    news: inOrder.slice(-itemsPerFetch),
    seen: JSON.stringify({ known: [...gone, ...digests], shared: [...shared].slice(-rememberedShared) }),
  }
}

function readSeen(before: string | null): Seen {
  const found = JSON.parse(before ?? '[]') as string[] | { known: string[]; shared: string[] }
  // The form of version 1: a digest of each item's id.
  if (Array.isArray(found)) return { known: new Set(found), shared: new Set(), first: readBefore }
  return { known: new Set(found.known), shared: new Set(found.shared), first: Number.POSITIVE_INFINITY }
}

/** Placeholder ids that some programs give to every item. */
const noId = /^(n\/?a|none|null|nil|undefined|unknown|no|0|-+|guid|id|#)$/i

/** `http` or `https` and a trailing slash don't make a different page. */
const linkName = (url: string | undefined) => url?.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/(?=$|[?#])/, '')
const linkDigestOf = ({ url }: FeedItem) => (url === undefined ? undefined : digestOf(`link ${linkName(url)}`))

/**
 * An item is identified by its id; if ids don't distinguish the feed's items, by its link, or else by all its content. A new id on a known
 * item doesn't make it new: some programs regenerate the ids of all items at once.
 */
function isKnown(item: FeedItem, known: ReadonlySet<string>, shared: ReadonlySet<string>): boolean {
  const { id, hasId, time } = item
  const link = linkDigestOf(item)
  const byLink = link !== undefined && !shared.has(link) ? link : undefined
  const isSame = known.has(wholeDigest(item)) || (time !== undefined && known.has(titleDigest(item)))
  const isId = hasId && !noId.test(id.trim()) && !shared.has(digestOf(id))
  if (isId) return known.has(digestOf(id)) || (byLink !== undefined && (isSame || known.has(titleDigest(item))))
  if (byLink !== undefined) return known.has(byLink) || (!hasId && known.has(digestOf(id)))
  return isSame || (!hasId && link === undefined && known.has(digestOf(id)))
}

const titleDigest = ({ url, title, time }: FeedItem) => digestOf(`title ${linkName(url)} ${title} ${time ?? ''}`)
const wholeDigest = ({ url, title, text }: FeedItem) => digestOf(`whole ${linkName(url)} ${title} ${text}`)

function digestsOf(item: FeedItem): string[] {
  const link = linkDigestOf(item)
  return [digestOf(item.id), ...(link === undefined ? [] : [link]), titleDigest(item), wholeDigest(item)]
}

/** The digests of ids shared by items with different links, and of links shared by items with different ids. */
function sharedAmong(items: readonly FeedItem[]): string[] {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  const note = (digest: string, rest: string) => {
    const before = first.get(digest)
    if (before === undefined) first.set(digest, rest)
    else if (before !== rest) shared.add(digest)
  }
  for (const item of items) {
    const { id, hasId, url, title } = item
    const link = linkDigestOf(item)
    if (hasId) note(digestOf(id), linkName(url) ?? title)
    if (link !== undefined) note(link, hasId ? `id ${id}` : `title ${title}`)
  }
  return [...shared]
}

/** Earlier dates come from clocks that were never set. */
const firstTime = Date.UTC(1990, 0)
const day = 24 * 3_600_000

/** Sorts items by time if all have a plausible one; otherwise keeps the feed's order. */
function earliestFirst(items: FeedItem[], now = Date.now()): FeedItem[] {
  const isTime = (time: number | undefined) => time !== undefined && time >= firstTime && time <= now + day
  return items.every(({ time }) => isTime(time)) ? items.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0)) : items
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
          .replace(/\s\S*$/, '')
          .trimEnd()
          .toWellFormed()}…`
      : text
  return {
    type: url === undefined ? ('note' as const) : ('link' as const),
    ...(title ? { title } : {}),
    ...(cut && cut !== title ? { body: cut } : {}),
    ...(url === undefined ? {} : { url }),
  }
}

/**
 * Microseconds until a feed is read again: a few minutes with random jitter, doubled for each consecutive failure, or longer if its server
 * asks for it: `asked`, in microseconds.
 */
export function feedWait(failures: number, asked = 0, chance = Math.random()): number {
  const wait = Math.min(maxDelay, feedMilliseconds * 2 ** Math.min(failures, 20))
  return Math.max(Math.round(wait * (0.9 + chance * 0.2) * 1_000), Math.min(asked, maxAskedDelay))
}
