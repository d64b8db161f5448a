import { expect, it } from 'vitest'
import { type Block, mayBeFormatted, parseText, plainText } from './blocks.ts'
import type { Run } from './inline.ts'

function tagged(runs: readonly Run[]): string {
  return runs
    .map(({ text, strong, em, strike, code, href }) => {
      let words = code ? `<c>${text}</c>` : text
      if (href) words = `<a ${href}>${words}</a>`
      if (strike) words = `<s>${words}</s>`
      if (em) words = `<i>${words}</i>`
      return strong ? `<b>${words}</b>` : words
    })
    .join('')
}

function shown(block: Block): unknown {
  if (block.kind === 'text') return tagged(block.runs)
  if (block.kind === 'code') return { code: block.text }
  if (block.kind === 'quote') return { quote: block.blocks.map(shown) }
  return { [block.ordered ? 'ol' : 'ul']: block.items.map(({ marker, level, runs }) => `${level}${marker} ${tagged(runs)}`) }
}

const parsed = (text: string) => parseText(text).map(shown)

it.each([
  ['plain words', 'plain words'],
  ['**bold** and *italic* and _italic_', '<b>bold</b> and <i>italic</i> and <i>italic</i>'],
  ['~~gone~~, `code`', '<s>gone</s>, <c>code</c>'],
  ['***both*** **a *b* c**', '<b><i>both</i></b> <b>a </b><b><i>b</i></b><b> c</b>'],
  ['(**bold**)! “*x*”', '(<b>bold</b>)! “<i>x</i>”'],
  ['**_~~all~~_**', '<b><i><s>all</s></i></b>'],
  ['**bold**: and *it*s', '<b>bold</b>: and *it*s'],
  ['这是**重点**内容', '这是<b>重点</b>内容'],
  ['`a` `` b`c `` ``` ` ```', '<c>a</c> <c>b`c</c> <c>`</c>'],
  ['`**not bold**`', '<c>**not bold**</c>'],
  ['two\n*lines\nof it*', 'two\n<i>lines\nof it</i>'],
  ['[the docs](https://example.org/a_b_c) *x*', '<a https://example.org/a_b_c>the docs</a> <i>x</i>'],
  ['**https://example.org/**', '<b><a https://example.org/>https://example.org/</a></b>'],
])('formats %j', (typed, expected) => {
  expect(parsed(typed)).toEqual([expected])
})

it.each([
  'snake_case_words and __init__ and _private',
  '2*3*4, 2 * 3 * 4, a*b, 2**8**2',
  'https://example.org/_a_/*b*/~~c~~?d=__e__',
  'see <https://example.org/a_b>',
  '¯\\_(ツ)_/¯ C:\\_temp\\*.txt',
  '>_< >:( ** no ** ~~ no ~~ ~no~ * no *',
  '*one\n\ntwo*',
  '****four**** ________',
  '`` unclosed, ` two, ```` and ``` ```',
  '5 * 4 = 20 * 1',
  '#hash # not a title',
  '<b>bold</b> <script>alert(1)</script> &lt;',
  '[x](javascript:alert(1)) [x](data:text/html,x) [x](/a) [x]()',
  '-5 degrees\n+49 30 1234\n1.5 litres\n2024.\n*\n-',
  '---\n***\n* * *\n- - -',
  'We meet on the\n24. of December',
  '  spaces   stay\n\n\nand empty lines   ',
])('leaves %j as it was typed', (typed) => {
  const text = parsed(typed).map((block) => String(block).replace(/<a [^>]*>(.*?)<\/a>/g, '$1'))
  expect(text).toEqual([typed])
})

it('keeps words that look like another address than the one they lead to as they were typed', () => {
  const href = 'https://evil.example/x'
  for (const words of ['https://bank.example', 'bank.example', 'www.bank.example/login', 'bank。example']) {
    const runs = (parseText(`[${words}](${href})`)[0] as { runs: Run[] }).runs
    expect(runs.map(({ text }) => text).join('')).toBe(`[${words}](${href})`)
    for (const run of runs) if (run.href) expect(run.text).toBe(run.href)
  }
  expect(parsed(`[evil.example](${href}) [release 1.2](${href})`)).toEqual([
    `<a ${href}>evil.example</a> <a ${href}>release 1.2</a>`,
  ])
})

