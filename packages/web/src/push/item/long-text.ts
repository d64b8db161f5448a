import { splitLinks } from '@waypost/client/words/short-links'

/** Texts with more characters or lines are collapsed... */
const long = { letters: 1_500, lines: 24 }
/** ...to this many. */
const collapsedTo = { letters: 1_000, lines: 14 }
/** The cut moves back to the end of a word within this distance, in characters. */
const wordWithin = 80

/** The beginning of a long text, ending in '…', never within a link; undefined if the whole text is shown. */
export function shortened(text: string): string | undefined {
  if (text.length <= long.letters && !hasMoreLines(text, long.lines)) return undefined
  let end = Math.min(collapsedTo.letters, endOfLine(text, collapsedTo.lines))
  const space = text.slice(0, end).search(/\s\S*$/)
  if (end < text.length && !/\s/.test(text[end] ?? '') && space > end - wordWithin) end = space
  let from = 0
  for (const part of splitLinks(text)) {
    const to = from + part.text.length
    if (part.href && from < end && end < to) end = from > 0 ? from : to
    if (to >= end) break
    from = to
  }
  // Do not cut a surrogate pair.
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  const start = text.slice(0, end).trimEnd()
  return /[.!?]$/.test(start) ? `${start} …` : `${start}…`
}

const hasMoreLines = (text: string, lines: number): boolean => endOfLine(text, lines) < text.length

function endOfLine(text: string, number: number): number {
  let end = -1
  for (let line = 0; line < number; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}
