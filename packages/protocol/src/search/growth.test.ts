import { expect, test } from 'vitest'
import { wordStarts } from './folded.ts'
import { askedName, isNamed } from './named.ts'
import { marksOf, matches, readQuery } from './query.ts'
import { wordsOf } from './terms.ts'

const longest = 131_072
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Milliseconds of the processor for enough rounds to be measured: it is counted in steps of some milliseconds. */
function took(work: () => unknown, rounds: number): number {
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Checks that twice the length takes at most two and a half times as long. */
function expectLinear(name: string, work: (length: number) => unknown, length: number): void {
  work(length)
  let rounds = 1
  while (took(() => work(length / 2), rounds) < 24) rounds *= 2
  const ratios = [0, 1, 2].map(() => took(() => work(length), rounds) / took(() => work(length / 2), rounds))
  expect([name, Math.min(...ratios) <= 2.5, ratios]).toEqual([name, true, ratios])
}

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
  // Beyond the most words nothing is read, so texts of short words are no longer than that.
  const most = wordsOf(filled(text, longest)).length === 10_000 ? longest / 16 : longest
  const cut = [most, most / 2].map((length) => filled(text, length))
  expectLinear(name, (length) => wordsOf(length === most ? (cut[0] ?? '') : (cut[1] ?? '')), most)
})

test('a phrase is found and marked in linear time, however the words of both repeat', () => {
  const most = 16_000
  const cut = [most, most / 2].map((length) => filled('a ', length))
  const textOf = (length: number) => (length === most ? (cut[0] ?? '') : (cut[1] ?? ''))
  const query = readQuery(`"${'a '.repeat(90)}b"`, { at: 0, zone: 0 })
  expectLinear('find', (length) => matches(query, [textOf(length)]), most)
  expectLinear('mark', (length) => marksOf(readQuery(`"${'a '.repeat(90)}"`, { at: 0, zone: 0 }), textOf(length)), most)
  // A phrase of ninety words takes about as long as one of two.
  const short = took(() => matches(readQuery('"a b"', { at: 0, zone: 0 }), [textOf(most)]), 100)
  const long = took(() => matches(query, [textOf(most)]), 100)
  expect(long).toBeLessThan(4 * short + 20)
})

test('names are compared in linear time', () => {
  const name = (length: number) => filled('b a ', length)
  const asked = askedName('a b c '.repeat(30))
  expectLinear('named', (length) => isNamed({ kind: 'device', key: '', name: name(length), also: null }, asked), 1_000)
  expectLinear('starts', (length) => wordStarts(filled('\u0315\u0300\u05ae\u0301', length)), 960)
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