it('finds fences, quotes and lists between the text', () => {
  expect(parsed('Look:\n\n```js\nconst a_b = **1**\n\n  2\n```\n\ndone')).toEqual([
    'Look:',
    { code: 'const a_b = **1**\n\n  2' },
    'done',
  ])
  expect(parsed('```\nnot closed *x*')).toEqual([{ code: 'not closed *x*' }])
  expect(parsed('> he said\n> **this**\n>\n> > deeper\nI say')).toEqual([
    { quote: ['he said\n<b>this</b>', { quote: ['deeper'] }] },
    'I say',
  ])
  expect(parsed('To do\n- milk\n- *bread*\n  dark\n    - rye\n* eggs\nBye')).toEqual([
    'To do',
    { ul: ['0• milk', '0• <i>bread</i>\ndark', '1• rye', '0• eggs'] },
    'Bye',
  ])
  expect(parsed('1. one\n2) two\n   - inner\n7. seven\n- other')).toEqual([
    { ol: ['01. one', '02) two', '1• inner', '07. seven'] },
    { ul: ['0• other'] },
  ])
})

it('shows the words without the marks in one line', () => {
  expect(plainText('**Hi** `a*b` [docs](https://example.org) ~~no~~')).toBe('Hi a*b docs no')
  expect(plainText('> quoted\n\n- one\n2. two\n```\ncode\n```')).toBe('quoted\n• one\n2. two\ncode')
  expect(plainText('snake_case 2*3*4 https://example.org/_a_')).toBe('snake_case 2*3*4 https://example.org/_a_')
})

it('looks at a text without marks not at all', () => {
  for (const text of ['Hello, how are you?', 'https://example.org/a?b=c', 'one - two > three', '😀', 'Is it 5. or 6.?'])
    expect(mayBeFormatted(text)).toBe(false)
})

const size = 100_000
const hostile = {
  stars: '*'.repeat(size),
  'stars apart': '* '.repeat(size / 2),
  'openers only': '*a '.repeat(size / 3),
  'closers only': 'a* '.repeat(size / 3),
  'all kinds of openers': '*a _b ~~c **d '.repeat(size / 14),
  'openers, then other closers': '*a '.repeat(size / 6) + 'b_ '.repeat(size / 6),
  'pairs of every kind': '**a _b ~~c~~ d_ e** '.repeat(size / 20),
  'alternating stars': '*a **b* c** '.repeat(size / 12),
  'backticks apart': '` '.repeat(size / 2),
  'rows of backticks, each longer': Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join(' '),
  'deep quotes': '>'.repeat(size),
  'deep quotes with spaces': `${'> '.repeat(1_000)}\n`.repeat(50),
  'a staircase of lists': Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}- x`).join('\n'),
  fences: '```\n'.repeat(size / 4),
  'fences of other lengths': Array.from({ length: 400 }, (_, at) => '`'.repeat(403 - at)).join('\n'),
  brackets: '['.repeat(size),
  'half links': '[a](http://'.repeat(size / 11),
  'empty lines': '\n'.repeat(size),
  'spaces and one star': `*${' '.repeat(size)}`,
}

it.each(Object.entries(hostile))('parses %s in steps that grow with the length alone, to a bounded depth', (_, text) => {
  let steps = 0
  const blocks = parseText(text, () => {
    steps++
  })
  expect(steps).toBeLessThan(8 * text.length)
  const depthOf = (block: Block): number => (block.kind === 'quote' ? 1 + Math.max(0, ...block.blocks.map(depthOf)) : 0)
  expect(Math.max(0, ...blocks.map(depthOf))).toBeLessThanOrEqual(4)
})
