import { type ContentKind, readQuery } from '@waypost/protocol'

const filter = /(?:^|\s)-?(?:from|to|in|has|before|after|on):(?:"[^"]*"?|\S+)/gi
const unfinished = /(?:^|\s)(from|to|in):("?)([^"]*)$/i

/** Whether a search has filters, which no target's name can match. */
export function hasFilters(text: string): boolean {
  const { from, to, in: within, has, hasNot, none, after, before } = readQuery(text, { at: 0, zone: 0 })
  return [from, to, within, has, hasNot, none].some((list) => list.length > 0) || after !== undefined || before !== undefined
}

/** The filters as typed, in order. */
export const filtersIn = (text: string): string[] => (text.match(filter) ?? []).map((each) => each.trim()).filter(hasFilters)

/** The text without a filter. */
export const withoutFilter = (text: string, unwanted: string): string => text.replace(unwanted, '').replace(/\s+/g, ' ').trim()

/** Adds `has:` for a kind of content to the text, or removes it if already there. */
export function withContent(text: string, what: ContentKind): string {
  const known = filtersIn(text).find((each) => each.toLowerCase() === `has:${what}`)
  return known ? withoutFilter(text, known) : `${text.trim()} has:${what}`.trim()
}

/** The beginning of a name at the end of the text; undefined if no name filter is being typed there. */
export function nameBegun(text: string): string | undefined {
  const [, , quote, name = ''] = unfinished.exec(text) ?? []
  // Without a quote, a space ends the name.
  return quote === undefined || (quote === '' && /\s/.test(name)) ? undefined : name
}

/** Completes the name at the end of the text. */
export function withName(text: string, name: string): string {
  const plain = name.replaceAll('"', ' ')
  return text.replace(
    unfinished,
    (all, kind: string) => `${/^\s/.test(all) ? ' ' : ''}${kind}:${/\s/.test(plain) ? `"${plain}"` : plain} `,
  )
}
