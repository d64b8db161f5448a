import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getMe, listProviders, type SyncedType, syncedTypes } from '@waypost/protocol'
import { afterEach, expect, test } from 'vitest'
import { openCalls } from '../ground/call.ts'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { openSession } from './open.ts'
import type { Session, SessionOptions } from './session.ts'
import { hasty, impatient } from './test-sessions.ts'

// Servers that respond in ways the real one never does, like proxies in between.

const sessions: Session[] = []
const servers: Server[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const account = {
  id: '1',
  iden: 'ujann',
  created: 1,
  modified: 1,
  email: 'ann@example.org',
  email_normalized: 'ann@example.org',
  max_upload_size: 1,
}
const empty = { ...Object.fromEntries(syncedTypes.map((type) => [type, [] as unknown[]])), more: false }
const pathOf = (type: SyncedType) => (type === 'pushes' ? '/v2/history' : `/v2/${type}`)
const bare = { iden: 'a', active: true, created: 1, modified: 1 }

type Answerer = (path: string, response: ServerResponse, request: IncomingMessage) => unknown

/** Serves the value that `answer` returns; if it returns undefined, it has handled the response. */
async function serve(answer: Answerer): Promise<string> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answered = answer(path, response, request)
    if (answered === undefined) return
    if (!response.headersSent) response.writeHead(200)
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered))
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(origin: string, options: Partial<SessionOptions> = {}): Session {
  const session = openSession({
    origin,
    token: 'o.token',
    account,
    saved: inMemoryStore(),
    agent: 'test/1',
    platform: hasty(50),
    ...options,
  })
  sessions.push(session)
  return session
}

test('SYNC-009 a failed bootstrap names the type that failed', async () => {
  for (const type of syncedTypes) {
    const origin = await serve((path, response) => {
      if (path === pathOf(type)) response.writeHead(500)
      return path === pathOf(type) ? '<h1>Internal Server Error</h1>' : empty
    })
    const session = open(origin)
    await session.start()
    expect(session.$state.get()).toMatchObject({ failed: { message: `faild to fetch ${type}`, code: 'internal' } })
  }
})

test('SYNC-010 a bootstrap response that is not a list is reported as such', async () => {
  for (const type of syncedTypes) {
    for (const odd of [{ [type]: { length: 1 } }, {}, [], 'null', '7']) {
      const session = open(await serve((path) => (path === pathOf(type) ? odd : empty)))
      await session.start()
      expect(session.$state.get()).toMatchObject({ failed: { message: `faild to fetch ${type}, not list`, code: 'bad_answer' } })
    }
  }
})

test('SYNC-003 (deviates) a rate-limited bootstrap waits and continues, and skips types that are forbidden', async () => {
  let calls = 0
  const origin = await serve((path, response) => {
    if (path === '/v2/clients') return response.writeHead(403) && '{}'
    return calls++ % 3 < 2 ? response.writeHead(429) && 'slow down' : { ...empty, chats: [{ ...bare, iden: `c${calls}` }] }
  })
  const session = open(origin)
  await session.start()
  expect(session.$state.get()).toBe('ready')
  expect(session.mirror.of('chats').get().entries.size).toBeGreaterThan(0)
})

test('SYNC-003 (deviates) a bootstrap fails after 30 rate limits in a row, or at once when the refusal is permanent', async () => {
  const outcomeOf = async (status: number) => {
    let calls = 0
    const origin = await serve((path, response) => {
      if (path !== '/v2/chats') return empty
      calls++
      return response.writeHead(status) && 'no'
    })
    const session = open(origin, {
      platform: { ...platform, after: (wait, work) => platform.after(wait === 5_000 ? 0 : wait, work) },
    })
    await session.start()
    return { calls, state: session.$state.get() }
  }
  const failed = (code: string) => ({ failed: { code, message: 'faild to fetch chats' } })
  expect(await outcomeOf(429)).toMatchObject({ calls: 30, state: failed('ratelimited') })
  expect(await outcomeOf(500)).toMatchObject({ calls: 1, state: failed('internal') })
})

test('SYNC-003 (deviates) the bootstrap waits as long as the server says', async () => {
  let calls = 0
  const waits: number[] = []
  const origin = await serve((path, response) => {
    if (path !== '/v2/chats' || ++calls > 1) return empty
    return response.writeHead(429, { 'retry-after': '2' }) && 'slow down'
  })
  const session = open(origin, {
    platform: {
      ...platform,
      after(wait, work) {
        waits.push(wait)
        return platform.after(wait / 50, work)
      },
    },
  })
  await session.start()
  expect(session.$state.get()).toBe('ready')
  expect(waits).toContain(2_000)
  expect(waits).not.toContain(5_000)
})

test('API-009 a refusal has the retry-after seconds of the server, if given', async () => {
  for (const [header, retryAfter] of [
    ['17', 17],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [undefined, undefined],
  ] as const) {
    const headers = header === undefined ? {} : { 'retry-after': header }
    const session = open(await serve((_path, response) => response.writeHead(429, headers) && 'slow down'))
    await expect(session.device.create({ nickname: 'Desk' })).rejects.toMatchObject({ code: 'ratelimited', retryAfter })
  }
})

