// Parses typed text into blocks: fenced code, quotes, lists, and the text in between. Also converts it to plain text.

import { parseInline, type Run } from './inline.ts'

/** A block of a text. Quotes hold blocks; they nest only a few levels deep. */
export type Block =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }

interface Item {
  /** As typed: '•' for a bullet, else e.g. '2.' */
  marker: string
  /** From 0. */
  level: number
  runs: Run[]
}

/** Deeper quotes and lists become text of the deepest one. */
const deepestQuote = 4
const deepestList = 3
/** Any possible formatting mark. A text without one is not parsed at all. */
const anyMark = /[*_~`]|\]\(|^ {0,12}(?:[->•]|\d{1,9}[.)])[ >]/m

/** Whether a text may have any formatting. */
export const mayBeFormatted = (text: string): boolean => anyMark.test(text)

/**
 * Parses typed message text in linear time. Text without formatting keeps every space and line.
 * @param step called for each piece visited, so a test can count them
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
    // Blocks have a gap between them anyway.
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

/** The index of the line that closes a fence; an unclosed fence extends to the end. */
function closingFence(lines: readonly string[], from: number, fence: string, step: () => void): number {
  for (let at = from + 1; at < lines.length; at++) {
    step()
    const line = (lines[at] as string).trim()
    if (line.length >= fence.length && line === (fence[0] as string).repeat(line.length)) return at
  }
  return lines.length
}

/** A '>' at the beginning of a line, followed by a space: '>_<' is a face. */
const isQuoted = (line: string): boolean => /^ {0,3}>+(?: |$)/.test(line)

interface ListLine {
  ordered: boolean
  indent: number
  marker: string
  text: string
}

function itemOf(line: string): ListLine | undefined {
  // A line drawn with asterisks.
  if (/^[\s*-]*$/.test(line)) return undefined
  const [, indent = '', marker = '', text = ''] = /^( {0,12})([-*•]|\d{1,9}[.)]) +(\S.*)$/.exec(line) ?? []
  if (marker === '') return undefined
  const ordered = /\d/.test(marker)
  return { ordered, indent: indent.length, marker: ordered ? marker : '•', text }
}

/** Within a paragraph only a bullet or the number 1 begins a list: other numbers are usually part of a sentence. */
const mayBegin = ({ ordered, indent, marker }: ListLine, before: readonly string[]): boolean =>
  indent < 4 && (!ordered || (before.at(-1) ?? '').trim() === '' || /^1[.)]$/.test(marker))

function readList(lines: readonly string[], from: number, step: () => void): { items: Item[]; end: number } {
  const items: Item[] = []
  const found: { line: ListLine; level: number; words: string[] }[] = []
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

/** Joins lines, without trailing empty lines, and without leading ones after a block. */
function withoutEmptyEnds(lines: readonly string[], after: boolean): string {
  const from = after ? lines.findIndex((line) => line.trim() !== '') : 0
  return from === -1 ? '' : lines.slice(from).join('\n')
}

/** Longer texts are only examined up to here; no line shows more. */
const looksAt = 2_000

/** The words of a text without its formatting marks. For a long text only the beginning. */
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
