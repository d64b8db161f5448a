import { expect, test } from 'vitest'
import { expectLinear, expectRatio } from '../../../../scripts/tests/growth.ts'
import { wordStarts } from './folded.ts'
import { askedName, isNamed } from './named.ts'
import { marksOf, matches, readQuery } from './query.ts'
import { wordsOf } from './terms.ts'

const longest = 131_072
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const texts: Record<string, string> = {
  'words that repeat': 'a a b ',
  'one word': 'a',
  'marks that have to be sorted': '\u0315\u0300\u05ae\u0301',
  'marks that are letters': `${'\u094d\u093c'.repeat(200)} `,
  'no spaces': 'กขคงจฉชซฌญฎฏ',
  Chinese: '京都東京天安門',
  'no width': 'a\u200b',
  Korean: '한국어를',
  emoji: '👩‍🚀—',
  'no words': '€—',
  'one character for several words': 'ﷺ',
  'half of a surrogate pair': '\ud800',
}

test.each(Object.entries(texts))('the words of a text are cut in linear time: %s', (name, text) => {
  // Nothing is read beyond the word limit, so texts of short words are no longer than that.
  const most = wordsOf(filled(text, longest)).length === 10_000 ? longest / 16 : longest
  expectLinear(name, most, (length) => filled(text, length), wordsOf)
})

test('a phrase is found and marked in linear time, however the words of both repeat', () => {
  const most = 16_000
  const textOf = (length: number) => filled('a ', length)
  const query = readQuery(`"${'a '.repeat(90)}b"`, { at: 0, zone: 0 })
  const repeated = readQuery(`"${'a '.repeat(90)}"`, { at: 0, zone: 0 })
  expectLinear('find', most, textOf, (text) => matches(query, [text]))
  expectLinear('mark', most, textOf, (text) => marksOf(repeated, text))
  // A phrase of ninety words takes about as long as one of two.
  const short = readQuery('"a b"', { at: 0, zone: 0 })
  const text = textOf(most)
  expectRatio(
    'a long phrase',
    () => matches(query, [text]),
    () => matches(short, [text]),
    5,
  )
})

test('names are compared in linear time', () => {
  const asked = askedName('a b c '.repeat(30))
  expectLinear(
    'named',
    1_000,
    (length) => filled('b a ', length),
    (name) => isNamed({ kind: 'device', key: '', name, also: null }, asked),
  )
  expectLinear('starts', 960, (length) => filled('\u0315\u0300\u05ae\u0301', length), wordStarts)
})

test('phrases are found where they overlap themselves', () => {
  const finds = (q: string, text: string) => matches(readQuery(q, { at: 0, zone: 0 }), [text])
  expect(finds('"a a b"', 'a a a b')).toBe(true)
  expect(finds('"a b a c"', 'a b a b a c')).toBe(true)
  expect(finds('"a b a c"', 'a b a b a')).toBe(false)
  expect(finds('"a a ab', 'a a a abc')).toBe(true)
  expect(marksOf(readQuery('"a a"', { at: 0, zone: 0 }), 'a a a b a a')).toEqual([
    { start: 0, end: 5 },
    { start: 8, end: 11 },
  ])
})
