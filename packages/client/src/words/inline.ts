// Parses formatting within lines of typed text: `code`, **bold**, *italic*, _italic_, ~~strike~~ and links.

import { hostOf, isLink, splitLinks } from './short-links.ts'

/** A part of a text with one style. Parts never nest, so drawing needs no recursion, whatever was typed. */
export interface Run {
  text: string
  strong?: true
  em?: true
  strike?: true
  code?: true
  href?: string
}

type Style = 'strong' | 'em' | 'strike'

/** A piece of text before its emphasis is known, or a run of marks that may begin or end emphasis. */
type Piece = Run | Marks

interface Marks {
  mark: '*' | '_' | '~'
  /** How many marks are left in the run after pairing. */
  left: number
  opens: boolean
  closes: boolean
  /** The styles that begin after these marks, and those that end before them. */
  begins: Style[]
  ends: Style[]
}

/** Parses text within one block. An empty line ends all emphasis. @param step called for each piece visited, so a test can count them */
export function parseInline(text: string, step = () => {}): Run[] {
  const parts = text.split(/(\n[ \t]*(?:\n[ \t]*)+)/)
  return joined(parts.flatMap((part, at) => (at % 2 === 1 ? [{ text: part }] : parseParagraph(part, step))))
}

function parseParagraph(text: string, step: () => void): Run[] {
  const runs = withCode(text, step).flatMap((run) => (run.code ? [run] : withLinks(run.text)))
  const pieces = runs.flatMap((run): Piece[] => (run.href === undefined && !run.code ? marksIn(run.text) : [run]))
  settle(pieces)
  pair(pieces, step)
  return styled(pieces)
}

/** Code is enclosed by two equally long runs of backticks. */
function withCode(text: string, step: () => void): Run[] {
  const rows = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  // The next run of equal length for each run: searching each time could take long.
  const next = new Map<number, number>()
  const closers: (number | undefined)[] = []
  for (let at = rows.length - 1; at >= 0; at--) {
    const { length } = rows[at] as (typeof rows)[number]
    closers[at] = next.get(length)
    next.set(length, at)
  }
  const runs: Run[] = []
  let end = 0
  for (let at = 0; at < rows.length; at++) {
    step()
    const closer = closers[at]
    if (closer === undefined) continue
    const [open, close] = [rows[at], rows[closer]] as [(typeof rows)[number], (typeof rows)[number]]
    const code = text.slice(open.index + open.length, close.index)
    if (code.trim() === '') continue
    if (open.index > end) runs.push({ text: text.slice(end, open.index) })
    // A space at both ends separates backticks that are part of the code.
    runs.push({ text: /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code, code: true })
    end = close.index + close.length
    at = closer
  }
  if (end < text.length) runs.push({ text: text.slice(end) })
  return runs
}

const namedLink = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s<>()]+)\)/gi

/** Addresses, and [words](address). */
function withLinks(text: string): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const { 0: all, 1: words = '', 2: href, index } of text.matchAll(namedLink)) {
    if (!isLink(href) || misleads(words, href)) continue
    runs.push(...splitLinks(text.slice(end, index)), { text: words, href })
    end = index + all.length
  }
  return [...runs, ...splitLinks(text.slice(end))]
}

/** Whether a link text looks like an address other than its target. Such a link stays as typed. */
function misleads(words: string, href: string): boolean {
  const names = words.match(/[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}-]+)*[.\u3002\uff0e\uff61]\p{L}{2,}/gu) ?? []
  return names.some((name) => name.replace(/^www\./i, '').toLowerCase() !== hostOf(href))
}

function marksIn(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: row, index } of text.matchAll(/\*+|_+|~+/g)) {
    const mark = row[0] as Marks['mark']
    const usual = mark === '*' ? row.length <= 3 : mark === '_' ? row.length === 1 : row.length === 2
    if (!usual || text[index - 1] === '\\') continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ mark, left: row.length, opens: false, closes: false, begins: [], ends: [] })
    end = index + row.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/**
 * Decides which marks may begin or end emphasis, by their neighbours. Applies CommonMark's rules for '_' to all marks: nothing begins or
 * ends within a word, so 2*3*4 and snake_case_words stay as they are. This does not apply to scripts without spaces between words.
 */
