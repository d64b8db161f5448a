import { expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { readActions } from './actions.ts'
import { readDelay } from './delay.ts'
import { goDuration, wordDuration } from './duration.ts'
import { decodedWords } from './encoded-words.ts'
import { kindOf } from './media-type.ts'
import { readPriority } from './priority.ts'
import { readSince } from './since.ts'

function codeOf(work: () => unknown): number | undefined {
  try {
    work()
  } catch (error) {
    return (error as { number?: number }).number
  }
  return undefined
}

test('encoded words in headers are decoded, also several, and broken ones stand for themselves', () => {
  for (const [given, decoded] of [
    ['plain', 'plain'],
    ['=?utf-8?q?caf=C3=A9_au_lait?=', 'café au lait'],
    ['=?UTF-8?B?8J+YgA==?=', '😀'],
    ['=?utf-8?q?a?= =?utf-8?q?b?= c', 'ab c'],
    ['=?utf-8?q?a?= x =?utf-8?q?b?=', 'a x b'],
    ['=?iso-8859-1?q?=E9?=', 'é'],
    ['=?utf-8*en?q?a?=', 'a'],
    ['=?utf-8?q?a', '=?utf-8?q?a'],
    ['=?utf-8?x?a?=', '=?utf-8?x?a?='],
    ['=?nonsense?q?a?=', '=?nonsense?q?a?='],
    ['=?utf-8?q?=ZZ?=', '=?utf-8?q?=ZZ?='],
    ['=?utf-8?b?!!!?=', '=?utf-8?b?!!!?='],
  ])
    expect([given, decodedWords(given as string)]).toEqual([given, decoded])
})

test('reading encoded words, actions and durations takes time in proportion to their length', () => {
  const check = (part: string, work: (text: string) => unknown) =>
    expectLinear(part, 80_000, (length) => part.repeat(length / part.length), work)
  for (const part of ['=?', '=?utf-8?q?', '=?utf-8?q?a', '?=', '=?a?b?']) check(part, decodedWords)
  for (const part of ['"', "'", '\\', 'a=', ',', ';', ' ', "view,a,'", 'headers.a='])
    check(part, (text) => codeOf(() => readActions(text)))
  for (const part of ['1', '1h', '1.', ' ', 'in ', 'at ']) {
    check(part, (text) => codeOf(() => readDelay(text, '', 0)))
    check(part, (text) => codeOf(() => readSince(text, false, 0)))
  }
})

test('a priority is a number or a word', () => {
  for (const [text, value] of [
    ['1', 1],
    ['min', 1],
    ['LOW', 2],
    ['default', 3],
    ['high', 4],
    ['max', 5],
    ['urgent', 5],
    ['', undefined],
  ] as const)
    expect([text, readPriority(text)]).toEqual([text, value])
  for (const text of ['0', '6', '03', 'loud', 'constructor', '__proto__'])
    expect([text, codeOf(() => readPriority(text))]).toEqual([text, 40007])
})

test('durations are read as Go writes them, and as people do', () => {
  for (const [text, milliseconds] of [
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['-1m', -60_000],
    ['100ms', 100],
    ['0', 0],
    ['1d', undefined],
    ['', undefined],
    ['h', undefined],
    ['1 h', undefined],
  ] as const)
    expect([text, goDuration(text)]).toEqual([text, milliseconds])
  for (const [text, milliseconds] of [
    ['2 days', 172_800_000],
    ['1day', 86_400_000],
    ['30 min', 1_800_000],
    ['3 hours', 10_800_000],
    ['an hour', 3_600_000],
    ['half an hour', 1_800_000],
    ['2 moons', undefined],
    ['2 constructor', undefined],
  ] as const)
    expect([text, wordDuration(text)]).toEqual([text, milliseconds])
})

// A Thursday, at 19:00 in Berlin.
const now = Date.parse('2026-11-26T18:00:00Z')
const delay = (text: string, zone = 'Europe/Berlin') => new Date(readDelay(text, zone, now) * 1_000).toISOString()

test('a delay is a Unix time, a time with an offset, a duration or a time in English', () => {
  for (const [text, at] of [
    [String(now / 1_000 + 60), '2026-11-26T18:01:00.000Z'],
    ['30m', '2026-11-26T18:30:00.000Z'],
    ['2 days', '2026-11-28T18:00:00.000Z'],
    ['in 2 hours', '2026-11-26T20:00:00.000Z'],
    ['2026-11-27T10:00:00+01:00', '2026-11-27T09:00:00.000Z'],
    ['2026-11-27T09:00:00Z', '2026-11-27T09:00:00.000Z'],
    ['8:30pm', '2026-11-26T19:30:00.000Z'],
    ['20:30', '2026-11-26T19:30:00.000Z'],
    ['10am', '2026-11-27T09:00:00.000Z'],
    ['tomorrow, 3pm', '2026-11-27T14:00:00.000Z'],
    ['tomorrow', '2026-11-27T18:00:00.000Z'],
    ['Friday, 7am', '2026-11-27T06:00:00.000Z'],
    ['sat at 10:15', '2026-11-28T09:15:00.000Z'],
    ['today at 11 pm', '2026-11-26T22:00:00.000Z'],
    ['noon', '2026-11-27T11:00:00.000Z'],
  ] as const)
    expect([text, delay(text)]).toEqual([text, at])
  expect(delay('8:30pm', 'America/New_York')).toBe('2026-11-27T01:30:00.000Z')
})

test('the clocks change between now and the time of a delay', () => {
  const before = Date.parse('2026-10-24T18:00:00Z')
  const at = readDelay('tomorrow, 10am', 'Europe/Berlin', before)
  expect(new Date(at * 1_000).toISOString()).toBe('2026-10-25T09:00:00.000Z')
})

test('a delay that is over, too short, too long or no time is refused', () => {
  for (const [text, code] of [
    ['soon', 40004],
    ['1', 40004],
    ['2026-11-26T10:00:00Z', 40004],
    ['2026-99-99T10:00:00Z', 40004],
    ['25:00', 40004],
    ['13pm', 40004],
    ['-1h', 40004],
    ['5s', 40005],
    ['4 days', 40006],
    ['9'.repeat(15), 40006],
    ['8h8h8h8h8h8h8h8h8h8h8h', 40006],
  ] as const)
    expect([text, codeOf(() => delay(text))]).toEqual([text, code])
  expect(codeOf(() => delay('10am', 'Nowhere/City'))).toBe(40004)
})

test('since is a word, a message, a time or a duration', () => {
  const seconds = now / 1_000
  for (const [text, polls, since] of [
    ['', false, 'none'],
    ['', true, 'all'],
    ['all', false, 'all'],
    ['none', true, 'none'],
    ['latest', false, 'latest'],
    ['8DuhqamTw0Qg', false, { id: '8DuhqamTw0Qg' }],
    ['1795722818', false, { time: 1_795_722_818 }],
    ['10m', false, { time: seconds - 600 }],
    ['1000000000h', false, { time: 0 }],
  ] as const)
    expect([text, readSince(text, polls, now)]).toEqual([text, since])
  for (const text of ['garbage', '1d', '10 m', "'", '\0', '8DuhqamTw0Q_'])
    expect([text, codeOf(() => readSince(text, false, now))]).toEqual([text, 40008])
})

test('actions are read in their short form', () => {
  const read = (text: string) => readActions(text).map(({ id: _, ...action }) => action)
  for (const [text, actions] of [
    ['view, Open, https://example.org', [{ action: 'view', label: 'Open', url: 'https://example.org' }]],
    ['view, Open, https://example.org, clear=true', [{ action: 'view', label: 'Open', url: 'https://example.org', clear: true }]],
    [
      `action=view, label="a, b; c", url='https://example.org'`,
      [{ action: 'view', label: 'a, b; c', url: 'https://example.org' }],
    ],
    [`view, 'it\\'s', geo:1,clear=0`, [{ action: 'view', label: "it's", url: 'geo:1', clear: false }]],
    [
      `http, Close, https://example.org/?a=b, method=put, headers.X-Key=1, body='{"a":"b\\n"}'; copy, Copy, 42`,
      [
        {
          action: 'http',
          label: 'Close',
          url: 'https://example.org/?a=b',
          method: 'PUT',
          headers: { 'X-Key': '1' },
          body: '{"a":"b\\n"}',
        },
        { action: 'copy', label: 'Copy', value: '42' },
      ],
    ],
    [
      'broadcast, Take, extras.cmd=pic, intent=a.b',
      [{ action: 'broadcast', label: 'Take', intent: 'a.b', extras: { cmd: 'pic' } }],
    ],
    ['view, Open, https://example.org;', [{ action: 'view', label: 'Open', url: 'https://example.org' }]],
    ['', []],
  ] as const)
    expect([text, read(text)]).toEqual([text, actions])
})

test('actions are read as JSON, with names in any case', () => {
  const text = JSON.stringify([
    { Action: 'http', label: 'L', url: 'https://example.org', headers: { a: 'b' }, clear: true, extra: 1, body: null },
  ])
  expect(readActions(text)).toEqual([
    {
      id: expect.stringMatching(/^\w{10}$/),
      action: 'http',
      label: 'L',
      url: 'https://example.org',
      headers: { a: 'b' },
      clear: true,
    },
  ])
})

test('actions that are wrong are refused with what is wrong', () => {
  const four = 'view, a, https://example.org; '.repeat(4)
  for (const text of [
    'view',
    'view, Open',
    'open, Open, https://example.org',
    'view, Open, https://example.org, foo',
    'view, Open, https://example.org, foo=bar',
    'view, Open, https://example.org, clear=maybe',
    'view, Open, javascript:alert(1)',
    'view, Open, JAVASCRIPT:alert(1)',
    'view, Open, data:text/html;base64,x',
    'http, Open, file:///etc/passwd',
    'http, Open, https://example.org, method=GET, body=x',
    'http, Open, https://example.org, method=STEAL',
    `http, Open, https://example.org, headers.a='b`,
    `view, 'Open' x, https://example.org`,
    'copy, Copy',
    four,
    '[',
    '[1]',
    '{"a":1}',
    '[{"action":"view","label":5,"url":"https://example.org"}]',
    '[{"action":"http","label":"L","url":"https://example.org","headers":{"a":"b\\r\\nc: d"}}]',
    '[{"__proto__":{"action":"view"},"label":"L"}]',
  ])
    expect([text, codeOf(() => readActions(text))]).toEqual([text, 40018])
})

test('the type of a file is that of its bytes', () => {
  for (const [bytes, type, ending] of [
    [Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'image/png', 'png'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'jpg'],
    [Buffer.from('<html><script>'), 'text/plain; charset=utf-8', 'txt'],
    [Buffer.from('%PDF-1.7'), 'application/pdf', 'pdf'],
    [Buffer.from([0, 1, 2]), 'application/octet-stream', 'bin'],
    [Buffer.alloc(0), 'text/plain; charset=utf-8', 'txt'],
    // A letter is truncated at the end of the inspected bytes, and before it.
    [Buffer.from('Größe 東').subarray(0, -1), 'text/plain; charset=utf-8', 'txt'],
    [Buffer.concat([Buffer.from('Größe 東').subarray(0, -1), Buffer.from(' mehr')]), 'text/plain; charset=utf-8', 'txt'],
    [Buffer.from('é à ü', 'latin1'), 'application/octet-stream', 'bin'],
  ] as const)
    expect(kindOf(bytes)).toEqual({ type, ending })
})
