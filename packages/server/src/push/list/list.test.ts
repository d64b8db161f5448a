// On the engines too: ticks of one row are written at once by several.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const list = { type: 'list', title: 'Buy', items: ['milk', 'bread', 'milk'], email: 'bob@example.org' }
const send = async (fields: object = {}, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { ...list, ...fields } })).body
const change = (iden: string, fields: object, token = alice) => server.request(`/v2/pushes/${iden}`, { token, body: fields })
const tick = (iden: string, index: number, text: string, checked = true, token = alice) =>
  change(iden, { ticks: [{ index, text, checked }] }, token)
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
const checked = async (iden: string, token = alice) => (await get(iden, token)).items.map((item: Json) => item.checked)

describe('ticking an item of a list', () => {
  test('shows in both boxes, by either person, and is taken back', async () => {
    const sent = await send()
    const got = await newest()
    const stream = await openStream(server.origin, alice)
    const { body } = await tick(got.iden, 2, 'milk', true, bob)
    expect(body.items).toEqual([
      { checked: false, text: 'milk' },
      { checked: false, text: 'bread' },
      { checked: true, text: 'milk' },
    ])
    expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
    stream.close()
    const seen = await get(sent.iden)
    expect(seen.items).toEqual(body.items)
    expect(seen.modified).toBeGreaterThan(sent.modified)
    expect(seen).toMatchObject({ title: 'Buy', body: 'milk\nbread\nmilk' })
    expect(seen).not.toHaveProperty('edited')
    await tick(sent.iden, 2, 'milk', false)
    expect(await checked(got.iden, bob)).toEqual([false, false, false])
  })

  test('loses none of many that are ticked at once, and changes nothing when it is so already', async () => {
    const items = Array.from({ length: 40 }, (_, index) => `item ${index}`)
    const sent = await send({ items })
    const got = await newest()
    await Promise.all(
      items.map((text, index) => (index % 2 ? tick(sent.iden, index, text) : tick(got.iden, index, text, true, bob))),
    )
    expect(await checked(sent.iden)).toEqual(items.map(() => true))
    const before = await get(got.iden, bob)
    expect((await tick(got.iden, 7, 'item 7', true, bob)).body).toEqual(before)
  })

  test('is refused for an item that is not there, for what is no list, and for strangers', async () => {
    const sent = await send()
    const note = await send({ type: 'note', body: 'milk' })
    const refused = async (iden: string, ticks: unknown) => {
      const { status, body } = await change(iden, { ticks })
      expect([ticks, status, body.error.code]).toEqual([ticks, 400, 'invalid_param'])
    }
    await refused(sent.iden, [{ index: 0, text: 'bread', checked: true }])
    await refused(sent.iden, [{ index: 3, text: 'milk', checked: true }])
    await refused(note.iden, [{ index: 0, text: 'milk', checked: true }])
    for (const index of [-1, 0.5, 1_000, 'NaN', null]) await refused(sent.iden, [{ index, text: 'milk', checked: true }])
    await refused(sent.iden, [{ index: 0, text: 'milk', checked: 'perhaps' }])
    await refused(sent.iden, Array(1_001).fill({ index: 0, text: 'milk', checked: true }))
    // An item that can't be ticked leaves all as they are.
    await refused(sent.iden, [
      { index: 0, text: 'milk', checked: true },
      { index: 9, text: 'milk', checked: true },
    ])
    expect(await checked(sent.iden)).toEqual([false, false, false])
    const eve = (await server.signUp('eve@example.org')).token
    expect((await tick(sent.iden, 0, 'milk', true, eve)).status).toBe(404)
  })

  test('follows the items when the sender edits the list', async () => {
    const sent = await send()
    const got = await newest()
    await tick(sent.iden, 0, 'milk')
    await tick(got.iden, 1, 'bread', true, bob)
    await change(sent.iden, { body: 'eggs\nbread\nmilk\nmilk' })
    for (const [iden, token] of [
      [sent.iden, alice],
      [got.iden, bob],
    ])
      expect(await checked(iden, token)).toEqual([false, true, true, false])
    expect((await tick(got.iden, 0, 'milk', true, bob)).body.error.param).toBe('ticks')
  })

  test('stays with its account in a post, and when the receiver blocks the sender', async () => {
    await server.request('/v2/channels', { token: alice, body: { tag: 'recipes', name: 'Recipes' } })
    await server.request('/v2/subscriptions', { token: bob, body: { channel_tag: 'recipes' } })
    const post = await send({ email: undefined, channel_tag: 'recipes' })
    await tick(post.iden, 0, 'milk')
    await server.app.jobs.processAll()
    const copy = await newest()
    expect(await checked(copy.iden, bob)).toEqual([false, false, false])
    await tick(copy.iden, 1, 'bread', true, bob)
    expect(await checked(post.iden)).toEqual([true, false, false])
    await change(post.iden, { body: 'bread\nsalt' })
    await server.app.jobs.processAll()
    expect(await checked(copy.iden, bob)).toEqual([true, false])

    const cleo = (await server.signUp('cleo@example.org')).token
    const sent = await send({ email: 'cleo@example.org' })
    const got = await newest(cleo)
    await server.request('/v2/blocks', { token: cleo, body: { email: 'alice@example.org' } })
    await tick(sent.iden, 0, 'milk')
    expect(await get(got.iden, cleo)).toEqual(got)
  })

  test('survives a deletion that is undone, and goes with the content of one for everyone', async () => {
    const sent = await send()
    const got = await newest()
    await tick(sent.iden, 0, 'milk')
    await server.request(`/v2/pushes/${sent.iden}?undoable=true`, { token: alice, method: 'DELETE' })
    await server.request(`/v2/pushes/${sent.iden}/restore`, { token: alice, body: {} })
    expect(await checked(sent.iden)).toEqual([true, false, false])
    await server.request(`/v2/pushes/${sent.iden}?everyone=true`, { token: alice, method: 'DELETE' })
    expect(await get(got.iden, bob)).not.toHaveProperty('items')
    expect((await tick(got.iden, 0, 'deleted', true, bob)).body.error.param).toBe('ticks')
  })
})
