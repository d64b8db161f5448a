import { deleteAllAccessTokens, type Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Failure } from '../ground/failure.ts'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { Session } from './session.ts'
import { contents, hasty, mute, type Person, testSessions } from './test-sessions.ts'

let server: TestServer
const { open, started, closeAll } = testSessions(() => server.origin)

beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  closeAll()
  await server.close()
})

const known = ({ account }: Person) => ({ account, platform: hasty(20) })

async function bodiesAtServer(token: string): Promise<(string | undefined)[]> {
  const { body } = await server.request('/v2/pushes', { token })
  return (body.pushes as Push[]).sort((a, b) => a.created - b.created).map((push) => push.body)
}

const states = (session: Session) =>
  session.push
    .history(session.target.me)
    .get()
    .items.map((item) => `${item.push.body} ${item.state}`)

test('PUSH-019 pushes written offline are shown as sending, and sent once and in order when the server is back [F3]', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann, known(ann))
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))

  await server.stop()
  for (const body of ['one', 'two', 'three']) session.push.send({ body }, session.target.me)
  await until(session.$connection, (connection) => connection === 'offline')
  expect(states(session)).toEqual(['one sending', 'two sending', 'three sending'])

  await server.restart()
  await until(session.push.history(session.target.me), ({ items }) => items.every((item) => item.state === 'settled'))
  expect(states(session)).toEqual(['one settled', 'two settled', 'three settled'])
  expect(await bodiesAtServer(ann.token)).toEqual(['one', 'two', 'three'])
  expect(failures).toEqual([])
  await until(session.$connection, (connection) => connection === 'connected')
})

test('PUSH-019 pushes written offline survive a reload, and two windows do not send them twice [F3]', async () => {
  const ann = await server.signUp('ann@example.org')
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  await server.stop()
  for (const body of ['one', 'two']) first.push.send({ body }, first.target.me)
  const guids = first.push
    .history(first.target.me)
    .get()
    .items.map((item) => item.key)
  first.close()

  const second = open(ann, { saved, ...known(ann) })
  await second.start()
  expect(second.$state.get()).toBe('ready')
  expect(states(second)).toEqual(['one sending', 'two sending'])
  const third = open(ann, { saved, ...known(ann) })
  await third.start()
  second.push.send({ body: 'three' }, second.target.me)

  await server.restart()
  for (const session of [second, third]) {
    const { items } = await until(
      session.push.history(session.target.me),
      ({ items }) => items.filter(({ state }) => state === 'settled').length === 3,
    )
    expect(items.slice(0, 2).map((item) => item.key)).toEqual(guids)
  }
  expect(await bodiesAtServer(ann.token)).toEqual(['one', 'two', 'three'])
  expect(saved.keys('outbox.')).toEqual([])
})

test('a session reconnects to a restarted server, and misses nothing', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann)
  await server.restart()
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'meanwhile' } })
  await until(session.push.history(session.target.me), ({ items }) => items.length === 1)
  await until(session.$connection, (connection) => connection === 'connected')
})

test('wake reconnects at once', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann, { platform: { ...platform, after: () => () => {} } })
  await server.stop()
  await until(session.$connection, (connection) => connection !== 'connected')
  await server.restart()
  session.wake()
  await until(session.$connection, (connection) => connection === 'connected')
})

test('only the first of many network failures is reported, until the server responds again', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann, known(ann))
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  for (let outage = 1; outage <= 2; outage++) {
    await server.stop()
    await Promise.all([session.chat.remove('a'), session.device.rename('b', 'B'), session.chat.setMuted('c', true)])
    await session.push.dismiss('d')
    expect(failures).toHaveLength(outage)
    expect(failures.at(-1)).toMatchObject({ title: 'Network Issue', body: 'Could not connect to server' })
    await server.restart()
    await until(session.$connection, (connection) => connection === 'connected')
  }
})

test('PUSH-019 the outbox resumes when any call reaches the server again', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = open(ann, { platform: { ...mute(), after: () => () => {} } })
  await session.start()
  await session.mirror.catchUp()
  await server.stop()
  session.push.send({ body: 'hello' }, session.target.me)
  await until(session.$connection, (connection) => connection === 'offline')
  await server.restart()
  await session.mirror.catchUp()
  await until(session.push.history(session.target.me), ({ items }) => items[0]?.state === 'settled')
})

