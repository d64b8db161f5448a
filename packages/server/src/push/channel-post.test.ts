// On the engines too: copies are made in slices by a job, by writes of many rows.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../db/sqlite.ts'
import { fillAccounts, fillChannel, type Json, startTestServer, type TestServer } from '../test-server.ts'
import { insertFanOut } from './fan-out-rows.ts'

let server: TestServer
let owner: string
let ownerIden: string
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  const { token, account } = await server.signUp('owner@example.org', 'Owner')
  owner = token
  ownerIden = account.iden
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const open = async (tag: string, fields: object = {}) =>
  (await server.request('/v2/channels', { token: owner, body: { tag, ...fields } })).body
const follow = async (channel_tag: string, token: string) =>
  (await server.request('/v2/subscriptions', { token, body: { channel_tag } })).body
const post = (channel_tag: string, fields: object = {}, token = owner) =>
  server.request('/v2/pushes', { token, body: { type: 'note', body: 'news', channel_tag, ...fields } })
const list = async (token: string, query = '') => (await server.request(`/v2/pushes${query}`, { token })).body.pushes

describe('posting to a channel', () => {
  test('CHAN-041 a post is one push of its owner, and arrives at everyone who follows, under the channel’s name', async () => {
    const channel = await open('news', { name: 'The News', image_url: 'https://x.example/i', subscribe: true })
    await follow('news', alice)
    await follow('news', bob)
    const { status, body: posted } = await post('NEWS', { title: 'T', url: 'https://x.example', type: 'link', guid: 'post-1' })
    expect(status).toBe(200)
    expect(posted).toMatchObject({
      direction: 'self',
      channel_iden: channel.iden,
      sender_iden: ownerIden,
      sender_name: 'The News',
      sender_image_url: 'https://x.example/i',
    })
    expect(posted).not.toHaveProperty('receiver_email')
    await server.app.jobs.processAll()
    for (const [token, email] of [
      [alice, 'alice@example.org'],
      [bob, 'bob@example.org'],
    ] as const) {
      expect(await list(token)).toEqual([
        {
          iden: expect.any(String),
          active: true,
          created: expect.any(Number),
          modified: expect.any(Number),
          type: 'link',
          dismissed: false,
          direction: 'incoming',
          channel_iden: channel.iden,
          sender_name: 'The News',
          sender_image_url: 'https://x.example/i',
          receiver_iden: expect.any(String),
          receiver_email: email,
          receiver_email_normalized: email,
          title: 'T',
          body: 'news',
          url: 'https://x.example',
        },
      ])
    }
    expect(await list(owner)).toEqual([posted])
    expect(await server.app.db.all("SELECT * FROM job WHERE type = 'fan-out'")).toEqual([])
  })

  test('a repeated guid posts once', async () => {
    await open('once')
    const { token } = await server.signUp('once@example.org')
    await follow('once', token)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('once', { guid: 'g-once' })))
    expect(new Set(answers.map(({ body }) => body.iden)).size).toBe(1)
    await server.app.jobs.processAll()
    expect(await list(token)).toHaveLength(1)
  })

  test('CHAN-041 GAP-003 only its owner posts to a channel, and an unknown one is refused by name', async () => {
    await open('closed-shop')
    await follow('closed-shop', alice)
    const before = (await list(alice)).length
    const forbidden = await post('closed-shop', {}, bob)
    expect([forbidden.status, forbidden.body.error.code]).toEqual([403, 'forbidden'])
    expect((await post('closed-shop', {}, alice)).status).toBe(403)
    const unknown = await post('no-such-channel')
    expect([unknown.status, unknown.body.error.param]).toEqual([400, 'channel_tag'])
    await server.app.jobs.processAll()
    expect(await list(alice)).toHaveLength(before)
  })

  test('API-019 the pushes of one channel are listed, for its owner and for who follows it', async () => {
    await open('listed')
    const { token } = await server.signUp('reader@example.org')
    await follow('listed', token)
    await server.request('/v2/pushes', { token, body: { type: 'note', body: 'own note' } })
    await post('listed', { body: 'one' })
    await post('listed', { body: 'two' })
    await server.app.jobs.processAll()
    const bodies = async (who: string) => (await list(who, '?channel_tag=Listed')).map((push: Json) => push.body)
    expect(await bodies(token)).toEqual(['two', 'one'])
    expect(await bodies(owner)).toEqual(['two', 'one'])
    expect(await bodies(bob)).toEqual([])
  })

  test('a muted subscription still receives, an ended one does not', async () => {
    await open('quiet')
    const { token } = await server.signUp('quiet@example.org')
    const subscription = await follow('quiet', token)
    const path = `/v2/subscriptions/${subscription.iden}`
    await server.request(path, { token, body: { muted: true } })
    await post('quiet', { body: 'heard' })
    await server.app.jobs.processAll()
    await server.request(path, { token, method: 'DELETE' })
    await post('quiet', { body: 'not heard' })
    await server.app.jobs.processAll()
    expect((await list(token)).map((push: Json) => push.body)).toEqual(['heard'])
  })

  test('a copy is its receiver’s own: deleting it, or the post, leaves the others', async () => {
    await open('copies')
    const people = [await server.signUp('copy-1@example.org'), await server.signUp('copy-2@example.org')]
    for (const { token } of people) await follow('copies', token)
    const { body: posted } = await post('copies')
    await server.app.jobs.processAll()
    const [[first], [second]] = await Promise.all(people.map(({ token }) => list(token)))
    expect(first.iden).not.toBe(second.iden)
    expect(first.iden).toMatch(new RegExp(`^${people[0]?.account.iden}sj[A-Za-z0-9]{18}$`))
    await server.request(`/v2/pushes/${first.iden}`, { token: people[0]?.token as string, method: 'DELETE' })
    await server.request(`/v2/pushes/${posted.iden}`, { token: owner, method: 'DELETE' })
    expect(await list(people[1]?.token as string)).toEqual([second])
  })

  test('posts arrive in the order in which they were posted', async () => {
    await open('ordered')
    const { token } = await server.signUp('ordered@example.org')
    await follow('ordered', token)
    for (let index = 0; index < 30; index++) await post('ordered', { body: String(index) })
    await server.app.jobs.processAll()
    const bodies = (await list(token)).map((push: Json) => Number(push.body))
    expect(bodies).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index))
  })

  test('a slice that is done again changes no box, and brings nothing back that was deleted', async () => {
    const { iden: source } = await open('again')
    const { token } = await server.signUp('again@example.org')
    await follow('again', token)
    const { body: posted } = await post('again')
    await server.app.jobs.processAll()
    const fanOut = async (key: string) => {
      const row = { post: posted.iden, source, created: 1, key, after_box: '', first_after: '', stamps_until: null }
      await server.app.db.write(async (tx) => {
        await insertFanOut(tx, row)
        await server.app.jobs.add(tx, { type: 'fan-out', key: source, payload: { source } })
      })
      await server.app.jobs.processAll()
      expect(await server.app.db.all('SELECT * FROM fan_out')).toEqual([])
      return list(token)
    }
    const copies = await list(token)
    expect(copies).toHaveLength(1)
    expect(await fanOut('key')).toEqual(copies)
    await server.request(`/v2/pushes/${copies[0].iden}`, { token, method: 'DELETE' })
    const left = await list(token)
    expect(await fanOut('key')).toEqual(left)
  })
})

