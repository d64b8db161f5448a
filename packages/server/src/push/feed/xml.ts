// Parses RSS 0.9 to 2.0 and Atom 0.3 and 1.0 in one pass over the tags, without a tree: memory and time grow only with the length.

import { Parser } from 'htmlparser2'
import { decoded, decodedAddress, isBlock, unwrapped } from './markup.ts'

/** A text of a feed, and its format. */
export interface Written {
  text: string
  as: 'plain' | 'html'
}

/** An unresolved link; `base` is the feed's address resolved with `xml:base`, if present. */
export interface WrittenLink {
  href: string
  base?: string
  rel: string
  type: string
}

/** A raw item of a feed. Absent fields are absent or empty in the feed. */
export interface WrittenItem {
  /** By element name: `title`, `description`, `summary`, `content`, `content:encoded`, `dc:title`. */
  texts: Partial<Record<string, Written>>
  links: WrittenLink[]
  guid?: { text: string; isPermalink: boolean; base?: string }
  /** By element name. */
  dates: Partial<Record<string, string>>
}

/** A parsed feed in raw form. */
export interface WrittenFeed {
  kind: 'rss' | 'atom'
  site?: string
  items: WrittenItem[]
}

/** Thrown for a document that is not a feed, or an incomplete one. */
export class NoFeed extends Error {
  readonly isCut: boolean

  constructor(isCut = false) {
    super()
    this.isCut = isCut
  }
}

/** No feed nests more deeply. Each level costs time for every tag in it. */
const maxDepth = 256
const maxAttributes = 1_000
/** If there are more, this many of the first and the last items are kept: new ones are at either end. */
const maxItems = 10_000
const maxText = 20_000

interface Frame {
  /** The name without its prefix, in lower case. */
  local: string
  /** The name of a field: `title`, `dc:date`. Undefined for elements of unknown modules. */
  field: string | undefined
  base: string | undefined
  names: Record<string, string>
}

interface Field {
  depth: number
  name: string
  attributes: Record<string, string>
  text: string
  /** Whether it contains elements; if so, its text is not markup. */
  nested: boolean
  /** The nesting depth within script and style elements. */
  hidden: number
  base: string | undefined
}

interface Root {
  kind: WrittenFeed['kind']
  /** The namespace of the format's own elements; empty for those without a prefix. */
  core: string
}

/** Reads a feed. Entities that it defines itself are not expanded. @throws NoFeed */
export function readXml(source: string, address: string): WrittenFeed {
  // External entities are not fetched, so a feed that needs them cannot be read.
  if (/<!ENTITY\s+[^%\s]\S*\s+(SYSTEM|PUBLIC)\b/.test(prolog(source))) throw new NoFeed()
  return new XmlReader(source, address).read()
}

class XmlReader {
  readonly #source: string
  readonly #address: string
  readonly #parser: Parser
  readonly #frames: Frame[] = []
  #root: Root | undefined
  /** Whether the root has been closed. */
  #isWhole = false
  #site: string | undefined
  /** The item that is being read, and its depth. */
  #item: { at: number; written: WrittenItem } | undefined
  #field: Field | undefined
  /** Within CDATA. */
  #isRaw = false
  #isEnding = false
  /** The end of the last tag that opened an element. */
  #opened = -1
  #attributeCount = 0
  readonly #first: WrittenItem[] = []
  readonly #last: WrittenItem[] = []

  constructor(source: string, address: string) {
    this.#source = source
    this.#address = address
    this.#parser = new Parser(
      {
        onopentag: (tag, attributes) => this.#open(tag, attributes),
        onattribute: () => {
          if (++this.#attributeCount > maxAttributes) throw new NoFeed()
        },
        onclosetag: (_tag, isImplied) => this.#close(isImplied),
        ontext: (text) => this.#text(text),
        oncdatastart: () => {
          this.#isRaw = true
        },
        oncdataend: () => {
          this.#isRaw = false
        },
      },
      { xmlMode: true },
    )
  }

