// On the engines too: searches are other SQL on PostgreSQL.

import type { Push } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRateLimits, noRateLimits } from '../../http/rate-limits.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob.miller@example.org', 'Bob Miller')).token
})
afterAll(() => server.close())

const send = async (body: object, token = alice): Promise<Push> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...body } })).body
const search = (q: string, more = '', token = alice) => server.request(`/v3/search?q=${encodeURIComponent(q)}${more}`, { token })
const found = async (q: string, token = alice): Promise<string[]> =>
  (await search(q, '', token)).body.pushes.map((push: Push) => push.body ?? push.title ?? push.file_name ?? push.url)

test('words are found by their beginnings, in any case, with or without accents, in every text of a push', async () => {
  await send({ body: 'Crème brûlée for the harbour walk' })
  await send({ type: 'link', url: 'https://www.harbour.example/tide-tables?year=2025', title: 'Tides' })
  await send({
    type: 'file',
    file_name: 'Harbor_Plan-final.PDF',
    file_url: 'https://files.example/x',
    file_type: 'application/pdf',
  })
  await send({ type: 'list', title: 'Shopping', body: 'oat milk\ncandles' })
  await send({ body: '我们明天去北京天安门', email: 'bob.miller@example.org' })
  expect(await found('creme BRULEE')).toEqual(['Crème brûlée for the harbour walk'])
  expect(await found('harb')).toEqual(['Harbor_Plan-final.PDF', 'Tides', 'Crème brûlée for the harbour walk'])
  expect(await found('tide-tab')).toEqual(['Tides'])
  expect(await found('plan-final.pdf')).toEqual(['Harbor_Plan-final.PDF'])
  expect(await found('cand')).toEqual(['oat milk\ncandles'])
  expect(await found('北京')).toEqual(['我们明天去北京天安门'])
  expect(await found('miller')).toEqual(['我们明天去北京天安门'])
  expect(await found('arb')).toEqual([])
})

test('quoted words stand side by side in one text, and what begins with a minus is not there', async () => {
  await send({ title: 'red kite', body: 'over the hill' })
  await send({ title: 'red', body: 'kite over the hill' })
  await send({ body: 'a kite that is red' })
  expect(await found('"red kite"')).toEqual(['over the hill'])
  expect(await found('red kite')).toEqual(['a kite that is red', 'kite over the hill', 'over the hill'])
  expect(await found('kite -hill')).toEqual(['a kite that is red'])
  expect(await found('kite -"red kite"')).toEqual(['a kite that is red', 'kite over the hill'])
  expect(await found('kit -kit')).toEqual(['a kite that is red', 'kite over the hill', 'over the hill'])
})

test('filters name people, devices and channels; a name that nobody has finds nothing', async () => {
  const { body: phone } = await server.request('/v2/devices', { token: alice, body: { nickname: 'Old Pixel' } })
  const { body: channel } = await server.request('/v2/channels', { token: alice, body: { tag: 'tides', name: 'Tide table' } })
  await send({ body: 'zebra to bob', email: 'bob.miller@example.org' })
  await send({ body: 'zebra from bob', email: 'alice@example.org' }, bob)
  await send({ body: 'zebra to the phone', device_iden: phone.iden })
  await send({ body: 'zebra from the phone', source_device_iden: phone.iden })
  await send({ body: 'zebra post', channel_tag: channel.tag })
  await send({ body: 'zebra to me' })
  expect(await found('zebra in:bob')).toEqual(['zebra from bob', 'zebra to bob'])
  expect(await found('zebra from:"bob mil"')).toEqual(['zebra from bob'])
  expect(await found('zebra to:Bob.Miller@example.org')).toEqual(['zebra to bob'])
  expect(await found('zebra in:pixel')).toEqual(['zebra from the phone', 'zebra to the phone'])
  expect(await found('zebra from:pixel')).toEqual(['zebra from the phone'])
  expect(await found('zebra to:"old pixel"')).toEqual(['zebra to the phone'])
  expect(await found('zebra in:tides')).toEqual(['zebra post'])
  expect(await found('zebra in:table in:bob')).toEqual(['zebra post', 'zebra from bob', 'zebra to bob'])
  expect(await found('zebra from:me')).not.toContain('zebra from bob')
  expect(await found('zebra in:nobody')).toEqual([])
  expect(await found('zebra has:link')).toEqual([])
  expect(await found('has:file')).toEqual(['Harbor_Plan-final.PDF'])
  expect((await found('on:today -has:file')).length).toBeGreaterThan(5)
  expect(await found('zebra before:today')).toEqual([])
  expect(await found('zebra after:yesterday')).toHaveLength(6)
})

