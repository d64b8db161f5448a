import { plainText } from './blocks.ts'

/** More than any line shows, in UTF-16 units. */
const most = 4_000

/** The words of a Markdown text without its marks; headings, tables and pictures are reduced to their words. */
export function markdownWords(text: string): string {
  const lines = text.slice(0, most).split('\n')
  // The line under a table head and lines between sections consist of marks only.
  const spoken = lines.filter((line) => line.trim() === '' || /[^\s:|=_*-]/.test(line))
  return plainText(spoken.map(wordsOf).join('\n'))
}

const wordsOf = (line: string): string =>
  line
    .replace(/^ {0,3}#{1,6} +/, '')
    .replaceAll('![', '[')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell, _at, cells) => cells.length === 1 || cell !== '')
    .join(' ')
