// On the engines too: a suspension ends what is open on either node.

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appToken } from '../http/hostile/test-hostile.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let people = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org')).token
})
afterAll(() => server.close())

interface Someone {
  iden: string
  email: string
  token: string
}

async function someone(): Promise<Someone> {
  const email = `person-${people++}@example.org`
  const { token, account } = await server.signUp(email)
  return { iden: account.iden, email, token }
}

const call = (path: string, token: string | undefined, body?: object, method?: string) =>
  server.request(path, { ...(token && { token }), ...(body && { body }), ...(method && { method }) })
const suspend = async ({ iden }: Someone) =>
  expect((await call(`/v3/admin/people/${iden}/suspend`, admin, {})).body.suspended).toBeGreaterThan(0)
const unsuspend = async ({ iden }: Someone) =>
  expect((await call(`/v3/admin/people/${iden}/unsuspend`, admin, {})).body.suspended).toBeUndefined()
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const refused = [403, 'account_suspended']

/** Opens a stream; `closed` resolves when the server closes it. */
async function untilClosed(token: string): Promise<{ closed: Promise<unknown> }> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
  await once(socket, 'message')
  return { closed: once(socket, 'close') }
}

test('a suspended account is refused with every token, its streams end, and all work again afterwards', async () => {
  const alice = await someone()
  const program = (await call('/v3/create-access-token', alice.token, {})).body.access_token
  const app = await appToken(server, alice, await someone())
  const tokens = [alice.token, program, app]
  const streams = await Promise.all(tokens.map(untilClosed))
  // So that every node has them cached.
  for (const token of [...tokens, ...tokens]) expect((await call('/v2/users/me', token)).status).toBe(200)
  await suspend(alice)
  for (const { closed } of streams) await closed
  for (const token of [...tokens, ...tokens]) {
    const answer = await call('/v2/users/me', token)
    expect(codeOf(answer)).toEqual(refused)
    expect(answer.body.error.message).toBe('This account is suspended. Ask an administrator of this server.')
  }
  const lines = await fetch(`${server.origin}/streaming/${alice.token}`)
  expect(lines.status).toBe(403)
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${alice.token}`)
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(403)
  await unsuspend(alice)
  for (const token of [...tokens, ...tokens]) expect((await call('/v2/users/me', token)).status).toBe(200)
})

test('no way to sign in opens a suspended account: password, code of a machine, code and token of an app, an administrator', async () => {
  const alice = await someone()
  const developer = await someone()
  const machine = (await call('/v3/device-sign-in', undefined, { name: 'media-server', type: 'linux' })).body
  await call('/v3/device-sign-in/answer', alice.token, { user_code: machine.user_code, approve: true })
  const client = (await call('/v2/clients', developer.token, { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }))
    .body
  const { code } = (await call('/oauth2/authorize', alice.token, { client_id: client.client_id })).body
  await suspend(alice)
  const authenticate = async () => {
    const { access_token } = (
      await call('/provider/local/sign-in', undefined, { email: alice.email, password: 'a password for tests' })
    ).body
    return call('/v2/authenticate', undefined, { type: 'local', access_token })
  }
  const exchange = () =>
    call('/oauth2/token', undefined, {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      client_secret: client.client_secret,
      code,
    })
  const poll = () => call('/v3/device-sign-in/token', undefined, { device_code: machine.device_code })
  const become = () => call('/v3/admin-become', admin, { email: alice.email })
  for (const attempt of [authenticate, exchange, poll, become]) expect(codeOf(await attempt())).toEqual(refused)
  // A wrong password doesn't reveal it.
  const wrong = await call('/provider/local/sign-in', undefined, { email: alice.email, password: 'a wrong password' })
  expect(codeOf(wrong)).toEqual([400, 'sign_in_failed'])
  await unsuspend(alice)
  for (const attempt of [authenticate, exchange, poll, become]) expect((await attempt()).status).toBe(200)
})

test('messages to a suspended person wait, and their senders do not learn of it', async () => {
  const [alice, bob] = [await someone(), await someone()]
  const send = (body: string) => call('/v2/pushes', bob.token, { type: 'note', email: alice.email, body })
  const before = (await send('before')).body
  await suspend(alice)
  const during = await send('during')
  expect(during.status).toBe(200)
  expect(Object.keys(during.body).toSorted()).toEqual(Object.keys(before).toSorted())
  await unsuspend(alice)
  const { pushes } = (await call('/v2/pushes', alice.token)).body
  expect(pushes.map(({ body }: Json) => body)).toEqual(['during', 'before'])
})

test('the channels of a suspended person show no posts, say so and are not in the directory; its files are withheld', async () => {
  const [alice, bob] = [await someone(), await someone()]
  await call('/v2/channels', alice.token, { tag: 'garden', name: 'Garden' })
  await call('/v2/subscriptions', bob.token, { channel_tag: 'garden' })
  const post = (await call('/v2/pushes', alice.token, { type: 'note', body: 'hello', channel_tag: 'garden' })).body
  const { upload_url, data, file_url } = (
    await call('/v2/upload-request', alice.token, { file_name: 'a.txt', file_type: 'text/plain' })
  ).body
  const form = new FormData()
  for (const [name, value] of Object.entries(data ?? {})) form.set(name, String(value))
  form.set('file', new Blob(['words']), 'a.txt')
  await fetch(upload_url, { method: 'POST', body: form })
  const info = async () => (await call(`/v2/channel-info?tag=garden&push_iden=${post.iden}`, undefined)).body
  const directory = async () => (await call('/config/channels.json', undefined)).body[0].tags
  const file = async () => {
    const response = await fetch(file_url)
    return [response.status, await response.text()]
  }
  expect(await info()).toMatchObject({ recent_pushes: [{ body: 'hello' }], push: { body: 'hello' } })
  expect([await directory(), await file()]).toEqual([['garden'], [200, 'words']])
  await suspend(alice)
  const { suspended, recent_pushes, push } = await info()
  expect([suspended, recent_pushes, push]).toEqual([true, [], undefined])
  expect([await directory(), await file()]).toEqual([[], [403, 'The account that sent this file is suspended.']])
  await unsuspend(alice)
  expect(await info()).toMatchObject({ recent_pushes: [{ body: 'hello' }] })
  expect([await directory(), await file()]).toEqual([['garden'], [200, 'words']])
})

test('the upload of a suspended person ends while it runs, and no bytes are taken at its address', async () => {
  const alice = await someone()
  const running = await call('/v2/upload-request', alice.token, { file_name: 'running.txt', file_type: 'text/plain' })
  const started = await call('/v3/start-upload', alice.token, { name: 'b.txt', size: 3 })
  const { hostname, port, pathname } = new URL(running.body.upload_url)
  const socket = connect(Number(port), hostname)
  const head = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n'
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nwords'
  socket.on('error', () => {}).write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n${part}`)
  const stateOf = () => server.app.db.one<{ state: string }>('SELECT state FROM upload WHERE name = $1', ['running.txt'])
  await expect.poll(stateOf).toEqual({ state: 'writing' })
  // Another node may end it before this one answers.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await suspend(alice)
  await closed
  await expect.poll(stateOf).toEqual({ state: 'open' })
  for (const url of [running.body.upload_url, started.body.piece_urls[0]]) {
    const again = await fetch(url, { method: 'POST', body: 'abc' })
    expect(codeOf({ status: again.status, body: await again.json() })).toEqual(refused)
  }
  await unsuspend(alice)
  expect((await fetch(started.body.piece_urls[0], { method: 'POST', body: 'abc' })).status).toBe(200)
})

test('a suspended person can still write to support', async () => {
  const alice = await someone()
  await suspend(alice)
  expect((await call('/v2/error-report', alice.token, { body: 'Why am I suspended?' })).status).toBe(200)
})

test('an administrator is not suspended, and suspending twice keeps the first time', async () => {
  const alice = await someone()
  const { iden } = (await call('/v2/users/me', admin)).body
  expect(codeOf(await call(`/v3/admin/people/${iden}/suspend`, admin, {}))).toEqual([403, 'forbidden'])
  await suspend(alice)
  const first = (await call(`/v3/admin/people/${alice.iden}`, admin)).body.suspended
  await suspend(alice)
  expect((await call(`/v3/admin/people/${alice.iden}`, admin)).body.suspended).toBe(first)
  expect(codeOf(await call(`/v3/admin/people/${alice.iden}/make-administrator`, admin, {}))).toEqual([403, 'forbidden'])
})
