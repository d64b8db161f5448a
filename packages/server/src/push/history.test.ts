// On the engines too: histories are read by several orders and counted in SQL.

import { bodyLength } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '../db/db.ts'
import { bytesPerPage } from '../db/pages.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { historyQuery } from './history-rows.ts'

let server: TestServer
let alice: string
let phone: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  await server.signUp('bob@example.org', 'Bob')
  phone = (await server.request('/v2/devices', { token: alice, body: { nickname: 'Phone' } })).body.iden
  for (let n = 1; n <= 5; n++) await send({ body: `self ${n}` })
  for (let n = 1; n <= 5; n++) await send({ body: `bob ${n}`, email: 'bob@example.org' })
  for (let n = 1; n <= 2; n++) await send({ body: `to the phone ${n}`, device_iden: phone })
  await send({ body: 'from the phone', source_device_iden: phone })
  await send({ body: 'from the phone to itself', device_iden: phone, source_device_iden: phone })
  await send({ body: 'from the phone to bob', email: 'bob@example.org', source_device_iden: phone })
})
afterAll(() => server.close())

const send = async (body: object, token = alice) =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...body } })).body
const history = async (conversation: string, query = '', token = alice) =>
  (await server.request(`/v2/history?conversation=${encodeURIComponent(conversation)}${query}`, { token })).body
const bodies = (answer: { pushes: { body?: string }[] }) => answer.pushes.map((push) => push.body)

test('a history is ordered by creation, however lately something in it changed [E1]', async () => {
  const { pushes } = await history('email:bob@example.org')
  const oldest = pushes.at(-1)
  await server.request(`/v2/pushes/${oldest.iden}`, { token: alice, body: { dismissed: true } })
  const first = await history('email:Bob@Example.org', '&limit=2')
  expect([bodies(first), first.more]).toEqual([['from the phone to bob', 'bob 5'], true])
  const second = await history('email:bob@example.org', `&limit=2&created_before=${first.pushes[1].created}`)
  expect([bodies(second), second.more]).toEqual([['bob 4', 'bob 3'], true])
  const last = await history('email:bob@example.org', `&limit=2&created_before=${second.pushes[1].created}`)
  expect([bodies(last), last.more]).toEqual([['bob 2', 'bob 1'], false])
  expect(await history('email:unknown@example.org')).toEqual({ pushes: [], more: false })
})

test('a history goes forward from a push, also where its pushes have changed since', async () => {
  const all = (await history('email:bob@example.org')).pushes
  const oldest = all.at(-1)
  const first = await history('email:bob@example.org', `&limit=2&created_after=${oldest.created}`)
  expect([bodies(first), first.more]).toEqual([['bob 2', 'bob 3'], true])
  const second = await history('email:bob@example.org', `&limit=3&created_after=${first.pushes[1].created}`)
  expect([bodies(second), second.more]).toEqual([['bob 4', 'bob 5', 'from the phone to bob'], false])
  expect(await history('email:bob@example.org', `&created_after=${all[0].created}`)).toEqual({ pushes: [], more: false })
  const onPhone = await history(`device:${phone}`, '&limit=2&created_after=0')
  expect([bodies(onPhone), onPhone.more]).toEqual([['to the phone 1', 'to the phone 2'], true])
  const both = await history('self', '&created_after=1&created_before=2')
  expect([both.error.code, both.error.param]).toEqual(['invalid_param', 'created_after'])
})

test('the incoming pushes after a stamp are counted without being listed, changed or not', async () => {
  const { token, account } = await server.signUp('counting@example.org')
  for (let index = 0; index < 4; index++) await send({ body: 'x', email: account.email })
  await send({ body: 'x', email: 'alice@example.org' }, token)
  const name = 'email:alice@example.org'
  const all = (await history(name, '', token)).pushes
  await server.request(`/v2/pushes/${all[1].iden}`, { token, body: { dismissed: true } })
  await server.request(`/v2/pushes/${all[2].iden}`, { token, method: 'DELETE' })
  expect(await history(name, '&created_after=0&limit=1&count=true', token)).toMatchObject({
    incoming: 3,
    first_incoming: all[4].created,
    more: true,
  })
  expect((await history(name, `&created_after=${all[3].created}&count=true`, token)).incoming).toBe(1)
  expect(await history(name, '&created_after=0', token)).not.toHaveProperty('incoming')
  expect(await history(name, '&count=true', token)).not.toHaveProperty('incoming')
})

