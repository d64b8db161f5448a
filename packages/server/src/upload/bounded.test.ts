import { freeLimits, proLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { leastFileBytes } from './rows.ts'

// The costs of small files: storage, their number, jobs, and their lifetime if nothing refers to them.

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org')).token
})
afterAll(() => server.close())

const day = 24 * 60 * 60 * 1_000_000

async function upload(token: string, name = 'a.png'): Promise<string> {
  const { body } = await server.request('/v3/start-upload', { token, body: { name, size: 1, type: 'image/png' } })
  expect((await fetch(body.piece_urls[0], { method: 'POST', body: 'x' })).status).toBe(200)
  return (await server.request('/v3/finish-upload', { token, body: { id: body.id } })).body.file_url
}

const jobsFor = async (owner: string) =>
  (await server.app.db.all('SELECT 1 AS one FROM job WHERE type = $1 AND payload LIKE $2', ['uploads-expiry', `%${owner}%`]))
    .length

test('a file of one byte counts its block on the disk and its row, and all that shows the usage counts it like that', async () => {
  const { token, account } = await server.signUp('small-files@example.org')
  for (let count = 0; count < 5; count++) await upload(token)
  const { storage_used } = (await server.request('/v3/usage', { token })).body
  expect(storage_used).toBe(5 * leastFileBytes)
  expect(leastFileBytes).toBeGreaterThan(4_096)
  const { people } = (await server.request('/v3/admin/people?search=small-files', { token: admin })).body
  const { accounts } = (await server.request('/v3/admin/storage', { token: admin })).body
  expect([people[0].storage, accounts[0].used]).toEqual([storage_used, storage_used])
  // No more than two: midnight may have passed.
  expect(await jobsFor(account.iden)).toBeLessThanOrEqual(2)
  // Room for an empty file means room for its minimum size.
  await server.app.db.write((tx) =>
    tx.run('UPDATE account SET storage_limit = $2 WHERE iden = $1', [account.iden, 6 * leastFileBytes - 1]),
  )
  const refused = await server.request('/v3/start-upload', { token, body: { name: 'a', size: 0 } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'storage_quota'])
})

test('an account has so many files at most, unfinished ones too, and more with Pro', async () => {
  const { token, account } = await server.signUp('many-files@example.org')
  await upload(token)
  // Otherwise the other tests would wait until each has expired.
  await server.app.db.write((tx) => tx.run('UPDATE upload SET named = 1 WHERE owner = $1', [account.iden]))
  const more = async (from: number, count: number) => {
    const columns = 'owner, kind, state, created, touched, name, type, size, handle, image_width, image_height, named'
    const copies = `WITH RECURSIVE numbers (n) AS (SELECT $2 UNION ALL SELECT n + 1 FROM numbers WHERE n < $3)
      INSERT INTO upload (iden, send_key, file_key, ${columns})
      SELECT iden || '-' || n, send_key || n, file_key || n, ${columns} FROM upload, numbers WHERE owner = $1 AND iden NOT LIKE '%-%'`
    await server.app.db.write((tx) =>
      tx.run(copies.replaceAll('SELECT $2', 'SELECT CAST($2 AS INTEGER)'), [account.iden, from, from + count - 1]),
    )
  }
  await more(1, freeLimits.files - 2)
  const start = () => server.request('/v3/start-upload', { token, body: { name: 'a', size: 1 } })
  const answers = await Promise.all([start(), start(), start()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body.error).toMatchObject({
    code: 'storage_quota',
    message:
      'This account has 50,000 files, as many as it may have. Delete some messages with files; files that nothing names go by themselves after a week. With Pro it may have 200,000.',
  })
  await server.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_1', plan_id: 'monthly' } })
  expect((await start()).status).toBe(200)
  expect(proLimits.files).toBe(200_000)
})

test('a file that nothing names goes after a week, and one that anything names stays', async () => {
  const { token, account } = await server.signUp('names@example.org')
  const friend = await server.signUp('names-friend@example.org')
  const call = async (path: string, body: object, as = token) => {
    const answer = await server.request(path, { token: as, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  const left = async (urls: readonly string[]) => {
    const statuses: number[] = []
    for (const url of urls) statuses.push((await fetch(url)).status)
    return statuses
  }
  const unnamed = [await upload(token), await upload(token)]
  const named: string[] = []
  const name = async (by: (url: string) => Promise<unknown>) => {
    const url = await upload(token)
    await by(url)
    named.push(url)
  }
  await name((file_url) => call('/v2/pushes', { type: 'file', file_url }))
  await name((url) => call('/v2/pushes', { type: 'link', url }))
  await name((url) => call('/v2/pushes', { type: 'note', body: `See ${url} for it.` }, friend.token))
  const note = await call('/v2/pushes', { type: 'note', body: 'later' })
  await name((url) => call(`/v2/pushes/${note.iden}`, { body: `now ${url}` }))
  await name((image_url) => call('/v2/channels', { tag: 'named-files', name: 'Named', image_url }))
  await name((image_url) => call('/v2/clients', { name: 'Lamp', image_url, redirect_uri: 'https://lamp.example.org' }))
  await name((url) => call('/v3/set-permanent', { key: 'phone_thread_1', data: { thread: [{ image_urls: [url] }] } }))
  const inAMonth = Math.floor(Date.now() / 1_000) + 30 * 24 * 60 * 60
  await name((file_url) => call('/v2/pushes', { type: 'file', file_url, send_at: inAMonth }))
  await server.app.jobs.processAll(microseconds() + 7 * day - 60_000_000)
  expect(await left([...unnamed, ...named])).toEqual([200, 200, ...named.map(() => 200)])
  await server.app.jobs.processAll(microseconds() + 7 * day + 60_000_000)
  expect(await left(unnamed)).toEqual([404, 404])
  expect(await left(named)).toEqual(named.map(() => 200))
  expect(await jobsFor(account.iden)).toBe(0)
  const rows = await server.app.db.all('SELECT 1 AS one FROM upload WHERE owner = $1', [account.iden])
  expect(rows).toHaveLength(named.length)
})

test('sealed data may name any file of its account, so those that were there before it stay', async () => {
  const { token } = await server.signUp('sealed@example.org')
  const before = await upload(token)
  const data = { encrypted: true, ciphertext: 'MXA=' }
  expect((await server.request('/v3/set-permanent', { token, body: { key: 'phone_thread_1', data } })).status).toBe(200)
  const after = await upload(token)
  await server.app.jobs.processAll(microseconds() + 7 * day + 60_000_000)
  expect([(await fetch(before)).status, (await fetch(after)).status]).toEqual([200, 404])
})
