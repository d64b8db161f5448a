import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const list = async (token: string, query = '') => (await server.request(`/v2/pushes?active=true${query}`, { token })).body.pushes

test('API-022 SETT-013 SETT-014 SETT-015 all pushes of a box are deleted, told live in slices; what was made later and what is not its own stays', async () => {
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
  // What is changed meanwhile goes as well.
  await server.request(`/v2/pushes/${seen.iden}`, { token, body: { dismissed: true } })
  await server.app.jobs.processAll()

  expect((await list(token)).map(({ body }: { body: string }) => body)).toEqual(['later'])
  expect(await list(friend.token)).toHaveLength(1)
  const gone = new Set<string>()
  let slices = 0
  for (const frame of stream.frames.map((text) => JSON.parse(text))) {
    const told = (frame.objects?.pushes ?? []).filter(({ active }: { active: boolean }) => !active)
    if (told.length > 0) slices++
    for (const { iden } of told) gone.add(iden)
  }
  expect(gone.size).toBe(count + 1)
  expect(slices).toBeGreaterThan(2)
  expect(gone.has(later.body.iden)).toBe(false)
  stream.close()

  // A late retry does not bring one back.
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
