import { expect, test } from 'vitest'
import { onlyLink, splitLinks } from './links-in-text.ts'

const linksIn = (text: string) => splitLinks(text).flatMap((part) => part.href ?? [])

test.each([
  ['see http://a.example and https://b.example/c', 'http://a.example', 'https://b.example/c'],
  ['See https://a.example/b_(c), then (https://a.example/d).', 'https://a.example/b_(c)', 'https://a.example/d'],
  ['"https://a.example/?f=g!" \'https://a.example/h\'', 'https://a.example/?f=g', 'https://a.example/h'],
  [
    'https://a.example/b... https://a.example/c?! *https://a.example/d*',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ],
  ['“https://a.example/b”, «https://a.example/c»', 'https://a.example/b', 'https://a.example/c'],
  ['HTTPS://A.example/b;', 'HTTPS://A.example/b'],
  ['(https://a.example/b)c', 'https://a.example/b'],
  ['[words](https://a.example/b)more', 'https://a.example/b'],
  ['https://a.example/(b)[c](d)e', 'https://a.example/(b)[c](d)e'],
  ['https://a.example/b_(c)) https://a.example/d(', 'https://a.example/b_(c)', 'https://a.example/d'],
  ['[https://a.example/b] ((https://a.example/c))', 'https://a.example/b', 'https://a.example/c'],
  // Full-width and CJK punctuation.
  ['请看https://a.example/b。然后', 'https://a.example/b'],
  [
    'https://a.example/b，https://a.example/c、https://a.example/d！',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ],
  [
    '（https://a.example/b）和「https://a.example/c」與『https://a.example/d』',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ],
  [
    '【https://a.example/b】《https://a.example/c》〈https://a.example/d〉',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ],
  [
    'https://a.example/b？ https://a.example/c：https://a.example/d；',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ],
  ['｢https://a.example/b｣､https://a.example/c｡', 'https://a.example/b', 'https://a.example/c'],
  ['https://a.example/b　https://a.example/c……', 'https://a.example/b', 'https://a.example/c'],
  [
    'https://ja.example/wiki/東京都 https://a.example/データ・ベース',
    'https://ja.example/wiki/東京都',
    'https://a.example/データ・ベース',
  ],
  // Other scripts, and invisible characters.
  ['انظر https://a.example/b، ثم https://a.example/c؟', 'https://a.example/b', 'https://a.example/c'],
  ['देखें https://a.example/b।', 'https://a.example/b'],
  ['https://a.example/b\u200bc https://a.example/d\u202ee', 'https://a.example/b', 'https://a.example/d'],
  ['https://a.example/😀!', 'https://a.example/😀'],
  [
    '‹https://a.example/b› ⟨https://a.example/c⟩ ❨https://a.example/d❩ ﴾https://a.example/e﴿',
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
    'https://a.example/e',
  ],
  [
    'https://a.example/⟨b⟩ „https://a.example/c“ https://a.example/d— https://a.example/e–f https://a.example/g។',
    'https://a.example/⟨b⟩',
    'https://a.example/c',
    'https://a.example/d',
    'https://a.example/e–f',
    'https://a.example/g',
  ],
  ...['\u00ad', '\u061c', '\u180e', '\u2800', '\u3164', '\uffa0', '\ufff9', '\u{e0001}'].map((sign) => [
    `https://a.example/b${sign}c`,
    'https://a.example/b',
  ]),
  ['https://a.example/👩\u200d👩\u200d👧/می\u200cخواهم', 'https://a.example/👩\u200d👩\u200d👧/می\u200cخواهم'],
  ['http:// https:///x javascript:alert(1) ftp://a.example www.a.example http://。'],
])('the links in %s', (text, ...links) => {
  expect(linksIn(text)).toEqual(links)
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('the longest text is split in time by its length', () => {
  for (const end of [')', '.', '()', '(', 'https://a.example/)', 'https:///', 'http://', '。', '[', 'x'])
    expect(splitLinks(`https://a.example/${end.repeat(131_072 / end.length)}`).length).toBeGreaterThan(0)
})

test.each([
  '。',
  '、',
  '！',
  '？',
  '，',
  '」',
  '»',
  '”',
  '’',
  '،',
  '؟',
  '۔',
  '।',
  '…',
  '—',
  '·',
  '；',
  '）',
  '។',
  '。」',
  '\u200f',
])('PUSH-015 a text that is a link and %s is only that link', (sign) => {
  expect(onlyLink(` https://a.example/b${sign}\n`)).toBe('https://a.example/b')
})

test.each([
  'https://a.example/Mr.',
  'https://a.example/help!',
  'https://a.example/~',
  'https://a.example/b_(c)',
  'https://a.example/ü',
  'https://a.example/路径',
  'https://exämple.org',
])('PUSH-015 %s is a link as a whole', (link) => {
  expect(onlyLink(link)).toBe(link)
})

test.each(['https://a.example/b，然后', '«https://a.example»', 'https://a.example。https://b.example', 'a。', 'https://。', ''])(
  '%s is no single link',
  (text) => {
    expect(onlyLink(text)).toBeUndefined()
  },
)
