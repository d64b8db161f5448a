import type { Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { chatWith, gate, hasty, type Person, settled, testSessions, watched } from '../session/test-sessions.ts'
import { openTicks, type Ticks } from './ticks.ts'

let server: TestServer
const { open, started, closeAll } = testSessions(() => server.origin)
const opened: Ticks[] = []

beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  for (const ticks of opened.splice(0)) ticks.close()
  closeAll()
  await server.close()
})

function ticksOf(session: Session, saved = inMemoryStore(), now = platform.now): Ticks {
  const ticks = openTicks(session, { saved, platform: { ...hasty(20), now } })
  opened.push(ticks)
  return ticks
}

const post = async ({ token }: Person, fields: object = {}): Promise<Push> =>
  (await server.request('/v2/pushes', { token, body: { type: 'list', items: ['milk', 'bread', 'salt'], ...fields } })).body
const atServer = async ({ token }: Person, { iden }: Push) =>
  ((await server.request(`/v2/pushes/${iden}`, { token })).body as Push).items?.map(({ checked }) => checked)
const untilTicked = (session: Session, { iden }: Push, ticked: boolean[]) =>
  until(session.mirror.of('pushes'), ({ entries }) => {
    const items = entries.get(iden)?.items ?? []
    return items.map(({ checked }) => checked).join() === ticked.join()
  })
const untilSent = (ticks: Ticks) => until(ticks.$pending, (pending) => pending.size === 0)

test('a tick shows at once, then in the window of the other person, and is no longer kept', async () => {
  const [ann, bob] = [await server.signUp('ann@example.org'), await server.signUp('bob@example.org')]
  const [here, there] = [await started(ann), await started(bob)]
  const saved = inMemoryStore()
  const list = await post(ann, { email: 'bob@example.org' })
  await settled(here, 1, chatWith(here, bob))
  const [received] = (await settled(there, 1, chatWith(there, ann))).items
  const ticks = ticksOf(here, saved)
  ticks.tick(list, 1, true)
  expect([...(ticks.$pending.get().get(list.iden) ?? [])]).toEqual([[1, true]])
  await untilTicked(there, received?.push as Push, [false, true, false])
  await untilSent(ticks)
  await untilTicked(here, list, [false, true, false])
  expect(saved.keys('')).toEqual([])
})

test('two windows that tick different items at once lose none, and the last tick of one item counts', async () => {
  const ann = await server.signUp('ann@example.org')
  const [here, there] = [await started(ann), await started(ann)]
  const list = await post(ann)
  await settled(here, 1)
  await settled(there, 1)
  const [one, two] = [ticksOf(here), ticksOf(there)]
  one.tick(list, 0, true)
  two.tick(list, 2, true)
  for (const checked of [true, false, true, false]) one.tick(list, 1, checked)
  await Promise.all([untilSent(one), untilSent(two)])
  expect(await atServer(ann, list)).toEqual([true, false, true])
})

test('a tick without a network is kept, survives a reload, and is sent when the server is back', async () => {
  const ann = await server.signUp('ann@example.org')
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  const list = await post(ann)
  await settled(first, 1)
  await server.stop()
  const before = ticksOf(first, saved)
  before.tick(list, 0, true)
  before.tick(list, 2, true)
  before.close()
  first.close()
  const second = open(ann, { saved, account: ann.account, platform: hasty(20) })
  await second.start()
  const after = ticksOf(second, saved)
  expect([...(after.$pending.get().get(list.iden) ?? [])]).toEqual([
    [0, true],
    [2, true],
  ])
  await server.restart()
  await untilSent(after)
  expect(await atServer(ann, list)).toEqual([true, false, true])
  expect(saved.keys('tick.')).toEqual([])
})

test('a window that still has an older tick sends the latest one that any window has saved', async () => {
  const ann = await server.signUp('ann@example.org')
  const saved = inMemoryStore()
  const may = gate()
  const { platform: slow } = watched(async (call, send) => {
    if (call.startsWith('POST /v2/pushes/')) await may.passed
    return send()
  })
  const [here, there] = [await started(ann, { platform: slow }), await started(ann, { platform: slow })]
  const list = await post(ann)
  await settled(here, 1)
  await settled(there, 1)
  const [one, two] = [ticksOf(here, saved, () => 1), ticksOf(there, saved, () => 2)]
  one.tick(list, 0, true)
  two.look()
  two.tick(list, 0, false)
  one.look()
  may.open()
  await Promise.all([untilSent(one), untilSent(two)])
  expect(await atServer(ann, list)).toEqual([false, false, false])
})

test('a tick that the server refuses is taken back and reported; of a list that is gone nothing is said', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann)
  const list = await post(ann)
  const gone = await post(ann)
  await settled(session, 2)
  await server.request(`/v2/pushes/${list.iden}`, { token: ann.token, body: { body: 'eggs' } })
  await server.request(`/v2/pushes/${gone.iden}`, { token: ann.token, method: 'DELETE' })
  const ticks = ticksOf(session)
  const refusals: string[] = []
  ticks.onRefused(({ message }) => refusals.push(message))
  ticks.tick(gone, 0, true)
  ticks.tick(list, 0, true)
  ticks.tick(list, 9, true)
  await untilSent(ticks)
  expect(refusals).toEqual(['The list has changed: this item is no longer there.'])
})

test('ticks that another account left, and entries that cannot be read, are erased', async () => {
  const ann = await server.signUp('ann@example.org')
  const list = await post(ann)
  const saved = inMemoryStore()
  const session = await started(ann)
  const entry = { user: 'another', push: list.iden, index: 0, text: 'milk', checked: true, at: 1 }
  saved.write(`tick.${list.iden}.0`, JSON.stringify(entry))
  saved.write(`tick.${list.iden}.1`, '{"user":')
  saved.write(`tick.${list.iden}.2`, JSON.stringify({ ...entry, user: ann.account.iden, index: 1 }))
  expect(ticksOf(session, saved).$pending.get().size).toBe(0)
  expect(saved.keys('')).toEqual([])
})
