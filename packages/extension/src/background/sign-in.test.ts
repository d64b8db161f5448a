import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { standInChrome } from '../browser/test-chrome.ts'

let server: TestServer
let opened: string[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  standInChrome()
  opened = []
  Object.assign(chrome.runtime, { getPlatformInfo: async () => ({ os: 'linux' }) })
  Object.assign(chrome, {
    windows: { getAll: async () => [{ id: 1, focused: true, incognito: false }] },
    tabs: { create: async ({ url }: { url: string }) => void opened.push(url) },
  })
})

async function start() {
  vi.resetModules()
  const { openSignIn } = await import('./sign-in.ts')
  return openSignIn()
}

const kept = async (area: 'local' | 'session', name: string) => (await chrome.storage[area].get(name))[name]

/** A sign-in pending approval, whose code is polled every second. */
async function waiting() {
  const background = await start()
  await background['sign-in']({ kind: 'sign-in', address: server.origin })
  const signingIn = (await kept('session', 'signingIn')) as { user_code: string; page: string; step: string }
  expect(signingIn.step).toBe('waiting')
  expect(opened).toEqual([signingIn.page])
  return { background, signingIn }
}

test('a sign-in goes on after the background was stopped, and makes one device', async () => {
  const ann = await server.signUp('ann@example.org')
  const { background, signingIn } = await waiting()
  // The background's first run stops polling, as if it had been stopped.
  await background['cancel-sign-in']({ kind: 'cancel-sign-in' })
  await chrome.storage.session.set({ signingIn: { ...signingIn, interval: 1 } })
  await server.request('/v3/device-sign-in/answer', { token: ann.token, body: { user_code: signingIn.user_code, approve: true } })
  await start()
  await expect.poll(() => kept('local', 'signIn')).toMatchObject({ origin: server.origin })
  const { body } = await server.request('/v2/devices', { token: ann.token })
  expect(body.devices).toHaveLength(1)
  await expect.poll(() => kept('session', 'signingIn')).toBeUndefined()
})

test('a sign-in that nobody approved in time has expired, and says so', async () => {
  const { background, signingIn } = await waiting()
  await background['cancel-sign-in']({ kind: 'cancel-sign-in' })
  await chrome.storage.session.set({ signingIn: { ...signingIn, expires: Date.now() - 1 } })
  await start()
  await expect
    .poll(() => kept('local', 'signInTrouble'))
    .toEqual({ message: 'Nobody approved the sign-in in time. Sign in again for a new code.' })
  expect(await kept('session', 'signingIn')).toBeUndefined()
})

test('one that was cancelled takes no token, whatever is answered later', async () => {
  const ann = await server.signUp('bea@example.org')
  const { background, signingIn } = await waiting()
  await background['cancel-sign-in']({ kind: 'cancel-sign-in' })
  await server.request('/v3/device-sign-in/answer', { token: ann.token, body: { user_code: signingIn.user_code, approve: true } })
  await start()
  expect(await kept('local', 'signIn')).toBeUndefined()
  expect((await server.request('/v2/devices', { token: ann.token })).body.devices).toEqual([])
})

test('of a server that calls itself something else, no page opens before the person has chosen', async () => {
  const background = await start()
  const other = server.origin.replace('localhost', '127.0.0.1')
  await background['sign-in']({ kind: 'sign-in', address: other })
  const signingIn = await kept('session', 'signingIn')
  expect(signingIn).toEqual({ step: 'other-address', typed: other, theirs: server.origin })
  expect(opened).toEqual([])
  await background['choose-address']({ kind: 'choose-address', address: 'http://evil.example' })
  expect(opened).toEqual([])
  await background['choose-address']({ kind: 'choose-address', address: server.origin })
  expect(opened).toHaveLength(1)
  await background['cancel-sign-in']({ kind: 'cancel-sign-in' })
})
