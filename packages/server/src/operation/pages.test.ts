// On the engines too: long lists are paged in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: { token: string; account: { iden: string } }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signUp('admin@example.org')
})
afterAll(() => server.close())

async function pagesOf(path: string, name: string): Promise<{ items: Json[]; lengths: number[] }> {
  const items: Json[] = []
  const lengths: number[] = []
  let cursor = ''
  do {
    const query = `${path.includes('?') ? '&' : '?'}limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body } = await server.request(path + query, { token: admin.token })
    items.push(...body[name])
    lengths.push(body[name].length)
    cursor = body.cursor ?? ''
  } while (cursor)
  return { items, lengths }
}

async function expectRefused(path: string): Promise<void> {
  for (const cursor of ['zzz', '9', "0.1.'"]) {
    const { status, body } = await server.request(`${path}?cursor=${encodeURIComponent(cursor)}`, { token: admin.token })
    expect([path, status, body.error?.code]).toEqual([path, 400, 'invalid_cursor'])
  }
}

test('jobs come in pages, those in trouble first, then the newest, and each stands on one page', async () => {
  const { db, jobs } = server.app
  await db.write(async (tx) => {
    for (let count = 0; count < 5; count++)
      await jobs.add(tx, { type: 'test-pages', key: `job-${count}`, at: microseconds() + 1e12 })
    // Two failed permanently, one is being retried.
    await tx.run("UPDATE job SET failed = 1, last_error = 'broken' WHERE key IN ('job-1', 'job-3')")
    await tx.run("UPDATE job SET last_error = 'busy' WHERE key = 'job-0'")
    await tx.run("UPDATE job SET created = created + 5 WHERE key = 'job-3'")
  })
  const failed = await pagesOf('/v3/admin/jobs?state=failed', 'jobs')
  expect(failed.items.map(({ error }) => error)).toEqual(['broken', 'broken'])
  const { items, lengths } = await pagesOf('/v3/admin/jobs', 'jobs')
  // Jobs of the server itself may also be due.
  const own = items.filter(({ type }) => type === 'test-pages')
  expect(own.map(({ state }) => state)).toEqual(['failed', 'failed', 'retrying'])
  expect(lengths.length).toBeGreaterThan(1)
  expect(lengths.slice(0, -1).every((length) => length === 2)).toBe(true)
  expect(new Set(items.map(({ iden }) => iden)).size).toBe(items.length)
  await expectRefused('/v3/admin/jobs')
})

test('waiting emails come in pages, and so do failing feeds, the longest failing first', async () => {
  const { db, jobs } = server.app
  await db.write(async (tx) => {
    for (let count = 0; count < 3; count++)
      await jobs.add(tx, {
        type: 'mail',
        at: microseconds() + 1e12,
        payload: { to: `p-${count}@example.org`, subject: 'Hi', text: '' },
      })
    await tx.run("UPDATE job SET last_error = 'busy' WHERE type = 'mail'")
  })
  const mails = await pagesOf('/v3/admin/mail', 'mails')
  expect(mails.items.map(({ to }) => to).toSorted()).toEqual([0, 1, 2].map((count) => `p-${count}@example.org`))
  expect(mails.lengths).toEqual([2, 1])
  await expectRefused('/v3/admin/mail')

  for (let count = 0; count < 5; count++) {
    const body = { tag: `feed-${count}`, name: `Feed ${count}` }
    const { iden } = (await server.request('/v2/channels', { token: admin.token, body })).body
    await db.write(async (tx) => {
      await tx.run("UPDATE channel SET feed_url = 'https://feed.invalid/', feed_error = 'gone' WHERE iden = $1", [iden])
      if (count > 0)
        await tx.run('INSERT INTO channel_feed (channel, url, failures, failing_since) VALUES ($1, $2, 1, $3)', [
          iden,
          'https://feed.invalid/',
          1_000_000 * Math.max(count, 2),
        ])
    })
  }
  const feeds = await pagesOf('/v3/admin/failing-feeds', 'feeds')
  expect(feeds.lengths).toEqual([2, 2, 1])
  expect(feeds.items[0].tag).toBe('feed-0')
  expect(feeds.items.slice(3).map(({ tag }) => tag)).toEqual(['feed-3', 'feed-4'])
  expect(new Set(feeds.items.map(({ tag }) => tag)).size).toBe(5)
  await expectRefused('/v3/admin/failing-feeds')
})

test('the invitations of an account come in pages, the open ones first', async () => {
  const made: string[] = []
  for (let count = 0; count < 5; count++) {
    const body = { email: `guest-${count}@example.org`, send: false }
    made.push((await server.request('/v3/send-invite', { token: admin.token, body })).body.iden)
  }
  await server.request(`/v3/invitations/${made[4]}`, { token: admin.token, method: 'DELETE' })
  const { items, lengths } = await pagesOf('/v3/invitations', 'invitations')
  expect(items.map(({ email }) => email)).toEqual([3, 2, 1, 0, 4].map((count) => `guest-${count}@example.org`))
  expect(lengths).toEqual([2, 2, 1])
  await expectRefused('/v3/invitations')
})
