// Finds the tags of a push: those typed into its text as `#word`, and those that its owner has set.

import { splitLinks } from '../conversations/links-in-text.ts'
import { isTag, mostTagUnits } from './tag.ts'

/** A tag cannot begin in the middle of a word, address or entity. */
const typed = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*)/gu
const afterTag = /[_-]$/
/** Text typed as code. */
const code = /```[\s\S]*?```|`[^`\n]+`/g

/** The form in which tags are compared: case is ignored. */
export const tagKey = (tag: string): string => tag.normalize('NFKC').toLowerCase()

interface TagPart {
  text: string
  /** Without `#`; absent for plain text. */
  tag?: string
}

/** Splits a text without links into plain parts and tags, in linear time. */
export function splitTags(text: string): TagPart[] {
  const parts: TagPart[] = []
  let end = 0
  for (const match of text.matchAll(typed)) {
    let tag = match[1] as string
    while (afterTag.test(tag) && tag.length <= mostTagUnits) tag = tag.slice(0, -1)
    if (!isTag(tag)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: `#${tag}`, tag })
    end = match.index + 1 + tag.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** In order, in linear time. Links and code contain none. */
function tagsIn(text: string): string[] {
  if (!text.includes('#')) return []
  const plain = splitLinks(text.replace(code, ' ')).filter(({ href }) => href === undefined)
  return plain.flatMap((part) => splitTags(part.text).flatMap(({ tag }) => tag ?? []))
}

interface Tagged {
  title?: string | null | undefined
  body?: string | null | undefined
  /** The tags that its owner has set. */
  tags?: readonly string[] | undefined
}

/** All tags of a push, without duplicates, set ones first. */
export function tagsOf({ title, body, tags = [] }: Tagged): string[] {
  const all = new Map<string, string>()
  for (const tag of [...tags, ...tagsIn(title ?? ''), ...tagsIn(body ?? '')]) if (!all.has(tagKey(tag))) all.set(tagKey(tag), tag)
  return [...all.values()]
}

/** Whether a push has a tag, or with `begins` one with this prefix. */
export function hasTag(push: Tagged, tag: string, begins = false): boolean {
  const key = tagKey(tag)
  return tagsOf(push).some((each) => (begins ? tagKey(each).startsWith(key) : tagKey(each) === key))
}
