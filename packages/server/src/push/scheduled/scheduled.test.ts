// On the engines too: scheduled pushes are jobs at their time, and are sent once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../../change.ts'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { scheduledPushesPerAccount } from './rows.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('admin@example.org')
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const hour = 3_600
const inAnHour = () => Date.now() / 1_000 + hour
const post = (body: Json, token = alice) => server.request('/v2/pushes', { token, body })
const schedule = async (fields: Json = {}, token = alice) =>
  (await post({ type: 'note', body: 'later', email: 'bob@example.org', send_at: inAnHour(), ...fields }, token)).body
const update = (iden: string, body: Json, token = alice) => server.request(`/v2/pushes/${iden}`, { token, body })
const remove = (iden: string, token = alice) => server.request(`/v2/pushes/${iden}`, { token, method: 'DELETE' })
const get = (iden: string, token = alice) => server.request(`/v2/pushes/${iden}`, { token })
const waiting = async (token = alice): Promise<Json[]> =>
  (await server.request('/v2/scheduled_pushes?active=true', { token })).body.scheduled_pushes
const box = async (token = alice): Promise<Json[]> => (await server.request('/v2/pushes?active=true', { token })).body.pushes
const bodies = async (token = alice) => (await box(token)).map(({ body }) => body)
const pass = (seconds: number) => server.app.jobs.processAll(microseconds() + seconds * 1e6)

async function person(name: string): Promise<string> {
  return (await server.signUp(`${name}@example.org`, name)).token
}

test('a push with a time is no push until then: it is in no list, of neither side, and is sent once when its time has come', async () => {
  const made = await schedule({ guid: 'g-once' })
  expect(made).toMatchObject({ active: true, type: 'note', body: 'later', direction: 'outgoing', guid: 'g-once' })
  expect(made.receiver_email_normalized).toBe('bob@example.org')
  expect(Math.abs(made.send_at - inAnHour())).toBeLessThan(30)
  expect((await get(made.iden)).body).toEqual(made)
  expect(await waiting()).toEqual([made])
  await pass(hour - 60)
  expect([await box(), await box(bob)]).toEqual([[], []])
  const history = await server.request('/v2/history?conversation=email:bob@example.org', { token: alice })
  expect(history.body.pushes).toEqual([])
  const everything = (await server.request('/v2/everything?modified_after=0', { token: alice })).body
  expect(everything.pushes).toEqual([])
  expect(everything).not.toHaveProperty('scheduled_pushes')

  await pass(hour + 60)
  await pass(hour + 60)
  const [sent, ...more] = await box()
  expect(sent).toMatchObject({ body: 'later', guid: 'g-once', direction: 'outgoing' })
  expect(sent).not.toHaveProperty('send_at')
  expect(more).toEqual([])
  expect(await bodies(bob)).toEqual(['later'])
  expect(await waiting()).toEqual([])
  // A scheduled push is found as the push that was sent from it, and so is a late retry's.
  expect((await get(made.iden)).body).toEqual(sent)
  expect(
    (await post({ type: 'note', body: 'later', email: 'bob@example.org', guid: 'g-once', send_at: inAnHour() })).body,
  ).toEqual(sent)
  expect((await post({ type: 'note', body: 'later', email: 'bob@example.org', guid: 'g-once', send_at: 1 })).body).toEqual(sent)
  expect(await bodies(bob)).toEqual(['later'])
})

test('old programs hear nothing of a waiting push and are told of one push at its time; our own clients see it wait and go', async () => {
  const [dora, emil] = [await person('dora'), await person('emil')]
  // A first message, so that both already have the chat.
  await post({ type: 'note', body: 'hello', email: 'emil@example.org' }, dora)
  const plain = await openStream(server.origin, dora)
  const theirs = await openStream(server.origin, emil)
  const delta = await openStream(server.origin, dora, '?delta=1')
  const made = await schedule({ email: 'emil@example.org' }, dora)
  expect(JSON.parse(await delta.next())).toMatchObject({ subtype: 'scheduled_push', objects: { scheduled_pushes: [made] } })
  await pass(hour + 60)
  const { objects } = JSON.parse(await delta.next())
  expect(objects.scheduled_pushes).toMatchObject([{ iden: made.iden, active: false }])
  expect(objects.pushes).toMatchObject([{ body: 'later', direction: 'outgoing' }])
  // The next frame they receive is the push.
  for (const stream of [plain, theirs]) expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
  for (const stream of [plain, theirs, delta]) stream.close()
})

