import { firstPushesPerConversation } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { gate, testSessions, watched } from '../session/test-sessions.ts'
import { hasSetup } from './has-setup.ts'
import { finishSetup, keepSetup, markSetup, restartSetup, type SetupFacts, setupOf, setupSteps } from './setup.ts'
import { setupStepNames } from './step-names.ts'

let server: TestServer
const sessions = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})

afterEach(() => sessions.closeAll())

afterAll(async () => {
  await server.close()
})

const facts: SetupFacts = { account: { created: 1_700_000_000 }, devices: [], pushes: [], subscriptions: [] }
const done = (more: Partial<SetupFacts>) =>
  setupSteps({ ...facts, ...more })
    .filter((step) => step.done)
    .map(({ name }) => name)
const device = (type: string, active = true) => [{ type, active }]

test('API-114 SETUP-003 there are nine steps, each with a name, a type, an image, a help link and whether it is done', () => {
  const steps = setupSteps(facts)
  expect(steps.map(({ name }) => name)).toEqual([...setupStepNames])
  expect(steps).toHaveLength(9)
  for (const step of steps)
    expect(step).toMatchObject({ type: expect.any(String), image: expect.any(String), help_url: expect.any(String), done: false })
})

test('SETUP-004 only accounts created after the cutoff have the checklist, until it is finished', () => {
  expect(hasSetup({ created: 1_440_698_722 })).toBe(false)
  expect(hasSetup({ created: 1_440_698_722.5 })).toBe(true)
  expect(hasSetup({ created: 1_700_000_000, preferences: { setup_done: true } })).toBe(false)
})

test('SETUP-005 SETUP-007 GAP-085 a step is done if its preference is set', () => {
  expect(
    done({ account: { created: 1, preferences: { setup_invite: 'Skipped', setup_notifications: true, setup_sms: false } } }),
  ).toEqual(['notifications', 'invite'])
})

test('SETUP-006 SETUP-008 SETUP-009 SETUP-010 SETUP-011 SETUP-012 SETUP-013 steps are detected as done from devices, subscriptions and pushes', () => {
  expect(done({ devices: device('android') })).toEqual(['mobile'])
  expect(done({ devices: device('ios') })).toEqual(['mobile'])
  expect(done({ devices: device('android', false) })).toEqual([])
  for (const type of ['chrome', 'firefox', 'safari', 'opera', 'windows'])
    expect(done({ devices: device(type) })).toEqual(['desktop'])
  expect(done({ devices: device('watch') })).toEqual([])
  expect(done({ subscriptions: [{ active: true }] })).toEqual(['channels'])
  const push = { active: true, type: 'link', direction: 'outgoing' } as const
  expect(done({ pushes: [push] })).toEqual(['links', 'chat'])
  expect(done({ pushes: [{ ...push, direction: 'incoming' }] })).toEqual([])
  expect(done({ pushes: [{ ...push, type: 'file', direction: 'incoming' }] })).toEqual(['files'])
  expect(done({ pushes: [{ ...push, active: false }] })).toEqual([])
})

test('GAP-097 a Mac is not detected as a desktop, so the user marks the step', () => {
  expect(done({ devices: device('mac') })).toEqual([])
  expect(done({ devices: device('mac'), account: { created: 1, preferences: { setup_desktop: 'Done' } } })).toEqual(['desktop'])
})

test('SETUP-014 texting is a step if the account has an Android phone, or no iPhone', () => {
  const names = (devices: SetupFacts['devices']) => setupSteps({ ...facts, devices }).map(({ name }) => name)
  expect(names(device('ios'))).not.toContain('sms')
  expect(names([...device('ios'), ...device('android')])).toContain('sms')
  expect(names(device('android', false))).toContain('sms')
})

test('SETUP-005 SETUP-007 a step tells why it is done, and detection takes precedence over a mark', () => {
  const preferences = { setup_mobile: 'Skipped', setup_chat: 'Skipped', setup_invite: 'Done', setup_sms: true }
  const steps = setupSteps({ ...facts, account: { created: 1, preferences }, devices: device('ios').concat(device('android')) })
  expect(Object.fromEntries(steps.map(({ name, by }) => [name, by]))).toMatchObject({
    mobile: 'itself',
    chat: 'Skipped',
    invite: 'Done',
    sms: 'Done',
    links: undefined,
  })
})

