// Finds the blocks of typed text: code between fences, quotes, lists, and the text between them. Shows it as plain text, too.

import { parseInline, type Run } from './inline.ts'

/** A block of a text. Quotes hold blocks; they nest only a few levels deep. */
export type Block =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }

interface Item {
  /** As it was typed: '•' for a bullet, else e.g. '2.' */
  marker: string
  /** How far it is moved in, from 0. */
  level: number
  runs: Run[]
}

/** Deeper quotes and lists are text of the deepest one. */
const deepestQuote = 4
const deepestList = 3
/** Anything that could be formatting. A text without it is not parsed at all. */
const anyMark = /[*_~`]|\]\(|^ {0,12}(?:[->•]|\d{1,9}[.)])[ >]/m

/** Whether a text may have any formatting. */
export const mayBeFormatted = (text: string): boolean => anyMark.test(text)

/**
 * Parses a text as people type it in messages, in time that grows with its length alone. Text without formatting stays as it was typed, with
 * every space and line.
 * @param step called for each piece that is looked at, so that a test can count them
 */
export function parseText(text: string, step = () => {}): Block[] {
  return parseLines(text.split('\n'), 0, step)
}

function parseLines(lines: readonly string[], depth: number, step: () => void): Block[] {
  const blocks: Block[] = []
  let plain: string[] = []
  function endText(): void {
    const text = withoutEmptyEnds(plain, blocks.length > 0)
    if (text !== '') blocks.push({ kind: 'text', runs: parseInline(text, step) })
    plain = []
  }
  function put(block: Block): void {
    // Between blocks there is a gap anyway.
    while (plain.at(-1)?.trim() === '') plain.pop()
    endText()
    blocks.push(block)
  }

  for (let at = 0; at < lines.length; ) {
    step()
    const line = lines[at] as string
    const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line)
    if (fence) {
      const end = closingFence(lines, at, fence[1] as string, step)
      put({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end + 1
      continue
    }
    if (depth < deepestQuote && isQuoted(line)) {
      const from = at
      while (at < lines.length && isQuoted(lines[at] as string)) at++
      const inner = lines.slice(from, at).map((quoted) => quoted.replace(/^ {0,3}> ?/, ''))
      put({ kind: 'quote', blocks: parseLines(inner, depth + 1, step) })
      continue
    }
    const first = itemOf(line)
    if (first && mayBegin(first, plain)) {
      const { items, end } = readList(lines, at, step)
      put({ kind: 'list', ordered: first.ordered, items })
      at = end
      continue
    }
    plain.push(line)
    at++
  }
  endText()
  return blocks
}

/** The line that ends a fence; without one it goes on to the end. */
function closingFence(lines: readonly string[], from: number, fence: string, step: () => void): number {
  for (let at = from + 1; at < lines.length; at++) {
    step()
    const line = (lines[at] as string).trim()
    if (line.length >= fence.length && line === (fence[0] as string).repeat(line.length)) return at
  }
  return lines.length
}

/** A '>' at the beginning of a line, with a space after it: '>_<' is a face. */
const isQuoted = (line: string): boolean => /^ {0,3}>+(?: |$)/.test(line)

interface ListLine {
  ordered: boolean
  indent: number
  marker: string
  text: string
}

function itemOf(line: string): ListLine | undefined {
  // A line drawn of stars.
  if (/^[\s*-]*$/.test(line)) return undefined
  const [, indent = '', marker = '', text = ''] = /^( {0,12})([-*•]|\d{1,9}[.)]) +(\S.*)$/.exec(line) ?? []
  if (marker === '') return undefined
  const ordered = /\d/.test(marker)
  return { ordered, indent: indent.length, marker: ordered ? marker : '•', text }
}

/** In the middle of a paragraph only a bullet, or the number 1, begins a list: other numbers are usually part of a sentence. */
const mayBegin = ({ ordered, indent, marker }: ListLine, before: readonly string[]): boolean =>
  indent < 4 && (!ordered || (before.at(-1) ?? '').trim() === '' || /^1[.)]$/.test(marker))

function readList(lines: readonly string[], from: number, step: () => void): { items: Item[]; end: number } {
  const items: Item[] = []
  const found: { line: ListLine; level: number; words: string[] }[] = []
  /** The indents of the items around the current one. */
  const indents: number[] = []
  const { ordered } = itemOf(lines[from] as string) as ListLine
  let at = from
  for (; at < lines.length; at++) {
    step()
    const line = lines[at] as string
    const item = itemOf(line)
    if (item) {
      if (item.indent < 2 && item.ordered !== ordered) break
      while (indents.length > 1 && item.indent < (indents.at(-1) as number)) indents.pop()
      if (indents.length === 0 || (item.indent >= (indents.at(-1) as number) + 2 && indents.length <= deepestList))
        indents.push(item.indent)
      found.push({ line: item, level: indents.length - 1, words: [item.text] })
    } else if (/^ {2,}\S/.test(line)) found.at(-1)?.words.push(line.trim())
    else break
  }
  for (const { line, level, words } of found)
    items.push({ marker: line.marker, level, runs: parseInline(words.join('\n'), step) })
  return { items, end: at }
}

/** Lines as one text, without empty ones at its end, and at its beginning where a block stands before. */
function withoutEmptyEnds(lines: readonly string[], after: boolean): string {
  const from = after ? lines.findIndex((line) => line.trim() !== '') : 0
  return from === -1 ? '' : lines.slice(from).join('\n')
}

/** Longer texts are only looked at up to here; no line shows more. */
const looksAt = 2_000

/** The words of a text without the marks of its formatting. Of a long text only the beginning. */
export function plainText(text: string): string {
  if (!mayBeFormatted(text)) return text
  return parseText(text.slice(0, looksAt)).map(wordsOf).join('\n')
}

function wordsOf(block: Block): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'quote') return block.blocks.map(wordsOf).join('\n')
  if (block.kind === 'text') return block.runs.map(({ text }) => text).join('')
  return block.items.map(({ marker, runs }) => `${marker} ${runs.map(({ text }) => text).join('')}`).join('\n')
}