test('SYNC-005 a start without a network shows saved data, and one without saved data fails and can be retried', async () => {
  const ann = await server.signUp('ann@example.org')
  const saved = inMemoryStore()
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'kept' } })
  ;(await started(ann, { saved })).close()
  await server.stop()

  const second = open(ann, { saved, ...known(ann) })
  await second.start()
  expect(states(second)).toEqual(['kept settled'])
  const third = open(ann, { account: ann.account })
  await third.start()
  expect(third.$state.get()).toMatchObject({ failed: { code: 'network', message: 'faild to fetch everything' } })
  await until(second.$connection, (connection) => connection === 'offline')

  await server.restart()
  await third.start()
  expect(third.$state.get()).toBe('ready')
  expect(states(third)).toEqual(['kept settled'])
})

test('HIST-003 a history that cannot be fetched is marked as failed and can be retried', async () => {
  const ann = await server.signUp('ann@example.org')
  // More than the bootstrap fetches.
  for (let count = 0; count < 60; count++) await server.request('/v2/pushes', { token: ann.token, body: { body: `${count}` } })
  const session = await started(ann)
  const $history = session.push.history(session.target.me)
  expect($history.get().more).toBe('more')
  await server.stop()
  await session.push.loadMore(session.target.me)
  expect($history.get().more).toBe('failed')
  await server.restart()
  const loading = session.push.loadMore(session.target.me)
  expect($history.get().more).toBe('loading')
  await loading
  expect($history.get().more).toBe('none')
})

test('AUTH-040 a revoked token signs out, and the outbox stays saved', async () => {
  const ann = await server.signUp('ann@example.org')
  const saved = inMemoryStore()
  const [here, there] = [await started(ann), await started(ann, { saved, ...known(ann) })]
  const signedOut = new Promise((resolve) => there.onSignedOut(resolve))
  await here.call(deleteAllAccessTokens, {})
  expect(await signedOut).toBe('token')
  there.wake()
  there.push.send({ body: 'too late' }, there.target.me)
  expect(states(there)).toEqual(['too late sending'])
  expect(saved.keys('outbox.')).toHaveLength(1)
})

test('SYNC-005 a crash after any write loses nothing [D1]', async () => {
  const ann = await server.signUp('ann@example.org')
  const bob = await server.signUp('bob@example.org')
  const post = (body: object, token = ann.token) => server.request('/v2/pushes', { token, body })

  const history: Map<string, string>[] = []
  const texts = new Map<string, string>()
  const saved: KeyValueStore = {
    read: (key) => texts.get(key),
    write(key, text) {
      texts.set(key, text)
      history.push(new Map(texts))
    },
    erase(key) {
      texts.delete(key)
      history.push(new Map(texts))
    },
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  }
  // Writes without delay, so that there are many writes.
  const session = await started(ann, {
    saved,
    platform: { ...platform, after: (ms, work) => platform.after(ms === 200 ? 0 : ms, work) },
  })
  for (let round = 0; round < 6; round++) {
    await post({ body: `own ${round}` })
    await post({ body: `from bob ${round}`, email: 'ann@example.org' }, bob.token)
    const { body } = await server.request('/v2/devices', { token: ann.token, body: { nickname: `Device ${round}` } })
    const { body: doomed } = await post({ body: 'doomed', device_iden: body.iden })
    await server.request(`/v2/pushes/${doomed.iden}`, { token: ann.token, method: 'DELETE' })
    session.push.send({ body: `sent ${round}` }, session.target.find('people', 'bob@example.org'))
    await session.mirror.catchUp()
  }
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 18)
  // The delivery report changes a marker; later sessions have nothing to add to it.
  const newest = Math.max(
    ...[...session.mirror.of('pushes').get().entries.values()].map((push) => (push.direction === 'incoming' ? push.created : 0)),
  )
  const reported = ({ delivered_to = 0 }: { delivered_to?: number | undefined }) => delivered_to >= newest
  await until(session.mirror.of('read_markers'), ({ entries }) => [...entries.values()].some(reported))
  session.close()

  const whole = contents(await started(ann))
  expect(history.length).toBeGreaterThan(50)
  for (const moment of history) {
    const left = inMemoryStore()
    for (const [key, text] of moment) left.write(key, text)
    const survivor = await started(ann, { saved: left })
    await until(survivor.push.history(survivor.target.me), ({ items }) => items.every((item) => item.state === 'settled'))
    expect(contents(survivor)).toEqual(whole)
    survivor.close()
  }
})
