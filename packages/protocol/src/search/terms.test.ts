import { expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { askedTerms, mostWords, wordsOf } from './terms.ts'

const terms = (text: string) => wordsOf(text).map(({ term }) => term)
/** Ranges of letters, digits and marks by script. */
const scripts: { from: number; to: number }[] = [
  { from: 0x30, to: 0x7a },
  { from: 0xaa, to: 0x24f },
  { from: 0x2b0, to: 0x3ff },
  { from: 0x400, to: 0x58f },
  { from: 0x590, to: 0x74f },
  { from: 0x900, to: 0xdff },
  { from: 0x1100, to: 0x11ff },
  { from: 0x13a0, to: 0x13ff },
  { from: 0x1c80, to: 0x1cbf },
  { from: 0x1e00, to: 0x1fff },
  { from: 0xac00, to: 0xd7a3 },
  { from: 0xfb00, to: 0xfdff },
  { from: 0x1d400, to: 0x1d7ff },
  { from: 0xe00, to: 0xeff },
  { from: 0x1000, to: 0x109f },
  { from: 0x1780, to: 0x17ff },
  { from: 0x3040, to: 0x30ff },
  { from: 0x4e00, to: 0x9fff },
  { from: 0xff10, to: 0xff9f },
]

/** Numbers from 0 to below `below`, the same in each run (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function wordIn({ from, to }: { from: number; to: number }, length: number, next: (below: number) => number): string {
  let made = ''
  for (let tries = 0; tries < 1_000 && made.length < length; tries += 1) {
    const character = String.fromCodePoint(from + next(to - from + 1))
    if (/[\p{L}\p{N}\p{M}]/u.test(character)) made += character
  }
  return made
}

test('words are runs of letters, digits and marks, with their places in the text', () => {
  expect(wordsOf('Hi, Ann_Lee: v2 (mp3)!')).toEqual([
    { term: 'hi', start: 0, end: 2 },
    { term: 'ann', start: 4, end: 7 },
    { term: 'lee', start: 8, end: 11 },
    { term: 'v2', start: 13, end: 15 },
    { term: 'mp3', start: 17, end: 20 },
  ])
  expect(wordsOf('…née')).toEqual([{ term: 'nee', start: 1, end: 4 }])
  expect(wordsOf('née…')).toEqual([{ term: 'nee', start: 0, end: 3 }])
  expect(wordsOf('e\u0301te\u0301')).toEqual([{ term: 'ete', start: 0, end: 5 }])
  expect(wordsOf('“Straße”')).toEqual([{ term: 'strasse', start: 1, end: 7 }])
})

test('signs, zero bytes, private use and lone surrogates separate words and are none', () => {
  for (const sign of [
    ' ',
    '\0',
    '\n',
    '_',
    '-',
    "'",
    '’',
    '"',
    '*',
    '^',
    ':',
    '(',
    '€',
    '🏽',
    '\u200d',
    '\ue000',
    '\ud800',
    '\udc00',
    '。',
    '\u{f0000}',
  ]) {
    expect([sign, terms(sign)]).toEqual([sign, []])
    expect([sign, terms(`a${sign}b`)]).toEqual([sign, ['a', 'b']])
    expect([sign, terms(`é${sign}漢`)]).toEqual([sign, ['e', '漢']])
  }
  expect(terms('')).toEqual([])
  expect(terms('1️⃣')).toEqual(['1'])
})

test('case, diacritics and compatibility forms make no difference', () => {
  const same = [
    ['Zürich', 'ZURICH', 'zu\u0308rich'],
    ['straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['Łódź', 'lodz', 'ŁÓDŹ'],
    ['smørrebrød', 'SMORREBROD'],
    ['Ægir', 'aegir', 'ǽgir'],
    ['œuvre', 'OEUVRE'],
    ['Đorđe', 'dorde'],
    ['ISTANBUL', 'İstanbul', 'istanbul', 'ıstanbul'],
    ['ΟΔΟΣ', 'οδος', 'οδός', 'οδόσ'],
    ['Ёлка', 'елка', 'ЕЛКА'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّدٌ', 'محمد', 'محـــمد'],
    ['ﬁle', 'FILE', 'ｆｉｌｅ', '𝐟𝐢𝐥𝐞'],
    ['ｺﾝﾋﾟｭｰﾀｰ', 'コンピューター'],
    ['한국', '한국'.normalize('NFD')],
    ['m²', 'm2'],
  ]
  for (const forms of same) for (const form of forms) expect([form, terms(form)]).toEqual([form, terms(forms[0] ?? '')])
  for (const form of ['uber', 'ÜBER', 'über']) expect(terms(form)).toEqual(['uber'])
})

test('marks that are letters of their own make a difference', () => {
  for (const [one, other] of [
    ['कि', 'क'],
    ['น้ำ', 'นำ'],
    ['が', 'か'],
  ] as const)
    expect(terms(one)).not.toEqual(terms(other))
  expect(terms('हिन्दी भाषा')).toHaveLength(2)
})

test('text without spaces becomes pairs of characters, and the last one, and is cut where the script changes', () => {
  expect(terms('東京都庁に')).toEqual(['東京', '京都', '都庁', '庁に', 'に'])
  expect(terms('น้ำดี')).toEqual(['น้ํา', 'าดี', 'ดี'])
  const syllables = (text: string) => terms(text).map((term) => term.normalize('NFC'))
  expect(syllables('プッシュ')).toEqual(['プッ', 'ッシ', 'シュ', 'ュ'])
  expect(syllables('한국어를 배워요')).toEqual(['한국', '국어', '어를', '를', '배워', '워요', '요'])
  expect(syllables('ㅋㅋㅋ')).toEqual(syllables('ᄏᄏᄏ'))
  expect(wordsOf('iPhone手机2025年')).toEqual([
    { term: 'iphone', start: 0, end: 6 },
    { term: '手机', start: 6, end: 8 },
    { term: '机', start: 7, end: 8, isLast: true },
    { term: '2025', start: 8, end: 12 },
    { term: '年', start: 12, end: 13, isLast: true },
  ])
})

test('what is asked for may go on, where characters are cut into pairs', () => {
  expect(askedTerms('図書館')).toEqual({ terms: ['図書', '書館'], goesOn: false })
  expect(askedTerms('iPhone 手')).toEqual({ terms: ['iphone', '手'], goesOn: true })
  expect(askedTerms('手 iPhone')).toEqual({ terms: ['手', 'iphone'], goesOn: false })
  expect(askedTerms('年年 年')).toEqual({ terms: ['年年', '年', '年'], goesOn: true })
})

test('an emoji is a word without its skin tone, and one that joins several is these', () => {
  expect(terms('Done🎉🎉')).toEqual(['done', '🎉', '🎉'])
  for (const form of ['❤️', '❤', '❤︎']) expect(terms(form)).toEqual(['❤'])
  for (const form of ['👍', '👍🏽', '👍🏿']) expect(terms(form)).toEqual(['👍'])
  expect(wordsOf('a 👩🏽‍🚀!')).toEqual([
    { term: 'a', start: 0, end: 1 },
    { term: '👩', start: 2, end: 9 },
    { term: '🚀', start: 2, end: 9 },
  ])
  expect(terms('🏳️‍🌈🤷🏼‍♀️')).toEqual(['🏳', '🌈', '🤷', '♀'])
  expect(terms('🇩🇪🇫🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿')).toEqual(['🇩🇪', '🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])
})

test('a character that stands for several words becomes these', () => {
  expect(terms('2½')).toEqual(['2', '1', '2'])
  expect(terms('ﷺ')).toEqual(['صلى', 'الله', 'عليه', 'وسلم'])
  expect(terms('a⑴b')).toEqual(['a', '1', 'b'])
  expect(terms('coŀlega')).toEqual(terms('col·lega'))
})

test('terms of single characters have only word characters, of ASCII only a-z and 0-9, and are their own terms', () => {
  const wrong: string[] = []
  // Rare Han characters and Korean syllables behave alike: a few of them suffice.
  const step = (code: number) =>
    code >= 0x3400 && code < 0xd7a0 && !(code >= 0xa000 && code < 0xac00) ? 11 : code < 0x20000 ? 1 : 97
  for (let code = 0; code < 0x110000; code += step(code)) {
    const character = String.fromCodePoint(code)
    if (!/[\p{L}\p{N}\p{M}\p{S}\p{P}]/u.test(character)) continue
    const found = terms(character)
    const valid = /^(?:[a-z0-9]|(?![\0-\x7f])[\p{L}\p{N}\p{M}])+$|^[\p{So}\p{Sm}\p{Ps}\p{Pe}\p{Po}\p{RI}]$/u
    if (!found.every((each) => valid.test(each) && askedTerms(each).terms.join() === each)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test('terms of generated words are at most 64 units long and their own terms', () => {
  const next = generator(1)
  const wrong: unknown[] = []
  for (const script of scripts)
    for (let round = 0; round < 150; round += 1) {
      const text = wordIn(script, 1 + next(90), next)
      for (const term of terms(text)) {
        const again = askedTerms(term).terms
        if (term.length > 64 || again.length !== 1 || again[0] !== term) wrong.push([text, term, again])
      }
    }
  expect(wrong).toEqual([])
})

test('generated words have the same terms in NFC and NFD, and in upper and lower case', () => {
  const next = generator(2)
  const wrong: unknown[] = []
  // The Greek iota subscript becomes a separate letter in upper case.
  for (const script of scripts.filter(({ from }) => from !== 0x1e00 && from !== 0x2b0))
    for (let round = 0; round < 150; round += 1) {
      const text = wordIn(script, 1 + next(30), next)
      const forms = [text, text.normalize('NFC'), text.normalize('NFD'), text.toUpperCase(), text.toLowerCase()]
      const cut = forms.map((form) => terms(form).join(' '))
      if (new Set(cut).size !== 1) wrong.push([text, ...cut])
    }
  expect(wrong).toEqual([])
})

test('the letters of many scripts side by side give the same terms in every call, in order and within the text', () => {
  const next = generator(3)
  for (let round = 0; round < 300; round += 1) {
    let text = ''
    for (let part = 0; part < 12; part += 1) {
      const script = scripts[next(scripts.length)]
      if (script !== undefined) text += wordIn(script, next(12), next) + (['', ' ', '\ud83d', '👍', '½', '\u0301'][next(6)] ?? '')
    }
    const words = wordsOf(text)
    expect(wordsOf(text)).toEqual(words)
    let last = 0
    for (const { start, end } of words) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThan(start)
      last = start
    }
    expect(last).toBeLessThan(text.length)
  }
})

test('long words are cut to 64 units, and not within a character', () => {
  expect(terms(`${'A'.repeat(100)} b`)).toEqual(['a'.repeat(64), 'b'])
  expect(terms('é'.repeat(100))).toEqual(['e'.repeat(64)])
  expect(terms('𝐀'.repeat(100))).toEqual(['a'.repeat(64)])
  expect(terms(`x${'𐐷'.repeat(40)}`)).toEqual([`x${'𐐷'.repeat(31)}`])
  expect(terms(`e${'\u0301'.repeat(1_000)}t${'\u0323'.repeat(1_000)}e`)).toEqual(['ete'])
  expect(wordsOf('a'.repeat(100))[0]?.end).toBe(100)
})

test('the words of a text beyond the maximum are not found', () => {
  for (const word of ['a ', 'é ', '½', 'ﷺ', '漢a', '図書館']) {
    expect(terms(word.repeat(mostWords + 10))).toHaveLength(mostWords)
    expect(terms(word.repeat(3)).length).toBeLessThan(20)
  }
})

test.each<[string, string]>([
  ['diacritics', 'a\u0301\u0323'],
  ['marks of one letter in the wrong order', '\u0301\u0323'],
  ['letters that marks follow in the wrong order', '\u3099\u094d'],
  ['one Han run', '漢字'],
  ['one Thai run', 'กา'],
  ['one Khmer run', 'ក'],
  ['one Katakana run', 'ア'],
  ['one Korean run', '한'],
  ['Korean vowels', 'ㅏ'],
  ['Thai marks', '\u0e48\u0e38'],
  ['emoji', '👨‍👩‍👧'],
  ['joined emoji', '👩\u200d'],
  ['flags', '🇩'],
  ['skin tones', '🏽'],
  ['letters of flags', '\u{e0061}'],
  ['letters and stops', 'a.'],
  ['letters and Han', 'a漢'],
  ['one ASCII word', 'a'],
  ['one Latin word', 'é'],
  ['one Hindi word', 'क\u093c'],
  ['lone high surrogates', '\ud800'],
  ['lone low surrogates', '\udc00'],
  ['phrase ligatures', 'ﷺ'],
  ['zero bytes', '\0'],
])('the words of %s are cut in linear time', (name, part) => {
  expectLinear(name, 131_072, (length) => `a${part.repeat(length / part.length)}`, wordsOf)
})
