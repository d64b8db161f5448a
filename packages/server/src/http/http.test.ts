import { Refusal } from '@waypost/protocol'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { refuse } from './refusals.ts'

let server: TestServer
let alice: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(() => server.close())

const send = async (body: unknown) => server.request('/v2/pushes', { token: alice, body })

test('a form, JSON that is labelled as a form and JSON without a label all work', async () => {
  const type = 'application/x-www-form-urlencoded'
  const form = await server.request('/v2/pushes', {
    token: alice,
    body: 'type=note&body=a+form%21',
    headers: { 'content-type': type },
  })
  expect(form.body.body).toBe('a form!')
  const labelled = await server.request('/v2/pushes', {
    token: alice,
    body: '{"type":"note","body":"labelled"}',
    headers: { 'content-type': type },
  })
  expect(labelled.body.body).toBe('labelled')
  const json = await server.request('/v2/pushes', {
    token: alice,
    body: '{"type":"note","body":"x"}',
    headers: { 'content-type': 'json' },
  })
  expect(json.body.body).toBe('x')
})

test('a body that is no JSON, or JSON of another kind, is refused', async () => {
  for (const body of ['{"type":"note"', '[1,2]', '{"a":']) {
    const answer = await send(body)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
  }
})

test('5 MB of title is refused before it is read', async () => {
  const { status, body } = await send({ type: 'note', title: 'x'.repeat(5_000_000) })
  expect([status, body.error.code]).toEqual([413, 'request_too_large'])
})

test('an unknown call is refused as JSON', async () => {
  for (const path of ['/v2/nothing', '/v3/nothing', '/v2/pushes/a/b']) {
    const { status, body } = await server.request(path, { token: alice })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  }
})

test('any page may call the API, and asks first', async () => {
  const answer = await fetch(`${server.origin}/v2/pushes`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')).toContain('Access-Token')
})

test('every refusal for too many requests says when to come back, also one that does not know better', async () => {
  const http = Fastify()
  http.get('/plain', async (_request, reply) => refuse(reply, new Refusal('ratelimited')))
  http.get('/known', async (_request, reply) => refuse(reply, Refusal.tooMany(2_500)))
  expect((await http.inject('/plain')).headers['retry-after']).toBe('60')
  expect((await http.inject('/known')).headers['retry-after']).toBe('3')
  await http.close()
})
