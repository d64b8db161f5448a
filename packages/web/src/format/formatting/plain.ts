// Shows formatted text as plain text, for places that have one line.

import { type Block, mayBeFormatted, parseText } from './blocks.ts'

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