test('API-009 invalid JSON, truncated responses and missing responses have different codes', async () => {
  const answers: [Answerer, string][] = [
    [() => '<html>Welcome to our hotel</html>', 'bad_answer'],
    [() => '{"iden":"a","act', 'bad_answer'],
    [() => '', 'bad_answer'],
    [() => ({ iden: 7 }), 'bad_answer'],
    [(_path, response) => void response.destroy(), 'network'],
    [
      (_path, response) => void response.writeHead(200, { 'content-length': '100' }).write('{"iden"', () => response.destroy()),
      'network',
    ],
    [(_path, response) => response.writeHead(502) && '<html>Bad Gateway</html>', 'unavailable'],
    [(_path, response) => response.writeHead(429) && 'slow down', 'ratelimited'],
    [(_path, response) => response.writeHead(403) && '{"error":"no"}', 'forbidden'],
    [
      (_path, response) => response.writeHead(400) && '{"error":{"code":"odd","type":"x","message":"So odd."}}',
      'invalid_request',
    ],
  ]
  for (const [answer, code] of answers) {
    const session = open(await serve(answer))
    await expect(session.device.create({ nickname: 'Desk' })).rejects.toMatchObject({ name: 'Refusal', code })
  }
})

test('a server that never responds counts as no network', async () => {
  const session = open(await serve(() => undefined), { platform: impatient(50) })
  await expect(session.chat.start('bob@example.org')).rejects.toMatchObject({ code: 'network' })
})

test('AUTH-041 a 401 with another message signs out with another reason, once', async () => {
  const origin = await serve((_path, response) => response.writeHead(401) && '<h1>Unauthorized</h1>')
  const reasons: string[] = []
  const session = open(origin)
  session.onSignedOut((reason) => reasons.push(reason))
  await session.start()
  await session.device.rename('a', 'A')
  expect(reasons).toEqual(['other'])
})

test('AUTH-042 a 401 without an account has its own message', async () => {
  const origin = await serve((_path, response) => response.writeHead(401) && '<h1>Unauthorized</h1>')
  const { call } = openCalls({ origin, token: '', agent: 'test/1', platform })
  const refused = { message: 'Unauthorized: Access is denied.', code: 'invalid_access_token' }
  await expect(call(listProviders, {})).rejects.toMatchObject(refused)
  await expect(call(getMe, {})).rejects.toMatchObject(refused)
})

test('SYNC-001 malformed objects do not affect the others [C8]', async () => {
  const hostile = [
    null,
    7,
    [],
    {},
    { iden: '', active: true, created: 1, modified: 1 },
    { iden: 'no stamps', active: true },
    { iden: 'text stamps', active: true, created: '1', modified: '2' },
    { ...bare, iden: 'endless', modified: 1e300 },
    {
      ...bare,
      iden: 'odd fields',
      type: 'hologram',
      title: { a: 1 },
      items: [1, { checked: 'x' }],
      dismissed: 'yes',
      body: 'fine',
    },
    { ...bare, iden: '__proto__', body: 'x'.repeat(100_000), sender_name: '\u202e'.repeat(5_000) },
    { ...bare, iden: 'in', direction: 'incoming', sender_email_normalized: 'constructor' },
    { ...bare, iden: 'gone', active: false, modified: 2 },
  ]
  const chats = [
    { ...bare, iden: 'c1' },
    { ...bare, iden: 'c2', with: { email: 7 } },
    { ...bare, iden: 'c3', with: { type: 'user', email: '', email_normalized: '' } },
  ]
  const devices = [
    bare,
    { ...bare, iden: 'd2', nickname: '  ', model: 'M', type: 'android' },
    { ...bare, iden: 'd3', has_sms: 'true', nickname: 'Phone' },
  ]
  const origin = await serve((path) => ({
    ...empty,
    chats,
    devices,
    pushes: path === '/v2/chats' ? undefined : hostile,
    profiles: {},
  }))
  const session = open(origin)
  await session.start()
  expect(session.$state.get()).toBe('ready')
  expect([...session.mirror.of('pushes').get().entries.keys()].sort()).toEqual(['__proto__', 'in', 'odd fields'])
  expect(session.mirror.of('pushes').get().entries.get('odd fields')).toEqual({ ...bare, iden: 'odd fields', body: 'fine' })
  expect(session.target.$people.get()).toEqual([])
  expect(session.target.$devices.get().map((target) => target.name)).toEqual(['Device', 'M', 'Phone'])
  expect(session.push.history(session.target.me).get().items).toHaveLength(2)
  expect([...session.target.$unread.get()]).toEqual([['constructor', 1]])
})

test('PUSH-021 a push is retried while responses cannot be parsed, and fails in the end', async () => {
  let posts = 0
  const origin = await serve((path, _response, request) => {
    if (request.method !== 'POST') return path === '/v2/users/me' ? account : empty
    return ++posts < 3 ? '<html>Please accept our terms</html>' : posts === 3 ? { ...bare, guid: 'any' } : {}
  })
  const session = open(origin)
  await session.start()
  const $history = session.push.history(session.target.me)
  session.push.send({ body: 'one' }, session.target.me)
  await until($history, ({ items }) => items[0]?.state === 'settled')
  expect(posts).toBe(3)
  session.push.send({ body: 'two' }, session.target.me)
  await until($history, ({ items }) => items[1]?.state === 'failed')
  expect(posts).toBe(3 + 5)
})

test('SYNC-001 paging without an end is stopped', async () => {
  let everything = 0
  const origin = await serve((path) => {
    if (path !== '/v2/everything') return { ...empty, cursor: 'same' }
    everything++
    return { ...empty, cursor: String(everything) }
  })
  const session = open(origin)
  await session.start()
  expect(session.$state.get()).toMatchObject({ failed: { code: 'bad_answer' } })
  expect(everything).toBeLessThan(30)
})

test('SYNC-014 if live streams are blocked, changes are polled', async () => {
  let pushes: object[] = []
  const origin = await serve((path) =>
    path === '/v2/everything' ? { ...empty, pushes } : path === '/v2/users/me' ? account : empty,
  )
  const session = open(origin)
  await session.start()
  expect(session.$connection.get()).toBe('connecting')
  pushes = [{ ...bare, body: 'found' }]
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 1)
})