test('a conversation is listed by its last change, and its history by creation, whether it was changed or not', async () => {
  const { token } = await server.signUp('mixed@example.org')
  const sent: { iden: string; created: number }[] = []
  for (let n = 0; n < 8; n++) sent.push(await send({ body: `mixed ${n}`, email: 'bob@example.org' }, token))
  const change = (n: number, body: object) => server.request(`/v2/pushes/${sent[n]?.iden}`, { token, body })
  for (const n of [6, 1, 3]) await change(n, { body: `changed ${n}` })
  await server.request(`/v2/pushes/${sent[4]?.iden}`, { token, method: 'DELETE' })
  const pages = async (query: string) => {
    const names: string[] = []
    let cursor = ''
    do {
      const { body } = await server.request(`/v2/pushes?email=bob@example.org&limit=2${query}${cursor}`, { token })
      names.push(...body.pushes.map((push: { body?: string }) => push.body ?? 'deleted'))
      cursor = body.cursor ? `&cursor=${body.cursor}` : ''
    } while (cursor)
    return names
  }
  const unchanged = ['mixed 7', 'mixed 5', 'mixed 2', 'mixed 0']
  const changed = ['changed 3', 'changed 1', 'changed 6']
  expect(await pages('')).toEqual(['deleted', ...changed, ...unchanged])
  expect(await pages('&active=true')).toEqual([...changed, ...unchanged])
  expect(await pages(`&modified_after=${sent[4]?.created}`)).toEqual(['deleted', ...changed, 'mixed 7', 'mixed 5'])
  const created = ['mixed 7', 'changed 6', 'mixed 5', 'changed 3', 'mixed 2', 'changed 1', 'mixed 0']
  expect(bodies(await history('email:bob@example.org', '', token))).toEqual(created)
  expect(bodies(await history('email:bob@example.org', '&limit=3', token))).toEqual(created.slice(0, 3))
})

test('deleted pushes are not in a history', async () => {
  const { iden } = await send({ body: 'gone', email: 'bob@example.org' })
  await server.request(`/v2/pushes/${iden}`, { token: alice, method: 'DELETE' })
  expect(bodies(await history('email:bob@example.org'))).not.toContain('gone')
  expect((await history('email:bob@example.org')).pushes.every((push: { active: boolean }) => push.active)).toBe(true)
})

test("a device's history is what went to it or came from it within the account, each push once", async () => {
  const expected = ['from the phone to itself', 'from the phone', 'to the phone 2', 'to the phone 1']
  expect(bodies(await history(`device:${phone}`))).toEqual(expected)
  const first = await history(`device:${phone}`, '&limit=3')
  expect([bodies(first), first.more]).toEqual([expected.slice(0, 3), true])
  const rest = await history(`device:${phone}`, `&created_before=${first.pushes[2].created}`)
  expect([bodies(rest), rest.more]).toEqual([expected.slice(3), false])
})

test('a history shows its owner alone its pushes, and is refused for an unknown name', async () => {
  const stranger = (await server.signUp('stranger@example.org')).token
  for (const name of ['self', 'email:bob@example.org', `device:${phone}`])
    expect(await history(name, '', stranger)).toEqual({ pushes: [], more: false })
  for (const query of [
    '',
    '?conversation=',
    '?conversation=bob@example.org',
    '?conversation=email:bob',
    "?conversation=channel:a'b",
  ]) {
    const { status, body } = await server.request(`/v2/history${query}`, { token: alice })
    expect([query, status, body.error.param]).toEqual([query, 400, 'conversation'])
  }
  const { status, body } = await server.request('/v2/history?conversation=self&created_before=soon', { token: alice })
  expect([status, body.error.param]).toEqual([400, 'created_before'])
})

test('the newest push of several conversations comes in one answer, without deleted ones and unknown conversations', async () => {
  const latest = async (conversations: unknown, token = alice) =>
    (await server.request('/v2/history/latest', { token, body: { conversations } })).body
  const lines = ({ latest: all }: { latest: { conversation: string; push?: { body: string } }[] }) =>
    all.map(({ conversation, push }) => [conversation, push?.body])
  const { iden } = await send({ body: 'soon gone', email: 'bob@example.org' })
  const names = ['email:Bob@Example.org', `device:${phone}`, 'email:unknown@example.org', 'email:bob@example.org']
  expect(lines(await latest(names))[0]).toEqual(['email:bob@example.org', 'soon gone'])
  await server.request(`/v2/pushes/${iden}`, { token: alice, method: 'DELETE' })
  expect(lines(await latest(names))).toEqual([
    ['email:bob@example.org', 'from the phone to bob'],
    [`device:${phone}`, 'from the phone to itself'],
    ['email:unknown@example.org', undefined],
  ])
  const stranger = (await server.signUp('another@example.org')).token
  expect(lines(await latest([`device:${phone}`], stranger))).toEqual([[`device:${phone}`, undefined]])
  for (const wrong of [undefined, [], ['bob'], Array.from({ length: 101 }, (_, n) => `email:${n}@example.org`)])
    expect((await latest(wrong)).error).toMatchObject({ code: 'invalid_param', param: 'conversations' })
})

