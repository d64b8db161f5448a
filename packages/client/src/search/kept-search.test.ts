import { matches, type Push, readQuery } from '@waypost/protocol'
import { numbers } from '@waypost/server/test-server'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { Target } from '../history/target.ts'
import { openKeptSearch, textsOf } from './kept-search.ts'

const at = Date.UTC(2026, 10, 20)
let made = 0

function push(fields: Partial<Push>): Push {
  made++
  return { iden: `push${made}`, active: true, created: made, modified: made, type: 'note', direction: 'self', ...fields }
}

const bob: Target = { key: 'bob@example.org', type: 'chat', name: 'Bob Miller', desc: 'bob@example.org', muted: false }
const pixel: Target = { key: 'pixel', type: 'device', name: 'Old Pixel', desc: '', muted: false }

function searchOf(pushes: readonly Push[]) {
  const entries = new Map(pushes.map((each) => [each.iden, each]))
  let slices = 0
  let time = 0
  const kept = { $pushes: atom({ entries }), targets: () => [bob, pixel] }
  const search = openKeptSearch(kept, {
    // Each look at the clock takes four milliseconds.
    now: () => {
      time += 4
      return time
    },
    after(_, run) {
      slices++
      queueMicrotask(run)
      return () => {}
    },
  })
  const find = async (q: string, limit = 100) =>
    (await search.find(readQuery(q, { at, zone: 0 }), limit, () => true))?.pushes.map(({ body }) => body)
  return { search, find, slices: () => slices }
}

test('words, phrases and excluded words are found as on the server, the newest push first', async () => {
  const { find } = searchOf([
    push({ title: 'red', body: 'kite over the hill' }),
    push({ title: 'red kite', body: 'over the hill' }),
    push({ body: 'a Crème brûlée, no kite' }),
  ])
  expect(await find('kit')).toEqual(['a Crème brûlée, no kite', 'over the hill', 'kite over the hill'])
  expect(await find('"red kite"')).toEqual(['over the hill'])
  expect(await find('kite -hill')).toEqual(['a Crème brûlée, no kite'])
  expect(await find('creme BRULEE')).toEqual(['a Crème brûlée, no kite'])
  expect(await find('ite')).toEqual([])
  expect(await find('kite', 2)).toHaveLength(2)
})

test('filters for people, devices, content and days decide as on the server', async () => {
  const day = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000
  const { find } = searchOf([
    push({ body: 'from bob', direction: 'incoming', sender_email_normalized: bob.key, created: day('2025-03-14') }),
    push({ body: 'to bob', direction: 'outgoing', receiver_email_normalized: bob.key, type: 'link', url: 'https://example.org' }),
    push({ body: 'to the phone', target_device_iden: 'pixel' }),
    push({ body: 'from the phone', source_device_iden: 'pixel', file_type: 'image/png', file_url: 'https://files.example/x' }),
  ])
  expect(await find('from:bob')).toEqual(['from bob'])
  expect(await find('to:"bob mil"')).toEqual(['to bob'])
  expect(await find('in:bob@example.org')).toEqual(['from bob', 'to bob'])
  expect(await find('from:pixel')).toEqual(['from the phone'])
  expect(await find('in:pixel')).toEqual(['from the phone', 'to the phone'])
  expect(await find('in:me')).toEqual(['from the phone', 'to the phone'])
  expect(await find('to:me')).toEqual(['from bob', 'from the phone', 'to the phone'])
  expect(await find('from:nobody')).toEqual([])
  expect(await find('has:link')).toEqual(['to bob'])
  expect(await find('has:image')).toEqual(['from the phone'])
  expect(await find('bob -has:link')).toEqual(['from bob'])
  expect(await find('on:2025-03')).toEqual(['from bob'])
})

test('two thousand random queries find what a scan by the words of each push finds', async () => {
  const random = numbers(7)
  const words =
    'car carpet carp Card red Réd redo straße strasse 東京 東京都 국어 한국어를 👩🏽‍🚀 🚀 report_final-v2.pdf a-b 2025 x'.split(
      ' ',
    )
  const one = () => words[Math.floor(random() * words.length)] as string
  const some = () => Array.from({ length: 1 + Math.floor(random() * 4) }, one).join(random() < 0.5 ? ' ' : ', ')
  const pushes = Array.from({ length: 200 }, () => push({ title: some(), body: some() }))
  const { search } = searchOf(pushes)
  let found = 0
  for (let count = 0; count < 2_000; count++) {
    const q = [
      one(),
      random() < 0.3 ? `"${some()}"` : '',
      random() < 0.3 ? `-${one()}` : '',
      one()
        .slice(random() < 0.5 ? 0 : 1)
        .slice(0, 2),
    ].join(' ')
    const query = readQuery(q, { at, zone: 0 })
    const expected = pushes.filter((each) => matches(query, textsOf(each))).reverse()
    found += expected.length
    expect([q, (await search.find(query, 1_000, () => true))?.pushes]).toEqual([q, expected])
  }
  expect(found).toBeGreaterThan(2_000)
})

test('the work is cut into slices, and a search that is not wanted any more ends', async () => {
  const { search, slices } = searchOf(Array.from({ length: 1_000 }, () => push({ body: 'a note' })))
  await search.prepare()
  const prepared = slices()
  expect(prepared).toBeGreaterThan(10)
  expect(await search.find(readQuery('nothing', { at, zone: 0 }), 10, () => false)).toBeUndefined()
  expect(slices()).toBe(prepared + 1)
})

test('a message that somebody made long hides no other, and the next search goes on with it', async () => {
  const long = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0xe01 + ((at * 7_919) % 46))).join('')
  const { search, slices } = searchOf([
    push({ body: 'an early kite' }),
    push({ body: `kite ${long}` }),
    push({ body: 'a late kite' }),
  ])
  const find = async () => {
    const found = await search.find(readQuery('kite', { at, zone: 0 }), 10, () => true)
    return [found?.pushes.map(({ body = '' }) => body.slice(0, 13)), found?.isPartial]
  }
  expect(await find()).toEqual([['a late kite', 'an early kite'], true])
  expect(slices()).toBeGreaterThan(1)
  let searches = 1
  for (let found = await find(); found[1] === true; found = await find()) searches++
  expect(searches).toBeLessThan(100)
  expect((await find())[0]).toHaveLength(3)
})

test('long phrases stand within one text', async () => {
  const words = Array.from({ length: 60 }, (_, word) => `w${word}`)
  const { find } = searchOf([
    push({ body: words.join(' ') }),
    push({ title: words.slice(0, 30).join(' '), body: words.slice(30).join(' ') }),
    push({ body: `${words.join(' ')}th` }),
  ])
  expect(await find(`"${words.join(' ')}"`)).toHaveLength(1)
  expect(await find(words.join('-'))).toHaveLength(2)
})
