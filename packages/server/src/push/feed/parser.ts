import { addressLength } from '@waypost/protocol'
import { inOneLine, plainText, titleText } from './markup.ts'
import { NoFeed, readXml, type Written, type WrittenFeed, type WrittenItem, type WrittenLink } from './xml.ts'

/** One item of a feed, in plain text. */
export interface FeedItem {
  /** The feed's id of the item, else its unresolved link, else its text. */
  id: string
  /** Whether the id comes from the feed. */
  hasId: boolean
  title: string
  url?: string
  text: string
  /** Milliseconds since 1970. */
  time?: number
}

const maxFeedItems = 10_000
const maxTitleLength = 500
/** Longer texts are truncated: filters need no more. */
const maxTextLength = 5_000

/** The items of an RSS, Atom, RDF or JSON feed, in the feed's order. @throws for other texts */
export function parseFeedText(text: string, address: string): FeedItem[] {
  const start = text.replace(/^[\s\ufeff\0]+/, '')
  if (start.startsWith('{')) return jsonItems(JSON.parse(start), address)
  const feed = readXml(start, address)
  return feed.items.map((item) => itemOf(item, feed, address)).filter((item) => item !== undefined)
}

function itemOf(item: WrittenItem, feed: WrittenFeed, address: string): FeedItem | undefined {
  // Atom's links are relative to the feed, those of RSS to the site.
  const base = feed.kind === 'rss' ? (feed.site ?? address) : address
  const url = linksOf(item, feed)
    .map((link) => webAddress(link.href, link.base ?? base))
    .find((found) => found !== undefined)
  const title = shortTitle(item.texts.title ?? item.texts['dc:title'] ?? { text: '', as: 'plain' })
  const { summary, description, content } = item.texts
  const written = [description, summary, item.texts['content:encoded'], content, item.texts['dc:description']]
  const text = written.map((one) => (one ? plain(one) : '')).find((one) => one !== '') ?? ''
  const id = item.guid?.text || item.links[0]?.href || `${title} ${text}`
  if (id.trim() === '') return undefined
  const { published, issued, pubdate, created, updated, modified } = item.dates
  const dublin = item.dates['dc:date'] ?? item.dates['dcterms:issued'] ?? item.dates['dcterms:created']
  const time = timeOf(
    pubdate ?? published ?? issued ?? dublin ?? created ?? updated ?? modified ?? item.dates['dcterms:modified'],
  )
  return { id, hasId: Boolean(item.guid), title, text, ...(url !== undefined && { url }), ...(time !== undefined && { time }) }
}

/** The candidate links of an item, best first. Its id counts as one if it is an address and not declared otherwise. */
function linksOf({ links, guid }: WrittenItem, { kind }: WrittenFeed): (Pick<WrittenLink, 'href'> & { base?: string })[] {
  const own = (link: WrittenLink) => /^$|(^|\/)alternate$/i.test(link.rel.trim())
  const isPage = (link: WrittenLink) => own(link) && /^$|html/i.test(link.type)
  const isFile = (link: WrittenLink) => /^(enclosure|content)$/.test(link.rel)
  const id = guid?.isPermalink && (kind === 'rss' || /^https?:\/\//i.test(guid.text)) ? [guid] : []
  const ids = id.map(({ text, base }) => ({ href: text, ...(base !== undefined && { base }) }))
  // A guid that is not an address leads nowhere, although RSS treats every guid as a link by default.
  const permalinks = ids.filter(({ href }) => /^(https?:\/\/|\/|\.\.?\/|\?)/i.test(href))
  const others = links.filter((link) => /(^|\/)(via|related)$/i.test(link.rel))
  return [...links.filter(isPage), ...links.filter(own), ...permalinks, ...others, ...links.filter(isFile)]
}

const plain = ({ text, as }: Written) => (as === 'html' ? plainText(text) : inOneLine(text)).slice(0, maxTextLength)
const shortTitle = ({ text, as }: Written) =>
  (as === 'html' ? titleText(text) : inOneLine(text)).slice(0, maxTitleLength).toWellFormed()

type Fields = Record<string, unknown>

/** https://www.jsonfeed.org/version/1.1/ */
function jsonItems(feed: Fields, address: string): FeedItem[] {
  if (!/jsonfeed/i.test(textOf(feed.version)) || !Array.isArray(feed.items)) throw new NoFeed()
  const { items } = feed
  const some = items.length > maxFeedItems ? [...items.slice(0, maxFeedItems / 2), ...items.slice(-maxFeedItems / 2)] : items
  return some
    .map((item) => jsonItem(item, webAddress(textOf(feed.home_page_url), address) ?? address))
    .filter((item) => item !== undefined)
}

function jsonItem(item: unknown, base: string): FeedItem | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const fields = item as Fields
  const title = inOneLine(textOf(fields.title)).slice(0, maxTitleLength).toWellFormed()
  const short = textOf(fields.summary) || textOf(fields.content_text)
  const text = (short ? inOneLine(short) : plainText(textOf(fields.content_html))).slice(0, maxTextLength)
  const [attachment] = Array.isArray(fields.attachments) ? (fields.attachments as (Fields | null)[]) : []
  const links = [fields.url, fields.external_url, attachment?.url].map(textOf).filter(Boolean)
  const url = links.map((link) => webAddress(link, base)).find((link) => link !== undefined)
  const own = /^https?:\/\//i.test(textOf(fields.id)) ? webAddress(textOf(fields.id), base) : undefined
  const hasId = textOf(fields.id).trim() !== ''
  const id = textOf(fields.id).trim() || links[0] || `${title} ${text}`
  if (id.trim() === '') return undefined
  const time = timeOf(textOf(fields.date_published) || textOf(fields.date_modified))
  const address = url ?? own
  return { id, hasId, title, text, ...(address !== undefined && { url: address }), ...(time !== undefined && { time }) }
}

function webAddress(link: string, base: string): string | undefined {
  if (link === '' || !URL.canParse(link, base)) return undefined
  const url = new URL(link, base)
  return /^https?:$/.test(url.protocol) && url.href.length <= addressLength ? url.href : undefined
}

function timeOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : time
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
