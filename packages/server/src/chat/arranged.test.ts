// On the engines too: mutes end by jobs, and streams on either node hear of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
/** The addresses of a chat, a subscription, an own channel and a device of Alice. */
let all: string[]
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
  await make('channels', { tag: 'river' }, bob)
  all = [
    await make('chats', { email: 'bob@example.org' }),
    await make('subscriptions', { channel_tag: 'river' }),
    await make('channels', { tag: 'garden' }),
    await make('devices', { nickname: 'Phone' }),
  ]
})
afterAll(() => server.close())

const make = async (type: string, body: object, token = alice): Promise<string> =>
  `/v2/${type}/${(await server.request(`/v2/${type}`, { token, body })).body.iden}`
const change = (path: string, body: object, token = alice) => server.request(path, { token, body })
const read = async (path: string): Promise<Json> => {
  const [type = '', iden] = path.split('/').slice(2)
  const { body } = await server.request(`/v2/${type}`, { token: alice })
  return body[type].find((each: Json) => each.iden === iden)
}
const inHours = (hours: number) => Math.floor(Date.now() / 1_000) + hours * 3_600
const wait = (hours: number) => server.app.jobs.processAll(inHours(hours) * 1e6)

describe('a mute with an end', () => {
  test('ends by itself, and the streams of the account hear of it', async () => {
    for (const path of all.slice(0, 3)) {
      const muted_until = inHours(2)
      expect((await change(path, { muted_until })).body).toMatchObject({ muted: true, muted_until })
      await wait(1)
      expect(await read(path)).toMatchObject({ muted: true, muted_until })
      const stream = await openStream(server.origin, alice)
      await wait(3)
      expect(JSON.parse(await stream.next())).toMatchObject({ type: 'tickle' })
      stream.close()
      const after = await read(path)
      expect(after).not.toHaveProperty('muted')
      expect(after).not.toHaveProperty('muted_until')
    }
  })

  test('is moved, loses its end when a program mutes without one, and is ended by unmuting', async () => {
    for (const path of all.slice(0, 3)) {
      await change(path, { muted: true, muted_until: inHours(1) })
      const later = inHours(5)
      expect((await change(path, { muted_until: later })).body.muted_until).toBe(later)
      await wait(2)
      expect((await read(path)).muted_until).toBe(later)
      const { body: plain } = await change(path, { muted: true })
      expect(plain.muted).toBe(true)
      expect(plain).not.toHaveProperty('muted_until')
      await wait(6)
      expect((await read(path)).muted).toBe(true)
      await change(path, { muted_until: inHours(1) })
      expect((await change(path, { muted: 'false' })).body).not.toHaveProperty('muted_until')
    }
  })

  test('is refused for times that have passed or are far, and to strangers', async () => {
    for (const path of all.slice(0, 3)) {
      for (const muted_until of [0, inHours(-1), inHours(24 * 400), 'soon', -1]) {
        const { status, body } = await change(path, { muted_until })
        expect([path, muted_until, status, body.error.param]).toEqual([path, muted_until, 400, 'muted_until'])
      }
      expect((await change(path, { muted_until: inHours(1) }, bob)).status).toBeGreaterThanOrEqual(403)
      expect(await read(path)).not.toHaveProperty('muted')
    }
  })
})

test('a conversation is pinned or archived, not both, and keeps its place when something else is changed', async () => {
  for (const path of all) {
    const { body: pinned } = await change(path, { pinned: true })
    expect(pinned.pinned).toBeCloseTo(Date.now() / 1_000, -2)
    expect((await change(path, { pinned: true })).body.pinned).toBe(pinned.pinned)
    const { body: archived } = await change(path, { archived: true })
    expect(archived.archived).toBeGreaterThan(pinned.pinned)
    expect(archived).not.toHaveProperty('pinned')
    await change(path, { nickname: 'Pocket', name: 'News', muted: true })
    expect((await read(path)).archived).toBe(archived.archived)
    expect((await change(path, { archived: false, muted: false })).body).not.toHaveProperty('archived')
    expect((await change(path, { pinned: true }, bob)).status).toBeGreaterThanOrEqual(403)
    expect(await read(path)).not.toHaveProperty('pinned')
  }
})

test('a chat that was hidden is neither pinned nor muted when it is back', async () => {
  const path = await make('chats', { email: 'carol@example.org' })
  await change(path, { pinned: true, muted_until: inHours(1) })
  await server.request(path, { token: alice, method: 'DELETE' })
  await make('chats', { email: 'carol@example.org' })
  const back = await read(path)
  expect(back.with.email).toBe('carol@example.org')
  for (const field of ['muted', 'muted_until', 'pinned']) expect(back).not.toHaveProperty(field)
})
