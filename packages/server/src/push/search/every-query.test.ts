// On the engines too: searches and their index are other SQL on PostgreSQL.

import { matches, type Push, readQuery } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasTriedAll } from '../../../../../scripts/tests/tried-search.mjs'
import { noProcessorLimits, openProcessor } from '../../processor/time.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import type { PushRow } from '../row.ts'
import { findPushes } from './find.ts'
import { openIndexer } from './indexer.ts'
import { textsOf } from './terms.ts'
import { numbers } from './test-random.ts'

const seed = 20_261_123
const { WAYPOST_TEST_QUERIES: wanted, WAYPOST_TEST_ALL: all } = process.env
// In CI, all of them, unless this exact search has passed them before.
const count = { pushes: 240, changes: 160, queries: Number(wanted ?? (all && !hasTriedAll() ? 10_000 : 1_500)) }

let server: TestServer
let random: () => number
const people = ['ann', 'bob', 'cleo'] as const
const person = new Map<string, { token: string; iden: string }>()
let device: string
beforeAll(async () => {
  server = await startTestServer()
  random = numbers(seed)
  for (const name of people) {
    const { token, account } = await server.signUp(`${name}@example.org`, name)
    person.set(name, { token, iden: account.iden })
  }
  device = (await call('ann', '/v2/devices', { nickname: 'Pixel' })).iden
  await call('bob', '/v2/channels', { tag: 'news', name: 'Daily news' })
  for (const name of ['ann', 'cleo'] as const) await call(name, '/v2/subscriptions', { channel_tag: 'news' })
})
afterAll(() => server.close())

async function call(name: string, path: string, body?: object, method?: string) {
  const { token } = person.get(name) as { token: string }
  return (await server.request(path, { token, ...(body && { body }), ...(method && { method }) })).body
}

/** Few words, many of which share a beginning, in several scripts. */
const words = [
  'car carpet carp Card red Red réd redo straße strasse STRASSE 2025 20 202 mp3 harbour harbor walk walks walking at a an and',
  'Москва москвы ёлка 東京 京都 東京都 ไทย ภาษาไทย 한국어를 국어 プッシュノート 👩🏽‍🚀 🚀 ann@example.org https://www.example.org/a-b?c=d report_final-v2.pdf x',
]
  .join(' ')
  .split(' ')

const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const some = (most: number) =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => one(words)).join(one([' ', ', ', ' – ', '\n']))

async function sendOne(): Promise<void> {
  const name = one(people)
  const content = one([
    () => ({ type: 'note', body: `${some(6)} ${one(words)}` }),
    () => ({ type: 'note', title: some(2), body: `${some(4)} ${one(words)}` }),
    () => ({
      type: 'link',
      url: `https://${one(['example.org', 'red.example'])}/${encodeURIComponent(one(words))}`,
      body: some(2),
    }),
    () => ({
      type: 'file',
      file_name: `${one(words)}.pdf`,
      file_url: 'https://files.example/x',
      file_type: one(['application/pdf', 'image/png']),
    }),
    () => ({ type: 'list', title: some(2), body: `${one(words)}\n${one(words)}` }),
  ])()
  const target = one([
    {},
    { email: `${one(people)}@example.org` },
    { email: `${one(people)}@example.org` },
    ...(name === 'ann' ? [{ device_iden: device }, { source_device_iden: device }] : []),
    ...(name === 'bob' ? [{ channel_tag: 'news' }] : []),
  ])
  await call(name, '/v2/pushes', { ...content, ...target })
}

async function changeOne(): Promise<void> {
  const name = one(people)
  const all: Push[] = (await call(name, '/v2/pushes?limit=500&active_only=true')).pushes
  const push = one(all)
  if (!push) return
  await one([
    () => call(name, `/v2/pushes/${push.iden}`, { body: `${some(5)} ${one(words)}` }),
    () => call(name, `/v2/pushes/${push.iden}`, { dismissed: true }),
    () => call(name, `/v2/pushes/${push.iden}`, undefined, 'DELETE'),
    () => call(name, `/v2/pushes/${push.iden}?everyone=true`, undefined, 'DELETE'),
  ])()
}

const filters = [
  ...['from', 'to', 'in'].flatMap((filter) => [...people, 'me', 'pixel', 'news', 'nobody'].map((name) => `${filter}:${name}`)),
  ...['link', 'file', 'image', 'list'].flatMap((what) => [`has:${what}`, `-has:${what}`]),
  'on:today',
  'before:tomorrow',
  'before:today',
  'after:yesterday',
]

function queryOf(): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const word = one(words)
    return one([
      () => word,
      () => word.slice(0, 1 + Math.floor(random() * word.length)),
      () => word.slice(Math.floor(random() * word.length)),
      () => word.toUpperCase(),
      () => `-${word}`,
      () => `"${word} ${one(words)}"`,
      () => `-"${word} ${one(words)}"`,
      () => one(filters),
    ])()
  })
  return parts.join(' ')
}

