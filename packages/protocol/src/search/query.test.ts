import { expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { isEmpty, marksOf, matches, readQuery, type SearchQuery } from './query.ts'

/** Half past midnight on 15 March 2025 in the user's time zone, one hour ahead of UTC. */
const now = { at: Date.UTC(2025, 2, 14, 23, 30), zone: 60 }
const nothing: SearchQuery = { all: [], none: [], tags: [], from: [], to: [], in: [], has: [], hasNot: [] }

const read = (text: string) => readQuery(text, now)
const starts = (...terms: string[]) => ({ terms, prefix: true })
const exactly = (...terms: string[]) => ({ terms, prefix: false })
const finds = (query: string, ...fields: string[]) => matches(read(query), fields)

/** Seconds since 1970 at midnight in the user's time zone. */
const midnight = (date: string) => Date.parse(`${date}T00:00:00+01:00`) / 1_000

test('words are phrases whose last word may go on', () => {
  expect(read('  Harbour-Walk\tann@example.org\n')).toEqual({
    ...nothing,
    all: [starts('harbour', 'walk'), starts('ann', 'example', 'org')],
  })
  expect(read('... € a a A "a" "A"')).toEqual({ ...nothing, all: [starts('a'), exactly('a')] })
})

test('quoted words are exact unless the quote is open', () => {
  for (const text of ['"New York" x', '“New York” x', '„New York“ x', '«New York» x', '"New, York"x'])
    expect([text, read(text).all]).toEqual([text, [exactly('new', 'york'), starts('x')]])
  expect(read('x "new york').all).toEqual([starts('x'), starts('new', 'york')])
  expect(read('12" vinyl').all).toEqual([starts('12'), starts('vinyl')])
  for (const text of ['"', '""', '"" ""', '"""', '-"', '-""']) expect([text, read(text)]).toEqual([text, nothing])
})

test('a leading hyphen leaves out whole words, quotes and kinds of content', () => {
  expect(read('-car -"new york" -well-known -has:link -HAS:photos')).toEqual({
    ...nothing,
    none: [exactly('car'), exactly('new', 'york'), exactly('well', 'known')],
    hasNot: ['link', 'image'],
  })
  expect(read('-"new yor').none).toEqual([exactly('new', 'yor')])
  for (const text of ['-', '--', '- -', '-!']) expect([text, read(text)]).toEqual([text, nothing])
  expect(read('a - b--c --force').all).toEqual([starts('a'), starts('b', 'c'), starts('force')])
})

test('people and conversations are kept as typed', () => {
  expect(read('FROM:Bob from:"Ann  Lee" from:“Eve” from:Bob To:x@example.org in:#general in:" den "')).toEqual({
    ...nothing,
    from: ['Bob', 'Ann  Lee', 'Eve'],
    to: ['x@example.org'],
    in: ['#general', 'den'],
  })
  expect(read('from:"Ann Le').from).toEqual(['Ann Le'])
  expect(read('from:"Ann Lee"walk')).toEqual({ ...nothing, from: ['Ann Lee'], all: [starts('walk')] })
})

test('a word with # before it is also the beginning of a tag', () => {
  expect(read('#Trip_2026 #to-do')).toEqual({
    ...nothing,
    all: [starts('trip', '2026'), starts('to', 'do')],
    tags: ['Trip_2026', 'to-do'],
  })
  for (const text of ['#1', '-#work', '"#work"', '##a']) expect([text, read(text).tags]).toEqual([text, []])
})

test('kinds of content have singular, plural and other names', () => {
  expect(read('has:link has:Files has:"list" has:links').has).toEqual(['link', 'file', 'list'])
  for (const name of ['image', 'images', 'picture', 'pictures', 'photo', 'PHOTOS'])
    expect([name, read(`has:${name}`).has]).toEqual([name, ['image']])
})

test.each([
  ['on:2025-03-14', '2025-03-14', '2025-03-15'],
  ['on:2025-3-4', '2025-03-04', '2025-03-05'],
  ['ON:2025-03', '2025-03-01', '2025-04-01'],
  ['on:2025', '2025-01-01', '2026-01-01'],
  ['on:2024-12', '2024-12-01', '2025-01-01'],
  ['on:2024-02-29', '2024-02-29', '2024-03-01'],
  ['on:Today', '2025-03-15', '2025-03-16'],
  ['on:yesterday', '2025-03-14', '2025-03-15'],
  ['after:2025-03-14', '2025-03-15', undefined],
  ['after:2025-03', '2025-04-01', undefined],
  ['after:2025', '2026-01-01', undefined],
  ['before:2025-03-14', undefined, '2025-03-14'],
  ['before:2025-03', undefined, '2025-03-01'],
  ['before:today', undefined, '2025-03-15'],
  ['after:2024 after:2023 before:2025-06 before:2025-07', '2025-01-01', '2025-06-01'],
  ['on:2025 on:2025-03 after:2025-03-10', '2025-03-11', '2025-04-01'],
  ['on:0099-01-01', '0099-01-01', '0099-01-02'],
])('%s means local time from %s to %s', (text, after, before) => {
  expect(read(text)).toEqual({
    ...nothing,
    ...(after !== undefined && { after: midnight(after) }),
    ...(before !== undefined && { before: midnight(before) }),
  })
})

test('today depends on the zone', () => {
  const at = Date.UTC(2025, 2, 14, 23, 30)
  const days = [-480, 0, 60, 840].map((zone) =>
    new Date(((readQuery('on:today', { at, zone }).after ?? 0) + zone * 60) * 1_000).toISOString(),
  )
  expect(days).toEqual(['2025-03-14', '2025-03-14', '2025-03-15', '2025-03-15'].map((day) => `${day}T00:00:00.000Z`))
})

test('filters that are unknown, empty, impossible or cannot be excluded are words', () => {
  expect(read('foo:bar http://x.org').all).toEqual([starts('foo', 'bar'), starts('http', 'x', 'org')])
  expect(read('from: ann').all).toEqual([starts('from'), starts('ann')])
  expect(read('has:foo has: on:"" in:""').all).toEqual([starts('has', 'foo'), starts('has'), starts('on'), starts('in')])
  for (const date of [
    '2025-02-30',
    '2025-13',
    '2025-00',
    '2025-01-00',
    '0000',
    '2023-02-29',
    '20250314',
    '25',
    'tomorrow',
    '2025-03-14x',
  ])
    for (const name of ['on', 'before', 'after']) {
      const { all, ...rest } = read(`${name}:${date}`)
      expect([date, all[0]?.terms[0], all.length]).toEqual([date, name, 1])
      expect({ ...rest, all: [] }).toEqual(nothing)
    }
  expect(read('-from:ann -before:2025')).toEqual({ ...nothing, none: [exactly('from', 'ann'), exactly('before', '2025')] })
  expect(read('from:a\0b from:\ud800')).toEqual({ ...nothing, all: [starts('from', 'a', 'b'), starts('from')] })
  expect(read('has:__proto__ has:constructor').has).toEqual([])
})

test('operators of search engines are words or separators', () => {
  expect(read('cats AND (dogs OR NOT^2 NEAR/3 col:umn*) a+b').all).toEqual([
    starts('cats'),
    starts('and'),
    starts('dogs'),
    starts('or'),
    starts('not', '2'),
    starts('near', '3'),
    starts('col', 'umn'),
    starts('a', 'b'),
  ])
})

test('queries are bounded', () => {
  const words = Array.from({ length: 200 }, (_, index) => `w${index}`)
  expect(read(words.join(' ')).all).toHaveLength(20)
  const mixed = read(words.map((word, index) => (index % 2 === 0 ? word : `-${word}`)).join(' '))
  expect([mixed.all.length, mixed.none.length]).toEqual([10, 10])
  for (const name of ['from', 'to', 'in'] as const)
    expect(read(words.map((word) => `${name}:${word}`).join(' '))[name]).toHaveLength(10)
  expect(read(`${' '.repeat(995)}words`).all).toEqual([starts('words')])
  expect(read(`${' '.repeat(997)}words`).all).toEqual([starts('wor')])
})

test('hostile text is read in linear time, into at most 20 phrases that have terms', () => {
  const parts = [
    '"',
    '-"',
    'from:"',
    '“',
    '-',
    ' ',
    '\0',
    '\ud800',
    '\udc00',
    '(a+)+$',
    'has:',
    'on:2025-',
    '-has:',
    'x ',
    '👍',
    '\u0301',
    '漢字',
    'ﷺ',
    '*^:()',
  ]
  const wrong: unknown[] = []
  const check = (text: string) => {
    const { all, none } = read(text)
    const phrases = all.concat(none)
    if (phrases.length > 20 || phrases.some(({ terms }) => terms.length === 0)) wrong.push(text)
  }
  for (const part of parts) check(part.repeat(Math.ceil(10_000 / part.length)))
  for (let seed = 1; seed <= 1_000; seed += 1) {
    let text = ''
    for (let state = seed; text.length < 60; state = (state * 48_271) % 2_147_483_647) text += parts[state % parts.length] ?? ''
    check(text)
  }
  expect(wrong).toEqual([])
  // Up to the length limit of a query, and far beyond it.
  for (const size of [1_000, 8_000]) {
    for (const part of parts) {
      const textOf = (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
      expectLinear(`${JSON.stringify(part)} up to ${size}`, size, textOf, read)
    }
  }
})

test('a query is empty if it asks for nothing', () => {
  for (const text of ['', '  ', '!?', '"', '-']) expect([text, isEmpty(read(text))]).toEqual([text, true])
  for (const text of ['a', '-a', 'from:a', 'to:a', 'in:a', 'has:link', '-has:link', 'before:2025', 'after:2025'])
    expect([text, isEmpty(read(text))]).toEqual([text, false])
})

test('a text matches if each phrase lies within one field and no excluded one does', () => {
  expect(finds('harb walk', 'The Harbour', 'A long walk')).toBe(true)
  expect(finds('"harbour walk"', 'The Harbour', 'walk')).toBe(false)
  expect(finds('"harbour walk"', 'Our harbour-walk!')).toBe(true)
  expect(finds('"harbour wal"', 'Our harbour-walk!')).toBe(false)
  expect(finds('harbour-wal', 'Our harbour walk!')).toBe(true)
  expect(finds('"walk harbour"', 'harbour walk')).toBe(false)
  expect(finds('arbour', 'harbour')).toBe(false)
  expect(finds('harbour walk', 'harbour')).toBe(false)
  expect(finds('-car', 'a carpet')).toBe(true)
  expect(finds('-car', 'a carpet', 'a CAR')).toBe(false)
  expect(finds('-"new york"', 'new', 'york')).toBe(true)
  expect(finds('carpet -"new york"', 'carpet in New York')).toBe(false)
  expect(finds('strasse zurich', 'Straße in Zürich')).toBe(true)
  expect(finds('', 'anything')).toBe(true)
  expect(finds('a')).toBe(false)
  expect(finds('"a a b"', 'a a a b')).toBe(true)
})

test('every beginning of these words of many scripts finds them', () => {
  const words = [
    'harbour',
    'Zürich',
    'Zürich'.normalize('NFD'),
    'Straße',
    'ΟΔΟΣ',
    'οδός',
    'Ёлка',
    'हिन्दी',
    'தமிழ்',
    '한국어',
    'שָׁלוֹם',
    'مُحَمَّدٌ',
    'コンピューター',
    'ｺﾝﾋﾟｭｰﾀｰ',
    '図書館',
    'mp3',
    '𝐁𝐨𝐥𝐝',
    'x'.repeat(80),
  ]
  const wrong: unknown[] = []
  for (const word of words) {
    const characters = Array.from(word)
    for (let length = 1; length <= characters.length; length += 1) {
      const typed = characters.slice(0, length).join('')
      if (!finds(typed, `on ${word}, then`)) wrong.push([word, typed])
    }
  }
  expect(wrong).toEqual([])
  // The intermediate states of a syllable typed on a Korean keyboard.
  for (const typed of ['ㅎ', '하', '한', '한ㄱ', '한구', '한국']) expect([typed, finds(typed, '한국어')]).toEqual([typed, true])
})

test('Korean, and scripts without spaces, are found within words, also in quotes and excluded', () => {
  for (const [text, ...parts] of [
    ['한국어를 배워요', '한국어', '국어', '어', '어를', '배', '국어를 배워'],
    ['プッシュノートを開く', 'ノート', 'ｼｭﾉ', 'プッシュ', 'ト', '開く', 'を開'],
    ['東京都庁に行きました', '京都', '都庁', '庁', '行きました'],
    ['ภาษาไทยง่าย', 'ไทย', 'าษา', 'ง่าย'],
  ] as [string, ...string[]][])
    for (const part of parts)
      for (const asked of [part, `"${part}"`, `-"${part}"`])
        expect([text, asked, finds(asked, text)]).toEqual([text, asked, !asked.startsWith('-')])
  for (const asked of ['국한', '한어', '"배워 한국어"', 'ノトー', '都京'])
    expect([asked, finds(asked, '한국어를 배워요 ノート 東京都')]).toEqual([asked, false])
  expect(finds('k팝', '난 K팝 팬')).toBe(true)
})

test('an emoji is found in any skin tone, by itself and by each that it joins', () => {
  for (const asked of ['🎉', 'done 🎉', '"done🎉"', '👍', '👍🏿', '👩🏽‍🚀', '👩', '🚀', '🇩🇪', '-🇫🇷'])
    expect([asked, finds(asked, 'Done🎉 👍🏽', '👩🏽‍🚀 🇩🇪')]).toEqual([asked, true])
  for (const asked of ['🎂', '👨‍🚀', '🇪🇩', '-🎉', '"🎉 done"'])
    expect([asked, finds(asked, 'done 🎉 👩‍🚀 🇩🇪')]).toEqual([asked, false])
})

test('each beginning of generated words finds them', () => {
  let state = 7
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const wrong: unknown[] = []
  const ranges = [0x61, 0x100, 0x3b1, 0x430, 0x5d0, 0x627, 0x905, 0x10d0, 0xac00, 0x1ea0]
  for (let round = 0; round < 300; round += 1) {
    const from = ranges[round % ranges.length] ?? 0x61
    const word = Array.from({ length: 1 + next(12) }, () => String.fromCodePoint(from + next(20))).join('')
    for (let length = 1; length <= word.length; length += 1) {
      const typed = word.slice(0, length)
      if (!finds(typed, `12 ${word}!`)) wrong.push([word, typed])
    }
  }
  expect(wrong).toEqual([])
})

test('marks are the places of all phrases, merged and in order', () => {
  const marked = (query: string, text: string) => marksOf(read(query), text).map(({ start, end }) => text.slice(start, end))
  expect(marksOf(read('walk'), 'A walk. Walking!')).toEqual([
    { start: 2, end: 6 },
    { start: 8, end: 15 },
  ])
  expect(marked('strasse zur', 'Straße in Zürich, 👍 straßen')).toEqual(['Straße', 'Zürich', 'straßen'])
  expect(marked('ann@example.org', 'to Ann@Example.org, or ann')).toEqual(['Ann@Example.org'])
  expect(marked('"a b" "b c" d', 'a b c d, b b')).toEqual(['a b c', 'd'])
  expect(marked('"a a"', 'a a a x a')).toEqual(['a a a'])
  expect(marked('"a b c" b', 'a b c')).toEqual(['a b c'])
  expect(marked('-walk', 'A walk')).toEqual([])
  expect(marked('漢字', '古い漢字です')).toEqual(['漢字'])
  expect(marked('국어 👩', '한국어를 👩🏽‍🚀!')).toEqual(['국어', '👩🏽‍🚀'])
  expect(marked('1', '2½')).toEqual(['½'])
})

test('there are marks exactly where a single field matches', () => {
  for (const query of ['a', 'b c', '"b c"', 'c-d', '"d', 'x', '"a b c d"', 'ab'])
    for (const text of ['a', 'b c', 'c d', 'abc d', 'a b c d', 'd c b a', '']) {
      const { all } = read(query)
      const some = all.some((phrase) => matches({ all: [phrase], none: [] }, [text]))
      expect([query, text, marksOf({ all }, text).length > 0]).toEqual([query, text, some])
    }
})
