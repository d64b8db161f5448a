// Parses links with Waypost's scheme, which other programs open: docs/sharing.md.

import { isLink } from '@waypost/client/words/short-links'
import type { SharedContent } from '../../browser/app/shared-content.ts'
import type { TargetSection } from '../../route.ts'

/** The request of a link: to open a conversation, or to choose a target for some content. */
type Asked = { open: { section: TargetSection; item: string } } | { share: SharedContent }

/** In UTF-16 units. Longer links are refused. */
const longest = 8_192

const fields = ['title', 'text', 'url', 'to']

/** The items of each section that a link may name. `new` and the like are screens. */
const items: Record<TargetSection, RegExp> = {
  people: /^(me|[^\s\p{C}@/]+@[^\s\p{C}@/]{1,255})$/iu,
  devices: /^(?!(new|phone)$)[\w.~-]{1,128}$/,
  following: /^(?!new$)[\w.~-]{1,128}$/,
  sources: /^(?!new$)[\w.~-]{1,128}$/,
}

/** Parses `web+waypost:send?text=...&to=...` or `web+waypost:people/<email>`; undefined for any other link. */
export function readShareLink(link: string): Asked | undefined {
  const match = link.length > longest ? null : /^web\+waypost:(?:\/\/)?([^?#]*)(\?[^#]*)?$/i.exec(link)
  if (!match) return undefined
  const [, path = '', query] = match
  if (/^send\/?$/.test(path)) return readSend(new URLSearchParams(query))
  const place = query === undefined ? readPlace(path) : undefined
  return place && { open: place }
}

/** The target that `to` names, as a place. */
export function readRecipient(to: string): { section: TargetSection; item: string } | undefined {
  return items.people.test(to) ? { section: 'people', item: to } : readPlace(to)
}

function readSend(values: URLSearchParams): Asked | undefined {
  const names = [...values.keys()]
  if (names.some((name) => !fields.includes(name)) || new Set(names).size < names.length) return undefined
  const { title = '', text = '', url = '', to } = Object.fromEntries(values)
  if ((url !== '' && !isLink(url)) || (to !== undefined && !readRecipient(to))) return undefined
  return { share: { title, text, url, files: [], ...(to !== undefined && { to }) } }
}

function readPlace(path: string): { section: TargetSection; item: string } | undefined {
  const [section = '', coded = '', ...rest] = path.split('/')
  if (!isSection(section) || rest.length > 0) return undefined
  const item = decoded(coded)
  return item !== undefined && items[section].test(item) ? { section, item } : undefined
}

const isSection = (word: string): word is TargetSection => Object.hasOwn(items, word)

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