test('random queries find exactly what a scan of the rows finds, before and after changes, whatever the index has of them', async () => {
  for (let sent = 0; sent < count.pushes; sent++) await sendOne()
  await server.app.jobs.processAll()
  let compared = 0
  let found = 0
  for (let part = 0; part < 4; part++) {
    const rows = await server.app.db.all<PushRow>('SELECT * FROM push ORDER BY created DESC')
    for (; compared < (count.queries * (part + 1)) / 4; compared++) {
      const name = one(people)
      const q = queryOf()
      const expected = scan(rows, name, q)
      // Keeps connections alive that wait between the changes.
      await new Promise(setImmediate)
      found += expected.length
      expect([seed, compared, name, q, await everything(name, q)]).toEqual([seed, compared, name, q, expected])
    }
    for (let changed = 0; changed < count.changes / 4; changed++) await one([changeOne, changeOne, sendOne])()
    await server.app.jobs.processAll()
    await indexSome()
  }
  // The queries are chosen so that many find something.
  expect(found).toBeGreaterThan(count.queries * 2)
}, 1_800_000)

async function indexSome(): Promise<void> {
  const indexer = openIndexer(server.app.db, (error) => expect.unreachable(String(error)), { fewest: 1 })
  for (const { iden } of person.values()) if (random() < 0.6) indexer.isBehind(iden)
  await indexer.idle()
}

async function everything(name: string, q: string): Promise<string[]> {
  const { iden: owner } = person.get(name) as { iden: string }
  const idens: string[] = []
  const limit = one([1, 7, 500])
  let cursor: string | undefined
  do {
    const page = await search(owner, q, limit, cursor)
    idens.push(...page.rows.map(({ iden }) => iden))
    cursor = limit === 1 && idens.length > 3 ? undefined : page.cursor
    if (limit === 1 && cursor === undefined && page.cursor !== undefined)
      return [...idens, ...(await rest(owner, q, page.cursor))]
  } while (cursor !== undefined)
  return idens
}

async function rest(owner: string, q: string, cursor: string): Promise<string[]> {
  const page = await search(owner, q, 500, cursor)
  const idens = page.rows.map(({ iden }) => iden)
  return page.cursor === undefined ? idens : [...idens, ...(await rest(owner, q, page.cursor))]
}

/** A search as the reference describes it, without an index. */
function scan(rows: readonly PushRow[], name: string, q: string): string[] {
  const { iden: owner } = person.get(name) as { iden: string }
  const query = readQuery(q, { at: Date.now(), zone: 0 })
  const isEmpty = Object.values(query).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
  if (isEmpty) return []
  const names = (filter: 'from' | 'to' | 'in') => query[filter]
  return rows
    .filter((row) => {
      if (row.owner !== owner || row.active !== 1 || row.deleted_by_sender === 1) return false
      if (query.after !== undefined && row.created < query.after * 1e6) return false
      if (query.before !== undefined && row.created >= query.before * 1e6) return false
      if (!query.has.every((what) => has(row, what)) || query.hasNot.some((what) => has(row, what))) return false
      if (!(['from', 'to', 'in'] as const).every((filter) => fits(row, filter, names(filter)))) return false
      return matches(query, textsOf(row))
    })
    .map(({ iden }) => iden)
}

const has = (row: PushRow, what: string): boolean =>
  ({
    link: row.type === 'link' || row.url !== null,
    file: row.type === 'file' || row.file_url !== null,
    image: row.image_url !== null || row.file_type?.startsWith('image/') === true,
    list: row.type === 'list',
  })[what] === true

function fits(row: PushRow, filter: 'from' | 'to' | 'in', names: readonly string[]): boolean {
  if (names.length === 0) return true
  return names.some((name) => {
    if (name === 'me')
      return filter === 'in'
        ? row.conversation === 'self'
        : [filter === 'from' ? 'outgoing' : 'incoming', 'self'].includes(row.direction)
    if (name === 'pixel') {
      const from = row.source_device_iden === device
      const to = row.target_device_iden === device
      return filter === 'from' ? from : filter === 'to' ? to : from || to
    }
    if (name === 'news') return row.conversation.startsWith('channel:') && (filter !== 'to' || row.direction === 'self')
    const within = row.conversation === `email:${name}@example.org`
    return within && (filter === 'in' || row.direction === (filter === 'from' ? 'incoming' : 'outgoing'))
  })
}

function search(owner: string, q: string, limit: number, cursor: string | undefined) {
  const query = readQuery(q, { at: Date.now(), zone: 0 })
  return findPushes(server.app.db, owner, { query, limit, cursor }, openProcessor(noProcessorLimits).time(owner))
}