test('a waiting push is moved, edited and canceled by its owner', async () => {
  const token = await person('fay')
  const made = await schedule({}, token)
  const later = made.send_at + hour
  const moved = (await update(made.iden, { send_at: later, body: 'https://example.org' }, token)).body
  expect(moved).toMatchObject({ iden: made.iden, send_at: later, body: 'https://example.org' })
  expect(moved.modified).toBeGreaterThan(made.modified)
  await pass(hour + 60)
  expect(await box(token)).toEqual([])
  expect((await update(made.iden, { url: 'https://example.org', body: '' }, token)).body).toMatchObject({ type: 'link' })
  await pass(2 * hour + 60)
  expect(await box(token)).toMatchObject([{ type: 'link', url: 'https://example.org' }])

  const other = await schedule({ guid: 'g-cancel' }, token)
  expect(await remove(other.iden, token)).toMatchObject({ status: 200, body: {} })
  expect(await waiting(token)).toEqual([])
  expect((await remove(other.iden, token)).status).toBe(200)
  expect((await update(other.iden, { send_at: 1 }, token)).status).toBe(404)
  expect((await get(other.iden, token)).body).toMatchObject({ iden: other.iden, active: false })
  // A late retry of a cancelled push neither schedules nor sends it.
  for (const send_at of [inAnHour(), 1]) expect((await schedule({ guid: 'g-cancel', send_at }, token)).active).toBe(false)
  await pass(2 * hour)
  expect(await box(token)).toHaveLength(1)
})

test('a time that has passed sends at once, in a new push and in a change', async () => {
  const token = await person('gus')
  const now = (await schedule({ send_at: Date.now() / 1_000 - 5, guid: 'g-now' }, token)) as Json
  expect(now).not.toHaveProperty('send_at')
  expect(now).toMatchObject({ body: 'later', guid: 'g-now' })
  const made = await schedule({ body: 'hurry' }, token)
  const sent = (await update(made.iden, { send_at: 0 }, token)).body
  expect(sent).toMatchObject({ body: 'hurry', guid: made.guid, direction: 'outgoing' })
  expect(sent).not.toHaveProperty('send_at')
  expect((await update(made.iden, { send_at: 0 }, token)).status).toBe(404)
  await pass(2 * hour)
  expect(await bodies(token)).toEqual(['hurry', 'later'])
})

test('a push that is due while the server is down is sent once after it has started', async () => {
  const token = await person('hal')
  const made = await schedule({}, token)
  await server.stop()
  await server.restart()
  await pass(hour + 60)
  await pass(hour + 60)
  expect(await box(token)).toMatchObject([{ guid: made.guid }])
})

test('what cannot be sent at its time stays, says why, and can be sent later or deleted', async () => {
  const token = await person('ida')
  const { iden: device_iden } = (await server.request('/v2/devices', { token, body: { nickname: 'Phone' } })).body
  const made = await schedule({ email: undefined, device_iden }, token)
  expect(made).toMatchObject({ direction: 'self', target_device_iden: device_iden })
  await server.request(`/v2/devices/${device_iden}`, { token, method: 'DELETE' })
  await pass(hour + 60)
  await pass(hour + 60)
  const not_sent = { code: 'invalid_param', message: 'The device is no longer part of this account.' }
  expect(await waiting(token)).toMatchObject([{ iden: made.iden, body: 'later', not_sent }])
  expect(await box(token)).toEqual([])
  expect((await update(made.iden, { send_at: 0 }, token)).body.error).toMatchObject({ param: 'device_iden' })
  expect(await waiting(token)).toMatchObject([{ iden: made.iden, not_sent }])
  expect((await remove(made.iden, token)).status).toBe(200)
  expect(await waiting(token)).toEqual([])

  await server.request('/v2/channels', { token, body: { tag: 'ida-news' } })
  const posted = await schedule({ email: undefined, channel_tag: 'ida-news' }, token)
  const { iden: channel } = (await server.request('/v2/channels', { token })).body.channels[0]
  expect(posted.channel_iden).toBe(channel)
  await server.request(`/v2/channels/${channel}`, { token, method: 'DELETE' })
  await pass(hour + 60)
  expect((await waiting(token))[0].not_sent.message).toBe('The channel no longer exists.')
})

test('a push to followers, to oneself and to an address without an account waits as well', async () => {
  const token = await person('jan')
  const follower = await person('kim')
  await server.request('/v2/channels', { token, body: { tag: 'jan-news' } })
  await server.request('/v2/subscriptions', { token: follower, body: { channel_tag: 'jan-news' } })
  await schedule({ body: 'post', email: undefined, channel_tag: 'jan-news' }, token)
  await schedule({ body: 'note', email: undefined }, token)
  await schedule({ body: 'mail', email: 'nobody-here@example.org' }, token)
  await pass(hour + 60)
  await pass(hour + 60)
  expect((await bodies(token)).toSorted()).toEqual(['mail', 'note', 'post'])
  expect(await bodies(follower)).toEqual(['post'])
})

