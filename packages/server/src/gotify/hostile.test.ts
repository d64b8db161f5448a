import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { basic, listen, type Sent, send } from './test-gotify.ts'

const password = 'a password for tests'
let server: TestServer
let key: string
let app: { id: number; token: string }
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('ana@example.org', 'Ana')
  const headers = basic('ana@example.org', password)
  app = (await send(server, '/application', { body: { name: 'Backup' }, headers })).json
  key = (await send(server, '/client', { body: { name: 'Phone' }, headers })).json.token
})
afterAll(() => server.close())

const json = (text: string): Sent => ({ body: text, headers: { 'content-type': 'application/json' } })

const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  ' ',
  '\0',
  'x'.repeat(200_000),
  '\ud800',
  [],
  [1],
  {},
  { a: 1 },
  [[[[]]]],
  "'; DROP TABLE push; --",
  '../../etc/passwd',
  'NaN',
  '9'.repeat(400),
]

test('a value of any kind in any field is taken or refused, in the form of Gotify', async () => {
  const fields: [path: string, method: string, names: string[], usual: object][] = [
    ['/message', 'POST', ['message', 'title', 'priority', 'extras', 'appid'], { message: 'm', appid: app.id }],
    ['/application', 'POST', ['name', 'description', 'defaultPriority', 'sortKey'], { name: 'n' }],
    [`/application/${app.id}`, 'PUT', ['name', 'description', 'defaultPriority'], { name: 'n' }],
  ]
  for (const [path, method, names, usual] of fields)
    for (const name of names)
      for (const value of values) {
        const { status, json: answer } = await send(server, path, { method, key, body: { ...usual, [name]: value } })
        const told = `${path} ${name} ${JSON.stringify(value)?.slice(0, 40)}`
        expect([200, 400, 403, 404, 413], told).toContain(status)
        if (status !== 200) expect(Object.keys(answer), told).toEqual(['error', 'errorCode', 'errorDescription'])
      }
})

test('numbers of any kind in an address are taken or refused', async () => {
  for (const value of ['0', '-1', '1.5', '1e9', 'NaN', '9'.repeat(400), '%00', '%ff', "1'", ' 1', '0x10', '١'])
    for (const path of [
      `/message?limit=${value}`,
      `/message?since=${value}`,
      `/message/${value}`,
      `/application/${value}/message`,
    ]) {
      const { status } = await send(server, path, { key, method: /\/message\/./.test(path) ? 'DELETE' : 'GET' })
      expect([200, 400, 404], path).toContain(status)
    }
})

const broken: [what: string, sent: Sent, status: number][] = [
  ['nested lists of a megabyte', json('['.repeat(1_000_000)), 400],
  ['extras that are nested deeply', json(`{"message":"m","extras":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`), 400],
  ['too many values', json(`{"message":"m","extras":{"a":[${'1,'.repeat(200_000)}1]}}`), 400],
  ['extras that are too long', json(`{"message":"m","extras":{"a":"${'x'.repeat(140_000)}"}}`), 400],
  ['two megabytes', json(`{"message":"${'x'.repeat(2_000_000)}"}`), 413],
  ['bytes that are no text', { body: '{"message":"\xff"}', headers: { 'content-type': 'application/json; charset=utf-8' } }, 200],
  ['a multipart form without a boundary', { body: '--b', headers: { 'content-type': 'multipart/form-data' } }, 400],
  [
    'a multipart form that breaks off',
    { body: '--b\r\nContent', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
    400,
  ],
  ['too many fields', { body: 'a=1&'.repeat(3_000), headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['__proto__', json('{"__proto__":{"message":"m"}}'), 400],
]

test.each(broken)('%s is answered with a status of its own, and in the form of Gotify', async (_what, sent, status) => {
  const answer = await send(server, '/message', { ...sent, key: app.token })
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.json).toMatchObject({ errorCode: status, errorDescription: expect.any(String) })
})

test('credentials that are broken, repeated or too long are wrong ones', async () => {
  const wrong: [path: string, headers: Record<string, string>][] = [
    ['/current/user?token=a&token=b', {}],
    [`/current/user?token=${'x'.repeat(5_000)}`, {}],
    ['/current/user', { authorization: 'Basic' }],
    ['/current/user', { authorization: 'Basic !!!' }],
    ['/current/user', { authorization: 'Basic Og==' }],
    ['/current/user', { authorization: 'Bearer a b' }],
    ['/current/user', { authorization: `Basic ${Buffer.from(`ana@example.org:${'x'.repeat(5_000)}`).toString('base64')}` }],
    ['/current/user', { 'x-gotify-key': "' OR 1=1" }],
  ]
  for (const [path, headers] of wrong) expect((await send(server, path, { headers })).status, path).toBe(401)
})

test('a token of Gotify in the query counts at no address of Waypost', async () => {
  expect((await server.request(`/v2/users/me?token=${key}`)).status).toBe(401)
})

test('a client that speaks on its stream is cut off, and others hear on', async () => {
  const [loud, quiet] = [await listen(server, `/stream?token=${key}`), await listen(server, `/stream?token=${key}`)]
  loud.say('x'.repeat(1_000))
  await loud.ended
  const sent = (await send(server, '/message', { body: { message: 'still here' }, key: app.token })).json
  expect(await quiet.next()).toEqual(sent)
  quiet.close()
})

test('requests cost the budget of their account, also those that are refused', async () => {
  const slow = await startTestServer({}, { budget: { capacity: 60, every: 60_000 }, nodes: 1 })
  const { token } = await slow.signUp('ana@example.org')
  const source = (await slow.request('/v2/sources', { token, body: { name: 'S' } })).body
  const statuses: number[] = []
  for (let count = 0; count < 12; count++)
    statuses.push((await send(slow, '/message', { body: { message: 'm' }, key: source.gotify_token })).status)
  expect(statuses[0]).toBe(200)
  const last = await send(slow, '/message', { body: { message: 'm' }, key: source.gotify_token })
  expect([last.status, last.json.errorCode]).toEqual([429, 429])
  expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
  await slow.close()
})