test('a push to an own client arrives at everyone who lets it in, and at no other account', async () => {
  const client = (
    await server.request('/v2/clients', { token: owner, body: { name: 'The App', redirect_uri: 'https://a.example/' } })
  ).body
  const { token: user } = await server.signUp('app-user@example.org')
  await server.request('/oauth2/authorize', { token: user, body: { client_id: client.client_id, response_type: 'token' } })
  const send = (token: string) =>
    server.request('/v2/pushes', { token, body: { body: 'from the app', client_iden: client.iden } })
  const refused = await send(bob)
  expect([refused.status, refused.body.error.param]).toEqual([400, 'client_iden'])
  const before = (await list(bob)).length
  const { body: posted } = await send(owner)
  expect(posted).toMatchObject({ direction: 'self', client_iden: client.iden, sender_name: 'The App' })
  await server.app.jobs.processAll()
  const [got] = await list(user, `?client_iden=${client.iden}`)
  expect(got).toMatchObject({ direction: 'incoming', body: 'from the app', sender_name: 'The App', client_iden: client.iden })
  expect(got).not.toHaveProperty('sender_email')
  expect(await list(bob)).toHaveLength(before)
})

describe('ten thousand followers', () => {
  const root = mkdtempSync(join(tmpdir(), 'waypost-channel-'))
  const running = new Set<ChildProcess>()
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  })

  async function start(program = 'main.ts') {
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', program)], {
      env: { ...process.env, WAYPOST_PORT: '0', WAYPOST_DATA: root, TEST_CUT_OFF_AFTER: '3' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    const exited = new Promise((resolve) => child.on('exit', resolve))
    const origin = await new Promise<string>((resolve) => {
      let output = ''
      child.stdout.on('data', (text) => {
        output += text
        const ready = /ready at (\S+)/.exec(output)?.[1]
        if (ready) resolve(ready)
      })
    })
    return { child, origin, exited }
  }

  function look() {
    const db = new DatabaseSync(join(root, 'waypost.db'), { readOnly: true })
    const copies = db.prepare("SELECT COUNT(*) AS count FROM push WHERE body = 'to all'")
    const waiting = db.prepare('SELECT COUNT(*) AS count FROM fan_out')
    const count = (statement: typeof copies) => (statement.get() as { count: number }).count
    return { copies: () => count(copies), waiting: () => count(waiting), close: () => db.close() }
  }

  test('CHAN-041 a post is answered at once and arrives in every box exactly once, also when the server is killed on the way', async () => {
    const people = await fillAccounts(root, 10_001)
    const [author, ...followers] = people as [(typeof people)[number], ...typeof people]
    await fillChannel(root, 'crowd', author.iden, [author.iden, ...followers.map(({ iden }) => iden)])

    // Killed when three slices have it, long before all do.
    const first = await start('test-programs/test-cut-off.ts')
    const request = (origin: string, body: object) =>
      fetch(`${origin}/v2/pushes`, { method: 'POST', headers: { 'access-token': author.token }, body: JSON.stringify(body) })
    await request(first.origin, { type: 'note', body: 'warm up' })
    const answer = await request(first.origin, { type: 'note', body: 'to all', channel_tag: 'crowd', guid: 'one' })
    expect(answer.status).toBe(200)
    const { iden } = (await answer.json()) as { iden: string }
    await first.exited
    const store = look()
    expect(store.copies()).toBeGreaterThan(100)
    expect(store.copies()).toBeLessThan(2_000)

    const second = await start()
    while (store.waiting() > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    const again = await request(second.origin, { type: 'note', body: 'to all', channel_tag: 'crowd', guid: 'one' })
    expect(((await again.json()) as { iden: string }).iden).toBe(iden)
    second.child.kill('SIGTERM')
    await second.exited
    store.close()

    const db = openSqlite(root)
    const rows = await db.all<{ owner: string; direction: string }>('SELECT owner, direction FROM push WHERE body = $1', [
      'to all',
    ])
    const stamps = await db.all(`SELECT push.owner FROM push JOIN box ON box.owner = push.owner
      WHERE push.body = 'to all' AND push.modified > box.stamp`)
    await db.close()
    expect(rows).toHaveLength(10_001)
    expect(new Set(rows.map((row) => row.owner)).size).toBe(10_001)
    expect(rows.filter((row) => row.direction === 'self').map((row) => row.owner)).toEqual([author.iden])
    expect(stamps).toEqual([])
  })
})