test('times that are none, and more than may wait, are refused; others cannot see, change or cancel scheduled pushes', async () => {
  const token = await person('leo')
  const note = { type: 'note', body: 'x' }
  for (const send_at of ['NaN', 'soon', -1, 1e300, {}, [1], 'Infinity', Date.now() / 1_000 + 400 * 86_400]) {
    const { status, body } = await post({ ...note, send_at }, token)
    expect([status, body.error?.param], String(send_at)).toEqual([400, 'send_at'])
  }
  const refusedFor = async (fields: Json, param: string) =>
    expect((await post({ ...note, send_at: inAnHour(), ...fields }, token)).body.error).toMatchObject({ param })
  await refusedFor({ body: '' }, 'body')
  await refusedFor({ device_iden: 'none' }, 'device_iden')
  await refusedFor({ channel_tag: 'none' }, 'channel_tag')
  await refusedFor({ email: 'a@example.org', channel_tag: 'none' }, 'channel_tag')
  const made = await schedule({}, token)
  expect((await update(made.iden, { body: ' ' }, token)).status).toBe(400)
  expect((await update(made.iden, { send_at: 9e9 }, token)).status).toBe(400)

  for (const refused of [await get(made.iden, bob), await update(made.iden, { body: 'mine' }, bob), await remove(made.iden, bob)])
    expect(refused.status).toBe(404)
  expect(await waiting(bob)).toEqual([])
  expect(await waiting(token)).toEqual([made])

  await server.app.db.write(async (tx) => {
    for (let count = 1; count < scheduledPushesPerAccount; count++)
      await tx.run(
        `INSERT INTO scheduled_push (iden, owner, active, created, modified, guid, send_at, input, bytes)
         SELECT iden || $2, owner, 1, created, modified, guid || $2, send_at, input, bytes FROM scheduled_push WHERE iden = $1`,
        [made.iden, `-${count}`],
      )
  })
  const { status, body } = await post({ ...note, send_at: inAnHour() }, token)
  expect([status, body.error.param]).toEqual([400, 'send_at'])
  expect((await remove(made.iden, token)).status).toBe(200)
  expect((await post({ ...note, send_at: inAnHour() }, token)).status).toBe(200)
})

test('of many requests under one guid at the same time, one waits, and it is sent once', async () => {
  const token = await person('mia')
  const made = await Promise.all(Array.from({ length: 8 }, () => schedule({ guid: 'g-many' }, token)))
  expect(new Set(made.map(({ iden }) => iden)).size).toBe(1)
  await Promise.all([pass(hour + 60), ...made.map(({ iden }) => update(iden, { send_at: 0 }, token))])
  await pass(hour + 60)
  expect(await box(token)).toHaveLength(1)
  expect(await waiting(token)).toEqual([])
})

test('waiting pushes count towards the storage, keep their file, and go with it when canceled', async () => {
  const token = await person('nia')
  const used = async () => (await server.request('/v3/usage', { token })).body.storage_used
  const { body: upload } = await server.request('/v3/start-upload', {
    token,
    body: { name: 'a.txt', type: 'text/plain', size: 6 },
  })
  await fetch(upload.piece_urls[0], { method: 'POST', body: 'a file' })
  const { file_url } = (await server.request('/v3/finish-upload', { token, body: { id: upload.id } })).body
  const before = await used()
  const [one, other] = [await schedule({ type: 'file', file_url }, token), await schedule({ type: 'file', file_url }, token)]
  expect(one).toMatchObject({ type: 'file', file_name: 'a.txt', file_size: 6 })
  expect(await used()).toBeGreaterThan(before + 1_000)
  const found = async () => (await fetch(file_url)).status
  await remove(one.iden, token)
  await server.app.jobs.processAll()
  expect(await found()).toBe(200)
  await remove(other.iden, token)
  await server.app.jobs.processAll()
  expect(await found()).toBe(404)
})

test('a waiting push follows its receiver to a new address, and is not sent by a suspended account', async () => {
  const token = await person('ola')
  const { account } = await server.signUp('pam@example.org')
  const made = await schedule({ email: 'pam@example.org' }, token)
  await server.app.db.write((tx) =>
    tx.run('UPDATE account SET email = $2, email_normalized = $2 WHERE iden = $1', [account.iden, 'pam@new.example.org']),
  )
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = 1 WHERE email = $1', ['ola@example.org']))
  await pass(hour + 60)
  const rows = await server.app.db.all<Json>('SELECT error_code FROM scheduled_push WHERE iden = $1', [made.iden])
  expect(rows).toEqual([{ error_code: 'account_suspended' }])
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = NULL WHERE email = $1', ['ola@example.org']))
  await server.restart()
  expect((await update(made.iden, { send_at: 0 }, token)).body).toMatchObject({ receiver_email: 'pam@new.example.org' })
})

test('waiting pushes go with their account', async () => {
  const { token, account } = await server.signUp('quin@example.org')
  await schedule({}, token)
  expect((await server.request('/v2/users/me', { token, method: 'DELETE' })).status).toBe(200)
  await pass(2 * hour)
  expect(await server.app.db.all('SELECT iden FROM scheduled_push WHERE owner = $1', [account.iden])).toEqual([])
  expect(await bodies(bob)).not.toContain('quin')
})
