// On the engines too: texts of a month are counted by writes at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { monthOf, nextMonth, overQuota } from './quota.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org')).token
})
afterAll(() => server.close())

const setCount = (email: string, reply_count: unknown, token = admin) =>
  server.request('/v3/admin-set-reply-count', { token, body: { email, reply_count } })
const quotaOf = async (token: string) => (await server.request('/v2/users/me', { token })).body.reply_count_quota

async function texter(email: string, from = server) {
  const { token, account } = await from.signUp(email)
  const { body: phone } = await from.request('/v2/devices', { token, body: { has_sms: true } })
  const data = { target_device_iden: phone.iden, addresses: ['1'], message: 'hi' }
  const send = (fields: object = {}) => from.request('/v3/create-text', { token, body: { data: { ...data, ...fields } } })
  return { token, account, send }
}

test('TEXT-031 TEXT-032 API-098 GAP-050 from 80 texts on the limit is near, at 100 it is reached, and each is told live', async () => {
  const { token, send } = await texter('texter@example.org')
  await setCount('texter@example.org', 79)
  expect(await quotaOf(token)).toBeUndefined()
  const stream = await openStream(server.origin, token)
  await send()
  expect(await quotaOf(token)).toBe('near_limit')
  expect([await stream.next(), await stream.next()].sort()).toEqual([
    '{"type":"tickle","subtype":"account"}',
    '{"type":"tickle","subtype":"text"}',
  ])
  await send()
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"text"}')
  await setCount('texter@example.org', 99)
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  expect((await send({ guid: 'last' })).status).toBe(200)
  expect(await quotaOf(token)).toBe('over_limit')
  stream.close()
})

test('TEXT-031 the 101st text of a month is refused with the used number and the start of the next month, and nothing is written', async () => {
  const { token, send } = await texter('over@example.org')
  await setCount('over@example.org', 99)
  const { body: last } = await send({ guid: 'last' })
  const refused = await send()
  expect([refused.status, refused.body.error.code]).toEqual([400, 'over_quota'])
  const { message } = refused.body.error
  expect(message.startsWith("You've reached the free message limit for this month. 100 of 100 messages are used")).toBe(true)
  expect(message).toBe(overQuota(100, Date.now()).message)
  const { texts } = (await server.request('/v2/texts', { token })).body
  expect(texts.map(({ iden }: { iden: string }) => iden)).toEqual([last.iden])
  expect((await send({ guid: 'last' })).body).toEqual(last)
})

test('GAP-050 the count starts again on the first of the month in UTC', async () => {
  expect(monthOf(Date.UTC(2025, 11, 31, 23, 59))).toBe('2025-12')
  expect(nextMonth(Date.UTC(2025, 11, 31, 23, 59)).toISOString()).toBe('2026-01-01T00:00:00.000Z')
  expect(overQuota(100, Date.UTC(2025, 11, 5)).message).toContain('starts again on January 1, 2026 (UTC)')
  const { token, account, send } = await texter('month@example.org')
  await setCount('month@example.org', 100)
  await server.app.db.write((tx) => tx.run("UPDATE reply_count SET month = '2020-01' WHERE owner = $1", [account.iden]))
  expect(await quotaOf(token)).toBeUndefined()
  expect((await send()).status).toBe(200)
})

test('TEXT-031 without plans there is no limit', async () => {
  const own = await startTestServer({ WAYPOST_PLANS: 'off' })
  const { token, send } = await texter('first@example.org', own)
  await own.request('/v3/admin-set-reply-count', { token, body: { email: 'first@example.org', reply_count: 5_000 } })
  expect((await send()).status).toBe(200)
  expect((await own.request('/v2/users/me', { token })).body).not.toHaveProperty('reply_count_quota')
  await own.close()
})

test('API-053 API-054 GAP-013 only administrators set a count, and the count is sent live', async () => {
  const { token } = await texter('watched@example.org')
  const stream = await openStream(server.origin, token, '?delta=1')
  for (const path of ['/v3/admin-set-reply-count', '/v3/admin-update-reply-count-quota']) {
    const body = { email: 'Watched@example.org', reply_count: 85 }
    const answer = await server.request(path, { token: admin, body })
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
    expect(await quotaOf(token)).toBe('near_limit')
    const refused = await server.request(path, { token, body: { ...body, reply_count: 0 } })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const unknown = await server.request(path, { token: admin, body: { ...body, email: 'unknown@example.org' } })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found'])
  }
  expect((await setCount('watched@example.org', -1)).body.error.param).toBe('reply_count')
  expect((await setCount('watched@example.org', 'many')).body.error.param).toBe('reply_count')
  expect(await quotaOf(token)).toBe('near_limit')
  stream.close()
})
