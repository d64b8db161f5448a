// On the engines too: reminders are jobs at their time.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { remindersPerAccount } from './reminder.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const send = async (fields: object = {}, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { body: 'call the vet', email: 'bob@example.org', ...fields } })).body
const change = (iden: string, fields: object, token = alice) => server.request(`/v2/pushes/${iden}`, { token, body: fields })
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
const inHours = (hours: number) => Math.floor(Date.now() / 1_000) + hours * 3_600
/** Runs the jobs that are due within some hours. */
const wait = (hours: number) => server.app.jobs.processAll(inHours(hours) * 1e6)

describe('a reminder', () => {
  test('brings a push back once, as unread, in the box of its owner alone', async () => {
    const sent = await send()
    const got = await newest()
    const at = inHours(2)
    expect((await change(got.iden, { dismissed: true, remind_at: at }, bob)).body).toMatchObject({
      remind_at: at,
      dismissed: true,
    })
    await wait(1)
    expect(await get(got.iden, bob)).not.toHaveProperty('reminded')
    const stream = await openStream(server.origin, bob)
    await wait(3)
    expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
    stream.close()
    const back = await get(got.iden, bob)
    expect(back).toMatchObject({ dismissed: false, body: 'call the vet', created: got.created })
    expect(back.reminded).toBe(back.modified)
    expect(back).not.toHaveProperty('remind_at')
    expect(await get(sent.iden)).toEqual(sent)
    await wait(5)
    expect(await get(got.iden, bob)).toEqual(back)
  })

  test('is dismissed by its owner, and by no later reading of the conversation', async () => {
    const sent = await send({}, bob)
    const { iden } = await send({ email: 'alice@example.org' }, bob)
    expect(sent.iden).not.toBe(iden)
    const got = await newest(alice)
    await change(got.iden, { remind_at: inHours(1) })
    await wait(2)
    await send({ email: 'alice@example.org', body: 'later' }, bob)
    const later = await newest(alice)
    const markers = [{ conversation: 'email:bob@example.org', read_to: later.created }]
    await server.request('/v2/read_markers', { token: alice, body: { markers } })
    expect((await get(later.iden)).dismissed).toBe(true)
    expect((await get(got.iden)).dismissed).toBe(false)
    expect((await change(got.iden, { dismissed: true })).body.dismissed).toBe(true)
  })

  test('is moved and taken away; another one dismisses what has come back', async () => {
    const { iden } = await send({ email: undefined })
    await change(iden, { remind_at: inHours(1) })
    const moved = inHours(5)
    expect((await change(iden, { remind_at: moved })).body.remind_at).toBe(moved)
    await wait(2)
    expect((await get(iden)).remind_at).toBe(moved)
    expect((await change(iden, { remind_at: 0 })).body).not.toHaveProperty('remind_at')
    await wait(6)
    expect(await get(iden)).not.toHaveProperty('reminded')
    await change(iden, { remind_at: inHours(1) })
    await wait(2)
    expect(await get(iden)).toMatchObject({ dismissed: false, reminded: expect.any(Number) })
    expect((await change(iden, { remind_at: inHours(3) })).body.dismissed).toBe(true)
    const before = await get(iden)
    expect((await change(iden, { remind_at: before.remind_at })).body).toEqual(before)
  })

  test('is refused for times that have passed or are far, on deleted pushes and on those of others', async () => {
    const sent = await send()
    const got = await newest()
    for (const remind_at of [1, inHours(-1), inHours(24 * 400), -5, 'soon', '1e400']) {
      const { status, body } = await change(sent.iden, { remind_at })
      expect([remind_at, status, body.error.param]).toEqual([remind_at, 400, 'remind_at'])
    }
    expect((await change(got.iden, { remind_at: inHours(1) })).status).toBe(404)
    await change(got.iden, { remind_at: inHours(1) }, bob)
    await server.request(`/v2/pushes/${sent.iden}?everyone=true`, { token: alice, method: 'DELETE' })
    expect((await change(sent.iden, { remind_at: inHours(1) })).status).toBe(404)
    const left = await get(got.iden, bob)
    expect(left).not.toHaveProperty('remind_at')
    expect((await change(got.iden, { remind_at: inHours(1) }, bob)).body.error.code).toBe('forbidden')
    await wait(2)
    expect(await get(got.iden, bob)).toEqual(left)
  })

  test('goes with a deletion, and is there again when that is undone', async () => {
    const { iden } = await send({ email: undefined })
    await change(iden, { remind_at: inHours(1) })
    await server.request(`/v2/pushes/${iden}?undoable=true`, { token: alice, method: 'DELETE' })
    await server.request(`/v2/pushes/${iden}/restore`, { token: alice, body: {} })
    await wait(2)
    expect(await get(iden)).toHaveProperty('reminded')
    await change(iden, { remind_at: inHours(1) })
    await server.request(`/v2/pushes/${iden}`, { token: alice, method: 'DELETE' })
    await wait(2)
    expect((await get(iden)).active).toBe(false)
  })

  test('is one of a limited number for each account', async () => {
    const { token } = await server.signUp('planner@example.org')
    const sent = await Promise.all(Array.from({ length: remindersPerAccount + 1 }, () => send({ email: undefined }, token)))
    const results = []
    for (const { iden } of sent) results.push((await change(iden, { remind_at: inHours(1) }, token)).status)
    expect(results).toEqual([...Array(remindersPerAccount).fill(200), 400])
    expect((await change(sent[0]?.iden, { remind_at: inHours(2) }, token)).status).toBe(200)
    await change(sent[1]?.iden, { remind_at: 0 }, token)
    expect((await change(sent.at(-1)?.iden, { remind_at: inHours(1) }, token)).status).toBe(200)
  })
})