test('the newest pushes of several conversations come in one answer, each as its history gives them', async () => {
  const newest = async (body: object, token = alice) => (await server.request('/v2/history/newest', { token, body })).body
  const names = ['email:Bob@Example.org', `device:${phone}`, 'email:unknown@example.org', 'email:bob@example.org']
  for (let n = 0; n < 40; n++) await send({ body: `many ${n}`, email: 'many@example.org' })
  const { histories } = await newest({ conversations: [...names, 'email:many@example.org'] })
  const asked = ['email:bob@example.org', `device:${phone}`, 'email:unknown@example.org', 'email:many@example.org']
  expect(histories).toEqual(
    await Promise.all(asked.map(async (conversation) => ({ conversation, ...(await history(conversation, '&limit=40')) }))),
  )
  await send({ body: 'one more', email: 'many@example.org' })
  const [many] = (await newest({ conversations: ['email:many@example.org'] })).histories
  expect([many.pushes.length, many.pushes[0].body, many.more]).toEqual([40, 'one more', true])
  const stranger = (await server.signUp('third@example.org')).token
  for (const { pushes } of (await newest({ conversations: names }, stranger)).histories) expect(pushes).toEqual([])
  for (const conversations of [undefined, [], ['bob'], Array.from({ length: 26 }, (_, n) => `email:${n}@example.org`)])
    expect((await newest({ conversations })).error).toMatchObject({ code: 'invalid_param', param: 'conversations' })
})

test('an answer with the newest pushes ends before it is larger than a page, with at least one of them', async () => {
  const names: string[] = []
  for (let n = 0; n < 18; n++) {
    const { iden } = (await server.request('/v2/devices', { token: alice, body: { nickname: `Long ${n}` } })).body
    names.push(`device:${iden}`)
    await send({ body: 'x'.repeat(bodyLength), device_iden: iden })
  }
  const answered: string[] = []
  for (let calls = 0; answered.length < names.length; calls++) {
    const conversations = names.slice(answered.length)
    const { latest } = (await server.request('/v2/history/latest', { token: alice, body: { conversations } })).body
    const bytes = latest.reduce((sum: number, { push }: { push: { body: string } }) => sum + push.body.length, 0)
    expect(bytes).toBeLessThanOrEqual(bytesPerPage)
    expect(calls).toBeLessThan(2)
    for (const { conversation } of latest) answered.push(conversation)
  }
  expect(answered).toEqual(names)
  const { histories } = (await server.request('/v2/history/newest', { token: alice, body: { conversations: names } })).body
  expect(histories.length).toBeGreaterThan(1)
  expect(histories.length).toBeLessThan(names.length)
  expect(JSON.stringify(histories).length).toBeLessThan(bytesPerPage * 1.1)
})

test.skipIf(process.env.WAYPOST_TEST_DATABASE_URL)('an index answers every history, in its order', async () => {
  const plans: string[] = []
  const { db } = server.app
  const explain = (sql: string, values: readonly Value[]) => db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values)
  for (const name of ['self', 'email:bob@example.org', `device:${phone}`]) {
    for (const place of [{ before: 1 }, { after: 1 }]) {
      const { sql, values } = historyQuery('owner', name, place, 10)
      plans.push((await explain(sql, values ?? [])).map(({ detail }) => detail).join('\n'))
    }
  }
  expect(plans[0]).toContain('push_unchanged (owner=? AND conversation=? AND modified<?)')
  expect(plans[0]).toContain('push_changed_history (owner=? AND conversation=? AND created<?)')
  expect(plans[1]).toContain('push_unchanged (owner=? AND conversation=? AND modified>?)')
  expect(plans[1]).toContain('push_changed_history (owner=? AND conversation=? AND created>?)')
  // Only the results of both parts, up to the limit, are sorted.
  for (const plan of plans) expect(plan).not.toMatch(/SEARCH .*\nUSE TEMP B-TREE/)
  expect(plans[4]).toContain('push_received (owner=? AND target_device_iden=? AND created<?)')
  expect(plans[4]).toContain('push_sent (owner=? AND source_device_iden=? AND created<?)')
  expect(plans[5]).toContain('push_received (owner=? AND target_device_iden=? AND created>?)')
  expect(plans[5]).toContain('push_sent (owner=? AND source_device_iden=? AND created>?)')
})