  read(): WrittenFeed {
    this.#parser.write(this.#source)
    this.#isEnding = true
    this.#parser.end()
    if (!this.#root || !this.#isWhole) throw new NoFeed()
    const items = [...this.#first, ...this.#last.slice(-maxItems / 2)]
    return { kind: this.#root.kind, ...(this.#site !== undefined && { site: this.#site }), items }
  }

  #open(tag: string, attributes: Record<string, string>): void {
    this.#opened = this.#parser.endIndex
    this.#attributeCount = 0
    if (this.#isWhole) return
    const above = this.#frames.at(-1)
    if (this.#frames.length >= maxDepth) throw new NoFeed()
    const names = namesWithin(above?.names ?? usual, attributes)
    const [local, prefix] = split(tag)
    this.#root ??= rootOf(local, names, prefix)
    const base = baseWithin(above?.base, attributes, names, this.#address)
    const name = fieldName(this.#root, local, prefix, names)
    this.#frames.push({ local, field: name, base, names })
    const depth = this.#frames.length
    if (this.#field) {
      this.#field.nested = true
      if (local === 'script' || local === 'style') this.#field.hidden++
      if (isBlock(local)) this.#add(' ')
    } else if (!this.#item && name === (this.#root.kind === 'atom' ? 'entry' : 'item') && depth > 1)
      this.#item = { at: depth, written: newItem(attributes, names, base) }
    else if (name !== undefined && this.#startsField(depth))
      this.#field = { depth, name, attributes, text: '', nested: false, hidden: 0, base }
  }

  /** The fields of an item are its children; of the feed itself, only the link is read. */
  #startsField(depth: number): boolean {
    if (this.#item) return depth === this.#item.at + 1
    const { local } = this.#frames.at(-1) as Frame
    return local === 'link' && (this.#frames.at(-2)?.local === 'channel' || (depth === 2 && this.#root?.kind === 'atom'))
  }

  #close(isImplied: boolean): void {
    if (this.#isWhole || !this.#root) return
    const depth = this.#frames.length
    const { local } = this.#frames.pop() as Frame
    const [field, item] = [this.#field, this.#item]
    if (field && depth > field.depth) {
      if (local === 'script' || local === 'style') field.hidden--
      if (isBlock(local)) this.#add(' ')
      return
    }
    // The feed is truncated, or its tags don't match: an item could get another item's fields.
    const isStructure = field !== undefined || depth <= (item?.at ?? 2)
    // `<link/>` is reported as implied as well.
    const isSelfClosed = this.#parser.endIndex === this.#opened && this.#source[this.#opened - 1] === '/'
    if (isImplied && isStructure && !isSelfClosed) throw new NoFeed(this.#isEnding)
    if (field) {
      if (item) keepField(item.written, field, this.#root.kind)
      else this.#site ??= siteOf(field)
      this.#field = undefined
    } else if (item?.at === depth) {
      this.#keep(item.written)
      this.#item = undefined
    }
    if (depth === 1) this.#isWhole = true
  }

  #keep(written: WrittenItem): void {
    if (this.#first.length < maxItems / 2) this.#first.push(written)
    else if (this.#last.push(written) >= maxItems) this.#last.splice(0, maxItems / 2)
  }

  #text(text: string): void {
    if (!this.#field) return
    // HTML entities don't exist in XML, but many feeds use them; XML's own entities arrive as separate texts.
    const isWritten = this.#isRaw || text.length === 1
    this.#add(isWritten ? text : isAddress(this.#field.name) ? decodedAddress(text) : decoded(text))
  }

  #add(text: string): void {
    const field = this.#field
    if (field && field.hidden === 0 && field.text.length < maxText) field.text += text
  }
}

function rootOf(local: string, names: Record<string, string>, prefix: string): Root {
  const kind = local === 'feed' ? 'atom' : local === 'rss' || local === 'rdf' ? 'rss' : undefined
  if (kind === undefined) throw new NoFeed()
  return { kind, core: local === 'rdf' ? '' : (names[prefix] ?? '') }
}

/** Elements without a prefix belong to the format itself, and so do those whose prefix means the same. */
function fieldName({ core }: Root, local: string, prefix: string, names: Record<string, string>): string | undefined {
  if (prefix === '' || (core && names[prefix] === core)) return local
  const address = names[prefix] ?? ''
  if (/^http:\/\/(purl\.org\/rss\/1\.0\/$|my\.netscape\.com\/rdf\/simple)/.test(address)) return local
  const module = modules[address]
  return module === undefined ? undefined : `${module}:${local}`
}

function newItem(attributes: Record<string, string>, names: Record<string, string>, base: string | undefined): WrittenItem {
  const written: WrittenItem = { texts: {}, links: [], dates: {} }
  const about = attribute(attributes, names, 'rdf', 'about')
  if (about) written.guid = { text: about, isPermalink: true, ...(base !== undefined && { base }) }
  return written
}

function keepField(item: WrittenItem, field: Field, kind: 'rss' | 'atom'): void {
  const { name, attributes, nested } = field
  const text = unwrapped(field.text).trim()
  const base = field.base === undefined ? {} : { base: field.base }
  const local = name.replace(/^atom:/, '')
  const isAtom = kind === 'atom' || name !== local
  if (local === 'link') {
    const { href, rel, type } = lowered(attributes)
    const address = href?.trim() || text
    if (address && address.length <= maxAddress) item.links.push({ href: address, ...base, rel: rel ?? '', type: type ?? '' })
  } else if (name === 'enclosure') {
    const { url } = lowered(attributes)
    if (url) item.links.push({ href: url.trim(), ...base, rel: 'enclosure', type: '' })
  } else if (name === 'guid' || (local === 'id' && isAtom)) {
    const isPermalink = name === 'guid' ? lowered(attributes).ispermalink?.trim().toLowerCase() !== 'false' : true
    if (text && (name === 'guid' || !item.guid)) item.guid = { text, isPermalink, ...base }
  } else if (/^(pubdate|published|issued|created|updated|modified|dc:date|dcterms:(created|issued|modified))$/.test(local)) {
    item.dates[local] ??= text
  } else if (/^(title|dc:title|description|summary|content|content:encoded|dc:description)$/.test(local)) {
    const { src, type = '' } = lowered(attributes)
    if (local === 'content' && src) item.links.push({ href: src.trim(), ...base, rel: 'content', type })
    const isText = !type.includes('/') || /^text\/|html|xml/i.test(type)
    if (text && isText) item.texts[local] ??= written(text, attributes, nested, isAtom)
  }
}

const isAddress = (name: string) => /(^|:)(link|guid|id)$/.test(name)

/** RSS has HTML texts. Atom declares the type of each: https://www.rfc-editor.org/rfc/rfc4287#section-3.1, and `mode` in Atom 0.3. */
function written(text: string, attributes: Record<string, string>, nested: boolean, isAtom: boolean): Written {
  if (nested) return { text, as: 'plain' }
  if (!isAtom) return { text, as: 'html' }
  const { type = 'text', mode = '' } = lowered(attributes)
  if (mode.toLowerCase() === 'base64')
    return { text: Buffer.from(text, 'base64').toString(), as: /html/i.test(type) ? 'html' : 'plain' }
  return { text, as: /html/i.test(type) ? 'html' : 'plain' }
}

function siteOf({ text, attributes, base }: Field): string | undefined {
  const { href, rel = 'alternate' } = lowered(attributes)
  const address = text.trim() || (rel === 'alternate' ? href : undefined)
  return address && URL.canParse(address, base) ? new URL(address, base).href : undefined
}

const prolog = (source: string) => source.slice(0, Math.max(0, source.search(/<(\w+:)?(rss|feed|rdf)\b/i)))

/** Longer addresses are ignored. */
const maxAddress = 8_192

const xml = 'http://www.w3.org/XML/1998/namespace'
/** Other supported modules, by their namespace URI. */
const modules: Record<string, string> = {
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/2005/Atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
}
/** Some feeds use the usual prefixes without declaring them. */
const usual: Record<string, string> = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.entries(modules).map(([address, prefix]) => [prefix, address])),
)

/** The namespace URIs of the prefixes within a tag. */
function namesWithin(above: Record<string, string>, attributes: Record<string, string>): Record<string, string> {
  let names = above
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    if (names === above) names = Object.create(above)
    names[name.slice('xmlns:'.length)] = value.trim()
  }
  return names
}

function baseWithin(
  above: string | undefined,
  attributes: Record<string, string>,
  names: Record<string, string>,
  address: string,
): string | undefined {
  const written = attributes['xml:base'] ?? Object.entries(attributes).find(([name]) => isBase(name, names))?.[1]
  if (written === undefined || written.length > maxAddress || !URL.canParse(written.trim(), above ?? address)) return above
  return new URL(written.trim(), above ?? address).href
}

function isBase(name: string, names: Record<string, string>): boolean {
  const [local, prefix] = split(name)
  return local === 'base' && prefix !== '' && names[prefix] === xml
}

function attribute(attributes: Record<string, string>, names: Record<string, string>, module: string, local: string) {
  for (const [name, value] of Object.entries(attributes)) {
    const [own, prefix] = split(name)
    if (own === local && modules[names[prefix] ?? ''] === module) return value.trim()
  }
  return undefined
}

/** The lower-case name without its prefix, and the prefix. */
function split(name: string): [string, string] {
  const at = name.indexOf(':')
  return [name.slice(at + 1).toLowerCase(), at < 0 ? '' : name.slice(0, at)]
}

const lowered = (attributes: Record<string, string>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))
