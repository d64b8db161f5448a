// On the engines too: what is stored is summed in SQL, also for writes at once.

import { freeLimits, proLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../db/migrations/migrations.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { postForm } from '../upload/test-uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The first account is the administrator, who has Pro.
  await server.signUp('admin@example.org')
})
afterAll(() => server.close())

const long = 'x'.repeat(120_000)

/** An account with only `left` bytes of free storage; one unfinished upload takes the rest. */
async function nearlyFull(email: string, left: number) {
  const person = await server.signUp(email)
  const { token, account } = person
  const { body } = await server.request('/v3/start-upload', { token, body: { name: 'a', size: 1 } })
  const size = freeLimits.storageBytes - left
  await server.app.db.write((tx) => tx.run('UPDATE upload SET size = $2 WHERE iden = $1', [body.id, size]))
  const push = (fields: object) => server.request('/v2/pushes', { token, body: { type: 'note', ...fields } })
  return { token, iden: account.iden as string, push }
}

async function fill(push: (fields: object) => Promise<{ status: number; body: { iden: string; error?: { code: string } } }>) {
  const taken: string[] = []
  for (;;) {
    const { status, body } = await push({ body: long })
    if (status !== 200) {
      expect([status, body.error?.code]).toEqual([400, 'storage_quota'])
      return taken
    }
    taken.push(body.iden)
    expect(taken.length).toBeLessThan(100)
  }
}

test('pushes count towards the storage of an account, with their bytes, and deleting some makes room', async () => {
  const { token, push } = await nearlyFull('full@example.org', 3_000_000)
  const taken = await fill(push)
  // Each node checks only once per megabyte.
  expect(taken.length).toBeGreaterThanOrEqual(24)
  expect(taken.length).toBeLessThanOrEqual(34)
  const upload = await server.request('/v3/start-upload', { token, body: { name: 'b', size: 200_000 } })
  expect(upload.body.error.message).toMatch(/^The storage of this account is full: .* Delete some messages or files/)
  for (const iden of taken) await server.request(`/v2/pushes/${iden}`, { token, method: 'DELETE' })
  expect((await push({ body: long })).status).toBe(200)
})

test('pushes that are sent and deleted in turn take storage too: each leaves 256 bytes to its sender, in both boxes', async () => {
  const { iden, push, token } = await nearlyFull('in-turn@example.org', 1e9)
  const other = await server.signUp('deleting@example.org')
  await push({ body: 'gone', email: 'deleting@example.org' })
  for (const box of [token, other.token]) {
    const { body } = await server.request('/v2/pushes', { token: box })
    await server.request(`/v2/pushes/${body.pushes[0].iden}`, { token: box, method: 'DELETE' })
  }
  const rows = await server.app.db.all('SELECT active, bytes FROM push WHERE payer = $1', [iden])
  expect(rows).toEqual(Array(2).fill({ active: 0, bytes: 256 }))
})

test('an edit takes storage as sending does, of both copies, and a refused edit changes nothing', async () => {
  const { token, push } = await nearlyFull('editor@example.org', 3_000_000)
  await server.signUp('reader@example.org')
  const notes: string[] = []
  for (let count = 0; count < 20; count++) notes.push((await push({ body: 'x', email: 'reader@example.org' })).body.iden)
  const edit = (iden: string) => server.request(`/v2/pushes/${iden}`, { token, body: { body: long } })
  const results: { status: number; body: { iden: string; error?: { code: string } } }[] = []
  for (const iden of notes) results.push(await edit(iden))
  const refused = results.findIndex(({ status }) => status !== 200)
  expect(refused).toBeGreaterThanOrEqual(12)
  expect(results[refused]?.body.error?.code).toBe('storage_quota')
  expect((await server.request(`/v2/pushes/${notes[refused]}`, { token })).body.body).toBe('x')
})

test('Pro is not offered for a file that is too large for Pro', async () => {
  const { token, iden, push } = await nearlyFull('pro@example.org', 0)
  expect((await push({ body: 'x' })).body.error.message).toMatch(/Delete some messages or files, or upgrade to Pro for 100 GB\.$/)
  const bought = await server.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_full', plan_id: 'yearly' } })
  expect(bought.status).toBe(200)
  expect((await push({ body: 'x' })).status).toBe(200)
  const file = await server.request('/v3/start-upload', { token, body: { name: 'a', size: proLimits.fileBytes + 1 } })
  expect(file.body.error.message).toBe('File is too big. A file may have up to 1 GB.')
  await server.app.db.write((tx) => tx.run('UPDATE upload SET size = $2 WHERE owner = $1', [iden, proLimits.storageBytes]))
  const upload = await server.request('/v3/start-upload', { token, body: { name: 'a', size: 1 } })
  expect(upload.body.error.message).toMatch(/Delete some messages or files\.$/)
})