test('SETUP-006 pushes are searched only until one of each kind is found', () => {
  let looked = 0
  function* pushes() {
    for (const type of ['note', 'link', 'file', ...Array.from({ length: 20_000 }, () => 'note')] as const) {
      looked++
      yield { active: true, type: type as 'note', direction: 'outgoing' as const }
    }
  }
  expect(done({ pushes: pushes() })).toEqual(['links', 'files', 'chat'])
  expect(looked).toBe(3)
})

test('SIDE-003 SETUP-016 SETUP-017 GAP-022 every session counts the open steps live, until the checklist is finished, and again after a restart', async () => {
  const person = await server.signUp('ana@example.org', 'Ana')
  const session = await sessions.started(person)
  const other = await sessions.started(person)
  const { $left, $steps } = setupOf(session)
  expect(setupOf(session)).toBe(setupOf(session))
  const counts: number[] = []
  $left.listen((left) => counts.push(left))
  $steps.listen(() => {})
  expect($left.get()).toBe(9)
  await server.request('/v2/devices', { token: person.token, body: { nickname: 'Den', type: 'windows' } })
  await until($left, (left) => left === 8)
  await server.request('/v2/pushes', { token: person.token, body: { type: 'note', body: 'to myself' } })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 1)
  expect(counts).toEqual([8])

  expect(await markSetup(session, 'invite', 'Skipped')).toBe(true)
  expect(await markSetup(session, 'chat', 'Done')).toBe(true)
  await until(setupOf(other).$left, (left) => left === 6)
  expect(await finishSetup(other)).toBe(true)
  await until($left, (left) => left === 0)
  expect(await restartSetup(session)).toBe(true)
  expect($left.get()).toBe(8)
  const kept = await server.request('/v3/get-permanent', { token: person.token, body: { key: 'web_preferences' } })
  expect(kept.body.data).toEqual({})
  await until(setupOf(other).$left, (left) => left === 8)

  // Nothing is counted before the account is loaded.
  const late = sessions.open(person)
  const seen: number[] = []
  setupOf(late).$left.subscribe((left) => seen.push(left))
  await late.start()
  expect(seen).toEqual([0, 8])
})

test('SETUP-006 SETUP-007 the texting step stays done after the server has deleted the SMS', async () => {
  const person = await server.signUp('bo@example.org', 'Bo')
  const session = await sessions.started(person)
  const stop = keepSetup(session)
  const ask = (path: string, body: object) => server.request(path, { token: person.token, body })
  const phone = await ask('/v2/devices', { nickname: 'Fold', type: 'android', has_sms: true })
  const data = { target_device_iden: phone.body.iden, addresses: ['+1 555 010 0199'], message: 'hello' }
  const text = await ask('/v2/texts', { data })
  await until(session.preferences.$all, (all) => all?.setup_sms === 'Done')
  await ask('/v3/delete-text', { iden: text.body.iden })
  await until(session.mirror.of('texts'), ({ entries }) => entries.size === 0)
  expect(
    setupOf(session)
      .$steps.get()
      .find(({ name }) => name === 'sms'),
  ).toMatchObject({ done: true, by: 'Done' })
  stop()
})

test('SETUP-006 SETUP-007 the sms preference is written once: not if it is set or the checklist is finished, and not again after a failure', async () => {
  const person = await server.signUp('gil@example.org', 'Gil')
  const ask = (path: string, body: object) => server.request(path, { token: person.token, body })
  const phone = await ask('/v2/devices', { nickname: 'Fold', type: 'android', has_sms: true })
  await ask('/v2/texts', { data: { target_device_iden: phone.body.iden, addresses: ['+1 555 010 0199'], message: 'hello' } })
  /** How often a session writes these preferences on its own. Writes are queued, so the test's own writes come after them. */
  async function writes(known: Record<string, string | boolean>, isLost: boolean): Promise<number> {
    await ask('/v3/set-permanent', { key: 'web_preferences', data: known })
    const { calls, platform } = watched((call, send) =>
      isLost && call.endsWith('/v3/set-permanent') ? Promise.reject(new TypeError('no network')) : send(),
    )
    const session = await sessions.started(person, { platform })
    const stop = keepSetup(session)
    for (const last of [1, 2]) expect(await session.preferences.set({ last })).toBe(!isLost)
    stop()
    return calls.filter((call) => call.endsWith('/v3/set-permanent')).length - 2
  }
  expect(await writes({}, false)).toBe(1)
  expect(await writes({}, true)).toBe(1)
  expect(await writes({ setup_sms: 'Skipped' }, false)).toBe(0)
  expect(await writes({ setup_done: true }, false)).toBe(0)
})

