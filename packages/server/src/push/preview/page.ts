import { isBlank } from '@waypost/protocol'
import { Parser } from 'htmlparser2'

/** What a page says about itself, in plain text. Addresses are absolute. */
export interface PageFacts {
  title?: string
  description?: string
  /** Addresses of pictures, best first. */
  pictures: string[]
  /** Addresses of icons, best first. */
  icons: string[]
}

/** A page nested more deeply near its start is not meant for people, and would take long to parse. */
const maxDepth = 256
const maxTextLength = 5_000
const maxAddressLength = 4_000
const maxIcons = 50
const longestTitle = 200
const longestDescription = 300
/** The assumed sizes of icons that declare none, and the preferred size, in pixels. */
const assumedSize = { icon: 16, touch: 180 }
const goodSize = 32
const piece = 16_384
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Parses the start of a page. Its length bounds the time: only its head is needed, and deep nesting ends it. */
export function readPage(html: string, address: string): PageFacts {
  const meta = new Map<string, string>()
  const icons: { href: string; size: number; order: number }[] = []
  let base = address
  let title: string | undefined
  let inTitle = false
  let imageSource: string | undefined
  let depth = 0
  let within = 0

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') noteMeta(attributes)
      else if (name === 'link') noteLink(attributes)
      else if (name === 'base' && attributes.href && URL.canParse(attributes.href, address))
        base = new URL(attributes.href, address).href
      // The title of a drawing is not the page's title.
      else if (name === 'svg' || name === 'template') within++
      else if (name === 'title' && title === undefined && within === 0) {
        title = ''
        inTitle = true
      }
      if (!empty.has(name)) depth++
    },
    ontext(text) {
      if (inTitle && (title as string).length < maxTextLength) title += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (name === 'svg' || name === 'template') within--
      if (!empty.has(name)) depth--
    },
  })

  function noteMeta({ property, name, itemprop, content }: Record<string, string>): void {
    const key = (property ?? name ?? itemprop)?.trim().toLowerCase()
    if (key !== undefined && content && wanted.has(key) && !meta.has(key)) meta.set(key, content.slice(0, maxTextLength))
  }

  function noteLink({ rel = '', href, sizes = '', type = '' }: Record<string, string>): void {
    if (!href) return
    const kinds = rel.toLowerCase().split(/\s+/)
    if (kinds.includes('image_src')) imageSource ??= href
    const touch = kinds.some((kind) => kind.startsWith('apple-touch-icon'))
    // Drawings are not served, so they are not fetched.
    if ((!touch && !kinds.includes('icon')) || /svg/i.test(type) || /\.svg([?#]|$)/i.test(href)) return
    if (icons.length >= maxIcons) return
    const size = Number.parseInt(sizes, 10) || (touch ? assumedSize.touch : assumedSize.icon)
    icons.push({ href, size, order: size >= goodSize ? size : 10_000 - size })
  }

  for (let at = 0; at < html.length && depth <= maxDepth; at += piece) parser.write(html.slice(at, at + piece))

  const text = (names: string[], most: number) =>
    names.map((name) => plain(meta.get(name) ?? '', most)).find((value) => value !== '')
  const facts: PageFacts = {
    pictures: addresses([...pictureNames.map((name) => meta.get(name)), imageSource], base),
    icons: addresses([...icons.sort((a, b) => a.order - b.order).map(({ href }) => href), '/favicon.ico'], base),
  }
  const named = text(titleNames, longestTitle) ?? plain(title ?? '', longestTitle)
  const described = text(descriptionNames, longestDescription)
  if (named) facts.title = named
  if (described && described !== named) facts.description = described
  return facts
}

const titleNames = ['og:title', 'twitter:title']
const descriptionNames = ['og:description', 'twitter:description', 'description']
const pictureNames = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src', 'image']
const wanted = new Set([...titleNames, ...descriptionNames, ...pictureNames])

function addresses(links: readonly (string | undefined)[], base: string): string[] {
  const found = new Set<string>()
  for (const link of links) {
    if (link === undefined || !URL.canParse(link.trim(), base)) continue
    const { protocol, href } = new URL(link.trim(), base)
    if (/^https?:$/.test(protocol) && href.length <= maxAddressLength) found.add(href)
  }
  return [...found]
}

/** A text on one line, without characters that change the text direction; empty if nothing visible is left. */
function plain(text: string, most: number): string {
  const line = text
    .replace(/[\s\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .trim()
    .toWellFormed()
  if (isBlank(line)) return ''
  if (line.length <= most) return line
  return `${line
    .slice(0, most - 1)
    .replace(/\s+\S*$/, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