function settle(pieces: readonly Piece[]): void {
  pieces.forEach((piece, at) => {
    if (!('mark' in piece)) return
    const before = lastOf(pieces[at - 1])
    const after = firstOf(pieces[at + 1])
    const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
    const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
    piece.opens = left && !isWord(before) && (!right || isPunctuation(before) || isUnspaced(before))
    piece.closes = right && !isWord(after) && (!left || isPunctuation(after) || isUnspaced(after))
  })
}

/** Innermost first, as CommonMark does. */
function pair(pieces: readonly Piece[], step: () => void): void {
  /** Marks that may still be closed, in order. */
  const open: Marks[] = []
  for (const closer of pieces) {
    if (!('mark' in closer)) continue
    step()
    while (closer.closes && closer.left > 0) {
      const at = openerOf(open, closer, step)
      if (at === undefined) break
      const opener = open[at] as Marks
      // Marks opened in between stay as typed.
      for (const lost of open.splice(at + 1)) count(open, lost, -1)
      const length = closer.mark === '~' || (opener.left >= 2 && closer.left >= 2) ? 2 : 1
      const style: Style = closer.mark === '~' ? 'strike' : length === 2 ? 'strong' : 'em'
      opener.left -= length
      closer.left -= length
      opener.begins.push(style)
      closer.ends.push(style)
      if (opener.left === 0) count(open, open.pop() as Marks, -1)
    }
    if (closer.opens && closer.left > 0) {
      open.push(closer)
      count(open, closer, 1)
    }
  }
}

/** How many marks of each kind are open in each stack: without one there is no need to search. */
const counts = new WeakMap<readonly Marks[], Map<string, number>>()

function count(open: readonly Marks[], { mark }: Marks, by: number): void {
  const known = counts.get(open) ?? new Map<string, number>()
  counts.set(open, known.set(mark, (known.get(mark) ?? 0) + by))
}

/** The nearest open marks that a closer ends. All marks in between are dropped, so none is visited twice. */
function openerOf(open: readonly Marks[], closer: Marks, step: () => void): number | undefined {
  if ((counts.get(open)?.get(closer.mark) ?? 0) === 0) return undefined
  for (let at = open.length - 1; at >= 0; at--) {
    step()
    if (open[at]?.mark === closer.mark) return at
  }
  return undefined
}

/** Unpaired marks become text. */
function styled(pieces: readonly Piece[]): Run[] {
  const around: Record<Style, number> = { strong: 0, em: 0, strike: 0 }
  return pieces.flatMap((piece): Run[] => {
    if (!('mark' in piece)) return [{ ...piece, ...stylesOf(around) }]
    for (const style of piece.ends) around[style]--
    const rest: Run = { text: piece.mark.repeat(piece.left), ...stylesOf(around) }
    for (const style of piece.begins) around[style]++
    return piece.left > 0 ? [rest] : []
  })
}

function stylesOf(around: Readonly<Record<Style, number>>): Pick<Run, Style> {
  return {
    ...(around.strong > 0 && { strong: true as const }),
    ...(around.em > 0 && { em: true as const }),
    ...(around.strike > 0 && { strike: true as const }),
  }
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last && looks(last) === looks(run) && run.href === undefined && !run.code) last.text += run.text
    else all.push({ ...run })
  }
  return all
}

const looks = ({ strong, em, strike, code, href }: Run) => [strong, em, strike, code, href].join()

function lastOf(piece: Piece | undefined): string {
  if (!piece || 'mark' in piece) return piece?.mark ?? ''
  return piece.code ? '`' : ([...piece.text.slice(-2)].at(-1) ?? '')
}

function firstOf(piece: Piece | undefined): string {
  if (!piece || 'mark' in piece) return piece?.mark ?? ''
  return piece.code ? '`' : ([...piece.text.slice(0, 2)][0] ?? '')
}

const isSpace = (letter: string) => letter === '' || /\s/u.test(letter)
const isPunctuation = (letter: string) => /[\p{P}\p{S}]/u.test(letter)
/** Digits, and letters of scripts that put spaces between words. */
const isWord = (letter: string) => /[\p{L}\p{N}]/u.test(letter) && !isUnspaced(letter)
const isUnspaced = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(
    letter,
  )
