// Parses RSS, Atom, RDF and JSON feeds into items of plain text.

import { limits } from '@waypost/protocol'
import { parseFeed } from 'feedsmith'

/** One item of a feed, in plain text. */
export interface FeedItem {
  /** The feed's id of the item. */
  id: string
  title: string
  /** A web address; absent without a link. */
  url?: string
  text: string
  /** Milliseconds since 1970. */
  time?: number
}

const maxFeedItems = 500
const maxTitleLength = 500
/** Longer texts are cut: filters need no more. */
const maxTextLength = 5_000
const maxMarkupLength = 20_000

type Fields = Record<string, unknown>

/** The items of an RSS, Atom, RDF or JSON feed, in its own order. @throws for other texts */
export function parseFeedText(text: string, address: string): FeedItem[] {
  const { feed } = parseFeed(text, { maxItems: maxFeedItems }) as { feed: Fields }
  const found = listOf(feed.items ?? feed.entries).slice(0, maxFeedItems)
  return found.map((item) => readItem(item, address)).filter((item) => item !== undefined)
}

function readItem(item: Fields, address: string): FeedItem | undefined {
  const url = webAddress(linkOf(item), address)
  const title = plainText(textOf(item.title)).slice(0, maxTitleLength)
  const body = textOf(item.description) || textOf(item.summary) || textOf(item.content_text) || contentOf(item)
  const text = plainText(body).slice(0, maxTextLength)
  const id = textOf(item.guid) || textOf(item.id) || linkOf(item) || `${title} ${text}`
  if (id.trim() === '') return undefined
  const [dublin] = ((item.dc as Fields | undefined)?.dates as unknown[] | undefined) ?? []
  const time = Date.parse(textOf(item.pubDate ?? item.published ?? item.date_published ?? item.updated ?? dublin))
  return { id, title, text, ...(url === undefined ? {} : { url }), ...(Number.isNaN(time) ? {} : { time }) }
}

function contentOf(item: Fields): string {
  const encoded = (item.content as Fields | undefined)?.encoded
  return textOf(encoded) || textOf(item.content) || textOf(item.content_html)
}

/** Atom has several links: the item's own has `rel` alternate, or none. */
function linkOf(item: Fields): string {
  const links = listOf(item.links)
  const own = links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0]
  return textOf(item.link) || textOf(own?.href) || textOf(item.url) || textOf(item.external_url)
}

function webAddress(link: string, base: string): string | undefined {
  if (link === '' || !URL.canParse(link, base)) return undefined
  const url = new URL(link, base)
  return /^https?:$/.test(url.protocol) && url.href.length <= limits.addressLength ? url.href : undefined
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  const inner = (value as { value?: unknown } | undefined | null)?.value
  return typeof inner === 'string' ? inner : ''
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : []
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  laquo: '«',
  raquo: '»',
}

/** The visible text of some HTML. The result must still be escaped before it is put into HTML. */
export function plainText(html: string): string {
  return html
    .slice(0, maxMarkupLength)
    .replace(/<!--[\s\S]*?(-->|$)|<(script|style)\b[\s\S]*?(<\/\2\s*>|$)/gi, ' ')
    .replace(/<\/?(p|div|br|li|ul|ol|h[1-6]|tr|td|table|blockquote|pre)\b[^>]*(>|$)/gi, ' ')
    .replace(/<[a-z/!][^>]*(>|$)/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole
      const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}
