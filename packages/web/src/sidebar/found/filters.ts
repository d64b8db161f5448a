// Reads and changes the filters in the text of a search.

import { type ContentKind, readQuery } from '@waypost/protocol'

const filter = /(?:^|\s)-?(?:from|to|in|has|before|after|on):(?:"[^"]*"?|\S+)/gi
const unfinished = /(?:^|\s)(from|to|in):("?)([^"]*)$/i

/** Whether a search asks for more than words, which no name of a target matches. */
export function hasFilters(text: string): boolean {
  const { from, to, in: within, has, hasNot, none, after, before } = readQuery(text, { at: 0, zone: 0 })
  return [from, to, within, has, hasNot, none].some((list) => list.length > 0) || after !== undefined || before !== undefined
}

/** The filters as they are typed, in their order. */
export const filtersIn = (text: string): string[] => (text.match(filter) ?? []).map((each) => each.trim()).filter(hasFilters)

/** The text without a filter. */
export const withoutFilter = (text: string, unwanted: string): string => text.replace(unwanted, '').replace(/\s+/g, ' ').trim()

/** The text with `has:` for a kind of content, or without it if it has it already. */
export function withContent(text: string, what: ContentKind): string {
  const known = filtersIn(text).find((each) => each.toLowerCase() === `has:${what}`)
  return known ? withoutFilter(text, known) : `${text.trim()} has:${what}`.trim()
}

/** The beginning of a name at the end of the text; undefined if that is no filter for names. */
export function nameBegun(text: string): string | undefined {
  const [, , quote, name = ''] = unfinished.exec(text) ?? []
  // Without a quote, a blank ends it.
  return quote === undefined || (quote === '' && /\s/.test(name)) ? undefined : name
}

/** The text with the name that is begun at its end replaced by a whole one. */
export function withName(text: string, name: string): string {
  const plain = name.replaceAll('"', ' ')
  return text.replace(
    unfinished,
    (all, kind: string) => `${/^\s/.test(all) ? ' ' : ''}${kind}:${/\s/.test(plain) ? `"${plain}"` : plain} `,
  )
}
