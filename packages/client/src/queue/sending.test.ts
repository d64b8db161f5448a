import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { HistoryItem } from '../history/history-item.ts'
import type { Target } from '../history/target.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, gate, hasty, itemsOf, mute, settled, watched } from '../session/test-sessions.ts'

setUpPeople()

test('PUSH-019 PUSH-020 a ghost is replaced by the push of the server under the same key, whether the stream or the response comes first [F2]', async () => {
  const ann = await signUp()
  for (const first of ['stream', 'answer'] as const) {
    const held = gate()
    const { platform } = watched(async (call, send) => {
      const answer = await send()
      if (first === 'stream' && call === 'POST /v2/pushes') await held.passed
      return answer
    })
    const session = first === 'stream' ? await started(ann, { platform }) : open(ann, { platform: mute(platform) })
    await session.start()

    const drawn: (readonly HistoryItem[])[] = []
    const stop = session.push.history(session.target.me).subscribe(({ items }) => drawn.push(items))
    const guid = session.push.send({ body: first }, session.target.me)
    const mine = (items: readonly HistoryItem[]) => items.filter((item) => item.key === guid)
    await until(session.push.history(session.target.me), ({ items }) => mine(items)[0]?.state === 'settled')
    held.open()
    await session.mirror.catchUp()
    stop()

    const states = drawn.slice(1).map((items) => mine(items).map((item) => item.state))
    expect(states.every((row) => row.length === 1)).toBe(true)
    expect([...new Set(states.flat())]).toEqual(['sending', 'settled'])
    expect(mine(itemsOf(session))[0]?.push.iden).not.toBe('')
  }
})

test('PUSH-021 one push is in flight at a time, in order', async () => {
  const ann = await signUp()
  let [inFlight, most] = [0, 0]
  const { platform } = watched(async (call, send) => {
    if (call !== 'POST /v2/pushes') return send()
    most = Math.max(most, ++inFlight)
    return send().finally(() => inFlight--)
  })
  const session = await started(ann, { platform })
  const words = Array.from({ length: 20 }, (_, index) => `word ${index}`)
  for (const body of words) session.push.send({ body }, session.target.me)
  expect(bodies(itemsOf(session))).toEqual(words)
  const { items } = await settled(session, 20)
  expect(bodies(items)).toEqual(words)
  expect(most).toBe(1)
})

test('PUSH-017 only the fields of a push are sent, with the common headers: API-001 API-002 API-003', async () => {
  const ann = await signUp()
  const sent: { headers: Record<string, string>; body?: string }[] = []
  const watching: Platform = {
    ...platform,
    fetch(url, request) {
      if (request.method === 'POST') sent.push(request)
      return platform.fetch(url, request)
    },
  }
  const session = await started(ann, { platform: watching })
  const { iden } = await session.device.create({ nickname: 'Desk' })
  const desk = session.target.find('devices', iden)
  const guid = session.push.send({ body: 'https://example.org' }, desk)
  await settled(session, 1, desk)
  const push = sent.at(-1)
  expect(JSON.parse(push?.body ?? '')).toEqual({ guid, type: 'link', url: 'https://example.org', device_iden: iden })
  expect(push?.headers).toMatchObject({
    Authorization: `Basic ${Buffer.from(`${ann.token}:`).toString('base64')}`,
    'API-Version': '2014-05-07',
    'X-User-Agent': 'test/1',
  })
})

test('PUSH-003 without a recipient nothing is queued', async () => {
  const session = await started(await signUp())
  expect(() => session.push.send({ body: 'lost' }, undefined)).toThrow('No recipient.')
  expect(session.push.send({ body: ' ' }, session.target.me)).toBeUndefined()
  expect(itemsOf(session)).toEqual([])
})

test('PUSH-004 (deviates) any recipient that contains @ counts as an email address, and nothing else does', async () => {
  const { platform } = watched((call, send) => (call === 'POST /v2/pushes' ? new Promise(() => {}) : send()))
  const session = await started(await signUp(), { platform })
  const to = (key: string): Target => ({ ...session.target.me, type: 'email', key })
  for (const key of ['a@b', '@', 'name @ odd']) {
    expect(session.push.send({ body: 'hello' }, to(key))).toBeDefined()
    expect(itemsOf(session, to(key))).toMatchObject([{ push: { direction: 'outgoing', receiver_email: key } }])
  }
  for (const key of ['name', 'example.org', ''])
    expect(() => session.push.send({ body: 'hello' }, to(key))).toThrow('No recipient.')
})

