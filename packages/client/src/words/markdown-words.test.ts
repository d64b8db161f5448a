import { expect, it } from 'vitest'
import { markdownWords } from './markdown-words.ts'

it('headings, tables and pictures are their words', () => {
  const text =
    '# Result\n\n**412 GB** in `42 min`\n\n| disk | used |\n|:---|---:|\n| a | 81 % |\n\n---\n\n![chart](https://a.example/c.png)'
  expect(markdownWords(text).split(/\n+/)).toEqual(['Result', '412 GB in 42 min', 'disk used', 'a 81 %', 'chart'])
})

it('a text without marks stays', () => {
  expect(markdownWords('One line,\nand another')).toBe('One line,\nand another')
})

it('hostile texts take no longer than others', () => {
  for (const mark of ['#', '|', '![', ':-|', '[']) expect(markdownWords(mark.repeat(100_000)).length).toBeLessThan(5_000)
})