test('SETUP-006 SETUP-011 SETUP-012 SETUP-013 activity of the past counts, even if its pushes are not in the mirror', async () => {
  const person = await server.signUp('cleo@example.org', 'Cleo')
  const send = async (body: object) => (await server.request('/v2/pushes', { token: person.token, body })).body
  const file = await send({ type: 'file', file_name: 'a.txt', file_url: 'https://example.org/a.txt' })
  await send({ type: 'link', url: 'https://example.org', email: 'dan@example.org' })
  for (let count = 0; count < firstPushesPerConversation; count++) {
    await send({ type: 'note', body: `to myself ${count}` })
    await send({ type: 'note', body: `to dan ${count}`, email: 'dan@example.org' })
  }
  const session = await sessions.started(person)
  const { $steps } = setupOf(session)
  const doneBy = (name: string) => $steps.get().find((step) => step.name === name)?.by
  expect([...session.mirror.of('pushes').get().entries.values()].filter(({ type }) => type !== 'note')).toEqual([])
  await until($steps, () => doneBy('links') === 'itself' && doneBy('files') === 'itself' && doneBy('chat') === 'itself')

  await server.request(`/v2/pushes/${file.iden}`, { method: 'DELETE', token: person.token })
  const again = await sessions.started(person)
  const steps = setupOf(again).$steps
  await until(steps, (all) => all.find(({ name }) => name === 'links')?.by === 'itself')
  expect(steps.get().find(({ name }) => name === 'files')?.done).toBe(false)
})

test('SETUP-006 a step whose last push is deleted stays done until the server has responded', async () => {
  const person = await server.signUp('fay@example.org', 'Fay')
  const file = { type: 'file', file_name: 'a.txt', file_url: 'https://example.org/a.txt' }
  const sent = await server.request('/v2/pushes', { token: person.token, body: file })
  const [early, answer] = [gate(), gate()]
  let requests = 0
  const { platform } = watched(async (call, send) => {
    if (!call.endsWith('/v2/history/activity')) return send()
    const isFirst = requests++ === 0
    if (!isFirst) await answer.passed
    const response = await send()
    if (isFirst) await early.passed
    return response
  })
  const session = await sessions.started(person, { platform })
  const { $steps } = setupOf(session)
  const isDone = () => $steps.get().find(({ name }) => name === 'files')?.done
  await until($steps, () => isDone() === true && requests === 1)
  const seen: (boolean | undefined)[] = []
  const stop = $steps.listen(() => seen.push(isDone()))
  await server.request(`/v2/pushes/${sent.body.iden}`, { method: 'DELETE', token: person.token })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 0)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).not.toContain(false)
  stop()
  answer.open()
  await until($steps, () => isDone() === false)
  // An older response that arrives late is ignored.
  early.open()
  await session.refreshAccount()
  expect(isDone()).toBe(false)
})

test('SETUP-006 a failed activity call is retried on the next change', async () => {
  const person = await server.signUp('hal@example.org', 'Hal')
  const send = (body: object) => server.request('/v2/pushes', { token: person.token, body })
  await send({ type: 'link', url: 'https://example.org', email: 'dan@example.org' })
  for (let count = 0; count < firstPushesPerConversation; count++)
    await send({ type: 'note', body: `to dan ${count}`, email: 'dan@example.org' })
  let requests = 0
  const failed = gate()
  const { platform } = watched(async (call, send) => {
    if (!call.endsWith('/v2/history/activity') || requests++ > 0) return send()
    failed.open()
    throw new TypeError('no network')
  })
  const session = await sessions.started(person, { platform })
  const { $steps } = setupOf(session)
  const stop = $steps.listen(() => {})
  await failed.passed
  await session.refreshAccount()
  await send({ type: 'note', body: 'one more' })
  await until($steps, (steps) => steps.find(({ name }) => name === 'links')?.by === 'itself')
  stop()
})
