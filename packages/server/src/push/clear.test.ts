// On the engines too: boxes are deleted in slices by a job.

import type { Push } from '@waypost/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const goneIn = (frames: readonly string[]): string[][] =>
  frames.map((text) => (JSON.parse(text).objects?.pushes ?? []).flatMap(({ active, iden }: Push) => (active ? [] : [iden])))

const list = async (token: string, query = '') => (await server.request(`/v2/pushes?active=true${query}`, { token })).body.pushes

test('API-022 SETT-013 SETT-014 SETT-015 all pushes of a box are deleted, told live in slices; later ones and those of others stay', async () => {
  const { token } = await server.signUp('full@example.org')
  const friend = await server.signUp('friend@example.org')
  const count = 450
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      server.request('/v2/pushes', { token, body: { type: 'note', body: `${index}`, guid: `g${index}` } }),
    ),
  )
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'hi', email: 'friend@example.org' } })
  const [seen] = await list(token)
  const stream = await openStream(server.origin, token, '?delta=1')

  const answer = await server.request('/v2/pushes', { method: 'DELETE', token })
  expect([answer.status, answer.body]).toEqual([200, {}])
  const later = await server.request('/v2/pushes', { token, body: { type: 'note', body: 'later' } })
  // Pushes changed in the meantime are deleted too.
  await server.request(`/v2/pushes/${seen.iden}`, { token, body: { dismissed: true } })
  await server.app.jobs.processAll()

  expect((await list(token)).map(({ body }: { body: string }) => body)).toEqual(['later'])
  expect(await list(friend.token)).toHaveLength(1)
  const slices = () => goneIn(stream.frames).filter((slice) => slice.length > 0)
  await expect.poll(() => new Set(slices().flat()).size).toBe(count + 1)
  expect(slices().length).toBeGreaterThan(2)
  expect(slices().flat()).not.toContain(later.body.iden)
  stream.close()

  // A late retry doesn't restore one.
  const retried = await server.request('/v2/pushes', { token, body: { type: 'note', body: '7', guid: 'g7' } })
  expect(retried.body.active).toBe(false)
  expect((await server.request('/v2/pushes', { method: 'DELETE', token })).body).toEqual({})
  await server.app.jobs.processAll()
  expect(await list(token)).toEqual([])
  expect((await server.request('/v2/pushes', { method: 'DELETE' })).status).toBe(401)
})

test('API-022 a restart goes on with it', async () => {
  const { token } = await server.signUp('restart@example.org')
  await Promise.all(Array.from({ length: 30 }, () => server.request('/v2/pushes', { token, body: { type: 'note', body: 'x' } })))
  await server.request('/v2/pushes', { method: 'DELETE', token })
  await server.restart()
  await server.app.jobs.processAll()
  expect(await list(token)).toEqual([])
})

describe('one conversation is cleared', () => {
  const words = async (token: string) => (await list(token)).map(({ body }: { body: string }) => body).sort()

  test('in slices that are told live; other conversations, copies of others and later pushes stay', async () => {
    const ana = await server.signUp('ana@example.org')
    const bob = await server.signUp('bob@example.org')
    const send = (who: { token: string }, body: string, more: object = {}) =>
      server.request('/v2/pushes', { token: who.token, body: { type: 'note', body, ...more } })
    const count = 450
    await Promise.all(Array.from({ length: count }, (_, index) => send(ana, `to bob ${index}`, { email: 'Bob@example.org' })))
    await send(bob, 'from bob', { email: 'ana@example.org' })
    await send(ana, 'to carol', { email: 'carol@example.org' })
    await send(ana, 'to myself')
    const stream = await openStream(server.origin, ana.token, '?delta=1')

    const clear = { method: 'DELETE', token: ana.token }
    expect(await server.request('/v2/history?conversation=email:BOB@example.org', clear)).toMatchObject({ status: 200, body: {} })
    await send(ana, 'later', { email: 'bob@example.org' })
    await server.app.jobs.processAll()

    expect(await words(ana.token)).toEqual(['later', 'to carol', 'to myself'])
    expect(await list(bob.token, '&limit=500')).toHaveLength(count + 2)
    await expect.poll(() => goneIn(stream.frames).flat()).toHaveLength(count + 1)
    expect(goneIn(stream.frames).filter((slice) => slice.length > 0).length).toBeGreaterThan(1)
    stream.close()
  })

  test('of a device: pushes to it and from it, and nothing else of the account', async () => {
    const { token } = await server.signUp('devices@example.org')
    const { body: phone } = await server.request('/v2/devices', { token, body: { nickname: 'Phone' } })
    const send = (body: string, more: object) => server.request('/v2/pushes', { token, body: { type: 'note', body, ...more } })
    await send('to the phone', { device_iden: phone.iden })
    await send('from the phone', { source_device_iden: phone.iden })
    await send('to all', {})
    await server.request(`/v2/history?conversation=device:${phone.iden}`, { method: 'DELETE', token })
    await server.app.jobs.processAll()
    expect(await words(token)).toEqual(['to all'])
  })

  test('a restart goes on with it; a malformed name and a stranger are refused', async () => {
    const { token } = await server.signUp('again@example.org')
    await Promise.all(
      Array.from({ length: 250 }, () => server.request('/v2/pushes', { token, body: { type: 'note', body: 'x' } })),
    )
    for (const query of ['', '?conversation=', '?conversation=all', '?conversation=email:unknown'])
      expect((await server.request(`/v2/history${query}`, { method: 'DELETE', token })).status).toBe(400)
    expect((await server.request('/v2/history?conversation=self', { method: 'DELETE' })).status).toBe(401)
    expect(await list(token, '&limit=500')).toHaveLength(250)
    await server.request('/v2/history?conversation=self', { method: 'DELETE', token })
    await server.restart()
    await server.app.jobs.processAll()
    expect(await list(token)).toEqual([])
  })
})
