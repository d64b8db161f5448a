import { deleteMe } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCalls } from '../ground/call.ts'
import { platform } from '../ground/platform.ts'
import { openElevation } from './elevation.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A person whose session is no longer elevated, and calls that require it. */
async function elapsed(email: string) {
  const { token } = await server.signUp(email)
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))
  const elevation = openElevation()
  const calls = openCalls({ origin: server.origin, token, agent: 'test/1', platform, elevate: elevation.ask })
  const prove = () => server.request('/v3/elevate', { token, body: { password: 'a password for tests' } })
  const remove = () => calls.call(deleteMe, {}).catch((error: { code: string }) => error.code)
  return { elevation, prove, remove, token }
}

const asked = (elevation: { $asked: { subscribe(listener: (asked: boolean) => void): () => void } }) =>
  new Promise<void>((resolve) => elevation.$asked.subscribe((value) => value && resolve()))

test('a call that needs an elevated session waits for the user, and is repeated once they have proved who they are', async () => {
  const { elevation, prove, remove, token } = await elapsed('ana@example.org')
  elevation.offer()
  const removed = remove()
  await asked(elevation)
  expect((await server.request('/v2/users/me', { token })).status).toBe(200)
  await prove()
  elevation.answer(true)
  expect(await removed).toEqual({})
  expect(elevation.$asked.get()).toBe(false)
  expect((await server.request('/v2/users/me', { token })).status).toBe(401)
})

test('without a proof, without a screen, and after it is gone, the call is refused', async () => {
  const { elevation, remove } = await elapsed('ben@example.org')
  expect(await remove()).toBe('elevation_needed')
  const end = elevation.offer()
  const both = [remove(), remove()]
  await asked(elevation)
  elevation.answer(false)
  expect(await both[0]).toBe('elevation_needed')
  // The second one may be refused later, and then asks on its own.
  const last = remove()
  await asked(elevation)
  end()
  expect([await both[1], await last]).toEqual(['elevation_needed', 'elevation_needed'])
  expect(await remove()).toBe('elevation_needed')
})

test('an answer that proves nothing does not repeat the call forever', async () => {
  const { elevation, remove } = await elapsed('cleo@example.org')
  elevation.offer()
  const removed = remove()
  await asked(elevation)
  elevation.answer(true)
  expect(await removed).toBe('elevation_needed')
})
