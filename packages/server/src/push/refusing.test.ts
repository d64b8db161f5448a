import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const send = async (body: unknown) => server.request('/v2/pushes', { token: alice, body })
const list = async () => (await server.request('/v2/pushes', { token: alice })).body

test('what cannot be delivered is refused by name and nothing is written', async () => {
  const { body: theirs } = await server.request('/v2/devices', { token: bob, body: { nickname: 'theirs' } })
  const { body: gone } = await server.request('/v2/devices', { token: alice, body: { nickname: 'gone' } })
  await server.request(`/v2/devices/${gone.iden}`, { token: alice, method: 'DELETE' })
  const before = (await list()).pushes.length
  const bad: [object, string][] = [
    [{ device_iden: 'unknown' }, 'device_iden'],
    [{ device_iden: theirs.iden }, 'device_iden'],
    [{ device_iden: gone.iden }, 'device_iden'],
    [{ source_device_iden: theirs.iden }, 'source_device_iden'],
    [{ channel_tag: 'unknown-tag' }, 'channel_tag'],
    [{ client_iden: 'unknown' }, 'client_iden'],
    [{ email: 'no at sign' }, 'email'],
    [{ email: 'bob@example.org', device_iden: theirs.iden }, 'email'],
    [{ type: 'link' }, 'url'],
    [{ type: 'file' }, 'file_url'],
    [{ type: 'poem' }, 'type'],
    [{ type: 5 }, 'type'],
    [{ body: ['a'] }, 'body'],
    [{ title: 'x'.repeat(8_193) }, 'title'],
    [{ title: 'a NUL: \u0000' }, 'title'],
    [{ guid: '\u0000' }, 'guid'],
    [{ guid: 'x'.repeat(256) }, 'guid'],
    [{ image_width: 'wide' }, 'image_width'],
    [{ items: 'milk' }, 'items'],
  ]
  for (const [fields, param] of bad) {
    const { status, body } = await send({ body: 'never', ...fields })
    expect([param, status, body.error.code, body.error.param]).toEqual([param, 400, 'invalid_param', param])
  }
  expect((await list()).pushes).toHaveLength(before)
})

test('hostile names do no harm', async () => {
  const before = (await list()).pushes.length
  const { status } = await send('{"type":"note","body":"b","__proto__":{"active":0},"constructor":{"x":1},"toString":"x"}')
  expect(status).toBe(200)
  const { body } = await send({ type: 'note', body: "'); DROP TABLE push; --", title: '\u0001<script>alert(1)</script>' })
  expect(body.body).toBe("'); DROP TABLE push; --")
  expect((await list()).pushes).toHaveLength(before + 2)
})