test('a file that the storage of the account has no room for is refused as that, however large a file may be', async () => {
  const { token, account } = await server.signUp('small@example.org')
  const limit = 5 * 2 ** 20
  await server.app.db.write((tx) => tx.run('UPDATE account SET storage_limit = $2 WHERE iden = $1', [account.iden, limit]))
  for (const size of [limit - 100_000, limit + 1, freeLimits.fileBytes]) {
    if (size < limit) await server.request('/v3/start-upload', { token, body: { name: 'a', size } })
    const { body } = await server.request('/v3/start-upload', { token, body: { name: 'b', size } })
    expect([size, body.error.code]).toEqual([size, 'storage_quota'])
    expect(body.error.message).toMatch(/^The storage of this account is full/)
  }
  const { body: upload } = await server.request('/v2/upload-request', { token, body: { file_name: 'a' } })
  const sent = await postForm(upload.upload_url, [['file', Buffer.alloc(7 * 2 ** 20), 'a']])
  expect(((await sent.json()) as { error: { code: string } }).error.code).toBe('storage_quota')
})

test('a repeated guid is answered although the storage is full', async () => {
  const { push } = await nearlyFull('again@example.org', 400_000)
  const first = await push({ body: 'once', guid: 'g' })
  await fill(push)
  expect((await push({ body: 'once', guid: 'g' })).body).toEqual(first.body)
})

test('the sender pays for the copy of the receiver too, until that is deleted', async () => {
  const receiver = await server.signUp('receiver@example.org')
  const { iden, push } = await nearlyFull('payer@example.org', 1e9)
  const { body } = await push({ body: long, email: 'receiver@example.org' })
  const usedBy = async (account: string) => Number((await server.app.db.one<{ sum: number }>(used, [account]))?.sum ?? 0)
  const used = 'SELECT SUM(bytes) AS sum FROM push WHERE payer = $1 AND active = 1'
  expect(await usedBy(iden)).toBeGreaterThan(240_000)
  expect(await usedBy(receiver.account.iden)).toBe(0)
  const { body: theirs } = await server.request('/v2/pushes', { token: receiver.token })
  await server.request(`/v2/pushes/${theirs.pushes[0].iden}`, { token: receiver.token, method: 'DELETE' })
  const left = await usedBy(iden)
  expect([left > 120_000, left < 125_000, body.body.length]).toEqual([true, true, long.length])
})

test('a push to a user needs room for both copies, also where that user blocks its sender; one to anybody else for one', async () => {
  const blocking = await server.signUp('blocking@example.org')
  await server.request('/v2/blocks', { token: blocking.token, body: { email: 'tight@example.org' } })
  const { push } = await nearlyFull('tight@example.org', 200_000)
  for (const email of ['receiver@example.org', 'blocking@example.org']) {
    const { status, body } = await push({ body: long, email })
    expect([status, body.error?.code]).toEqual([400, 'storage_quota'])
  }
  expect((await push({ body: long, email: 'unknown@example.org' })).status).toBe(200)
})

test('pushes that were there before they were counted are counted by the migration', async () => {
  const { iden, push } = await nearlyFull('older@example.org', 1e9)
  await push({ title: 'ä', body: long, url: 'https://example.org/' })
  const { db } = server.app
  const rows = () => db.all('SELECT bytes, payer FROM push WHERE owner = $1', [iden])
  const before = await rows()
  await db.write((tx) => tx.run('UPDATE push SET bytes = 1, payer = NULL WHERE owner = $1', [iden]))
  const { sql } = migrations('sqlite').find(({ name }) => name.endsWith('push-storage.sql')) as { sql: string }
  const update = /UPDATE push SET[^;]+/.exec(sql)?.[0] as string
  await db.write((tx) => tx.run(update))
  expect(await rows()).toEqual(before)
})

test('followers pay for the posts that they get; one without room misses a post, and the others get it', async () => {
  const owner = await server.signUp('owner@example.org')
  const full = await nearlyFull('follower-full@example.org', 50_000)
  const other = await server.signUp('follower@example.org')
  await server.request('/v2/channels', { token: owner.token, body: { tag: 'heavy', name: 'Heavy' } })
  for (const { token } of [full, other]) await server.request('/v2/subscriptions', { token, body: { channel_tag: 'heavy' } })
  const post = async () => {
    await server.request('/v2/pushes', { token: owner.token, body: { type: 'note', body: long, channel_tag: 'heavy' } })
    await server.app.jobs.processAll()
  }
  await fill(full.push)
  for (let count = 0; count < 3; count++) await post()
  const got = async (token: string) => (await server.request('/v2/pushes?channel_tag=heavy', { token })).body.pushes.length
  expect([await got(full.token), await got(other.token)]).toEqual([0, 3])
})