test('an edited message is found by its new words, a deleted one is not found, and nobody finds messages in the box of another', async () => {
  const push = await send({ body: 'quokka', email: 'bob.miller@example.org' })
  expect(await found('quokka', bob)).toEqual(['quokka'])
  await server.request(`/v2/pushes/${push.iden}`, { token: alice, body: { body: 'wombat' } })
  expect([await found('quokka'), await found('quokka', bob)]).toEqual([[], []])
  expect([await found('wombat'), await found('wombat', bob)]).toEqual([['wombat'], ['wombat']])
  await server.request(`/v2/pushes/${push.iden}`, { token: alice, method: 'DELETE' })
  expect([await found('wombat'), await found('wombat', bob)]).toEqual([[], ['wombat']])
  const other = await send({ body: 'numbat', email: 'bob.miller@example.org' })
  await server.request(`/v2/pushes/${other.iden}?everyone=true`, { token: alice, method: 'DELETE' })
  expect([await found('numbat', bob), await found('deleted', bob)]).toEqual([[], []])
  await send({ body: 'a secret of bob' }, bob)
  expect(await found('secret')).toEqual([])
})

test('a post is found by those who follow the channel', async () => {
  await server.request('/v2/channels', { token: bob, body: { tag: 'meadow', name: 'Meadow' } })
  await server.request('/v2/subscriptions', { token: alice, body: { channel_tag: 'meadow' } })
  await send({ body: 'skylarks are back', channel_tag: 'meadow' }, bob)
  await server.app.jobs.processAll()
  expect(await found('skylark in:meadow')).toEqual(['skylarks are back'])
  expect(await found('skylark from:meadow', bob)).toEqual(['skylarks are back'])
})

test('results come in pages, and new and deleted pushes in between repeat and skip nothing', async () => {
  const { token } = await server.signUp('pages@example.org')
  const sent: Push[] = []
  for (let count = 0; count < 12; count++) sent.push(await send({ body: `page ${count}` }, token))
  const first = await search('page', '&limit=5', token)
  await send({ body: 'page new' }, token)
  for (const at of [11, 6]) await server.request(`/v2/pushes/${sent[at]?.iden}`, { token, method: 'DELETE' })
  const second = await search('page', `&limit=5&cursor=${first.body.cursor}`, token)
  const third = await search('page', `&limit=5&cursor=${second.body.cursor}`, token)
  const numbers = (answer: { body: { pushes: Push[] } }) => answer.body.pushes.map(({ body }) => Number(body?.slice(5)))
  expect([first, second, third].map(numbers)).toEqual([[11, 10, 9, 8, 7], [5, 4, 3, 2, 1], [0]])
  expect(third.body.cursor).toBeUndefined()
})

test('whatever is typed is answered or refused with a reason', async () => {
  const quiet = ['   ', '"', '-', '""', '-""', '*', '^', 'NOT', 'AND OR', 'NEAR(a b)', "';--", '(a', 'a)b:', 'from:', ':::', '💥']
  for (const q of [
    ...quiet,
    'a'.repeat(1_000),
    '(a+)+$'.repeat(100),
    Array.from({ length: 100 }, (_, at) => at).join('.'),
    'ﷺ'.repeat(25),
    'on:9999',
    'on:0001',
    'before:0001',
    '"a b" '.repeat(150),
    'in:x '.repeat(200),
  ]) {
    const { status } = await search(q)
    expect([q.slice(0, 20), status]).toEqual([q.slice(0, 20), 200])
  }
  for (const q of [
    Array.from({ length: 101 }, (_, at) => at).join('.'),
    Array.from({ length: 21 }, (_, at) => `w${at}`).join(' '),
    Array.from({ length: 11 }, (_, at) => `in:w${at}`).join(' '),
    'ﷺ'.repeat(26),
    'x'.repeat(1_001),
  ]) {
    const { status, body } = await search(q)
    expect([q.slice(0, 20), status, body.error.code, body.error.param]).toEqual([q.slice(0, 20), 400, 'invalid_param', 'q'])
  }
  expect((await search('a b c d e f g h i j k l m n o p q r s t u v')).body.error.message).toContain('20 words and phrases')
  expect((await search('a\u0000b')).body.error.code).toBe('invalid_param')
  expect((await search('x'.repeat(10_000))).body.error.code).toBe('invalid_param')
  expect((await search('x', '&cursor=!')).body.error.code).toBe('invalid_cursor')
  expect((await search('x', '&limit=0')).body.error.code).toBe('invalid_param')
  expect((await search('x', '&zone=100000')).body.error.code).toBe('invalid_param')
  expect((await server.request('/v3/search?q=x', {})).status).toBe(401)
})

test('one account that searches a hundred times a second is told to wait, and others are not', async () => {
  // No further one becomes due while these are answered, however long that takes.
  const rateLimits = { ...noRateLimits, search: { ...defaultRateLimits.search, every: 3_600_000 } }
  const slow = await startTestServer({}, { rateLimits, nodes: 1 })
  try {
    const { token } = await slow.signUp('quick@example.org')
    const other = await slow.signUp('calm@example.org')
    const answers = await Promise.all(Array.from({ length: 100 }, () => slow.request('/v3/search?q=x', { token })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]?.body.error.code).toBe('ratelimited')
    expect((await slow.request('/v3/search?q=x', { token: other.token })).status).toBe(200)
    expect((await slow.request('/v2/users/me', { token })).status).toBe(200)
  } finally {
    await slow.close()
  }
})