test('PUSH-027 a push can be deleted by a request that outlives the page', async () => {
  const ann = await signUp()
  const asked: (boolean | undefined)[] = []
  const listening: Platform = {
    ...platform,
    fetch(url, request) {
      if (request.method === 'DELETE') asked.push(request.keepalive)
      return platform.fetch(url, request)
    },
  }
  const session = await started(ann, { platform: listening })
  for (const body of ['one', 'two']) session.push.send({ body }, session.target.me)
  const { items } = await settled(session, 2)
  const [one, two] = items.map(({ push }) => push.iden)
  await session.push.delete(one as string)
  await session.push.delete(two as string, { undoable: true })
  expect(asked).toEqual([undefined, true])
  const { body } = await server.request('/v2/pushes?active=true', { token: ann.token })
  expect(body.pushes).toEqual([])
})

test('PUSH-022 PUSH-024 PUSH-025 a refused push fails with the message of the server, survives a reload, and keeps its place on retry [F5]', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  let refusing = true
  const { platform } = watched(async (call, send) => {
    if (!refusing || call !== 'POST /v2/pushes') return send()
    refusing = false
    return { status: 400, text: async () => '{"error":{"code":"new_code","type":"invalid_request","message":"Not today."}}' }
  })
  const session = await started(ann, { saved, platform })
  const guid = session.push.send({ body: 'one' }, session.target.me)
  session.push.send({ body: 'two' }, session.target.me)
  await settled(session, 1)
  expect(itemsOf(session)).toMatchObject([
    { push: { body: 'two' }, state: 'settled' },
    { key: guid, push: { body: 'one' }, state: 'failed', error: 'Not today.' },
  ])
  session.close()

  const again = await started(ann, { saved })
  again.push.send({ body: 'three' }, again.target.me)
  await settled(again, 2)
  expect(itemsOf(again).at(-1)).toMatchObject({ key: guid, state: 'failed', error: 'Not today.' })
  again.push.retry(guid ?? '')
  await settled(again, 3)
  expect(bodies(itemsOf(again))).toEqual(['two', 'three', 'one'])
  expect(itemsOf(again).at(-1)?.key).toBe(guid)
  expect(saved.keys('outbox.')).toEqual([])
})

test('PUSH-024 a push to a deleted device fails with the reason of the server', async () => {
  const ann = await signUp()
  const session = await started(ann)
  const { iden } = await session.device.create({ nickname: 'Old' })
  const old = session.target.find('devices', iden)
  await session.device.remove(iden)
  expect(session.target.$devices.get()).toEqual([])
  const guid = session.push.send({ body: 'hello?' }, old)
  const { items } = await until(session.push.history(old as Target), ({ items }) => items[0]?.state === 'failed')
  expect(items[0]?.error).toBe("The param 'device_iden' has an invalid value.")
  session.push.discard(guid ?? '')
  expect(itemsOf(session, old)).toEqual([])
})

test('PUSH-028 a discarded ghost is removed, also from storage', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  const { platform } = watched((call, send) => (call === 'POST /v2/pushes' ? new Promise(() => {}) : send()))
  const session = await started(ann, { saved, platform })
  session.push.send({ body: 'one' }, session.target.me)
  const guid = session.push.send({ body: 'two' }, session.target.me)
  expect(saved.keys('outbox.')).toHaveLength(2)
  session.push.discard(guid ?? '')
  expect(bodies(itemsOf(session))).toEqual(['one'])
  expect(saved.keys('outbox.')).toHaveLength(1)
})

test('PUSH-021 a lost response does not lead to a second push [F6]', async () => {
  const ann = await signUp()
  let lost = 0
  const again = gate()
  const { platform } = watched(async (call, send) => {
    // Nothing else may report that the first one has arrived.
    if (call !== 'POST /v2/pushes') {
      if (lost === 1) await again.passed
      return send()
    }
    const answer = await send()
    if (lost++ === 0) throw new Error('The line was cut.')
    again.open()
    return answer
  })
  const session = open(ann, { platform: hasty(100, mute(platform)) })
  await session.start()
  session.push.send({ body: 'once' }, session.target.me)
  await settled(session, 1)
  expect(lost).toBe(2)
  const { body } = await server.request('/v2/pushes?self=true', { token: ann.token })
  expect((body.pushes as Push[]).map((push) => push.body)).toEqual(['once'])
})
