// On the engines too: tombstones are counted and deleted in SQL.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { microseconds } from '../change.ts'
import type { Row } from '../db/db.ts'
import { tombstoneMilliseconds, tombstonesPerType } from '../db/room/deleted-objects.ts'
import { objectIden } from '../iden.ts'
import { scheduledPushesPerAccount } from '../push/scheduled/rows.ts'
import { readMarkersPerAccount } from '../read-marker/rows.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

// Rows that are limited to a few at a time per account can't fill the database either when created and deleted in turn.

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Copies an account's only row directly in the database, which is much faster than calls. */
async function multiply(table: string, unique: string, owner: string, count: number, change: Row): Promise<void> {
  await server.app.db.write(async (tx) => {
    const row = (await tx.one<Row>(`SELECT * FROM ${table} WHERE owner = $1`, [owner])) as Row
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
    for (let n = 0; n < count; n++) {
      const copy: Row = { ...row, ...change, iden: objectIden(owner), [unique]: `copy-${n}-${owner}@example.org` }
      await tx.run(
        sql,
        columns.map((name) => copy[name] ?? null),
      )
    }
  })
}

const count = async (table: string, owner: string) =>
  Number((await server.app.db.one<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table} WHERE owner = $1`, [owner]))?.count)

test('pushes that are scheduled and deleted in turn leave rows for a month, and so many at most', async () => {
  const { token, account } = await server.signUp('later@example.org')
  const schedule = () =>
    server.request('/v2/pushes', { token, body: { type: 'note', body: 'later', send_at: Date.now() / 1_000 + 86_400 } })
  const { body: waiting } = await schedule()
  await server.request(`/v2/pushes/${waiting.iden}`, { token, method: 'DELETE' })
  const most = tombstonesPerType + scheduledPushesPerAccount
  await multiply('scheduled_push', 'guid', account.iden, most, { active: 0, modified: microseconds() })
  const refused = await schedule()
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'This account has scheduled too many messages within a month to add more now.',
  ])
  const values = [account.iden, tombstoneMilliseconds * 1_000]
  await server.app.db.write((tx) =>
    tx.run('UPDATE scheduled_push SET modified = modified - $2 WHERE owner = $1 AND active = 0', values),
  )
  const before = await count('scheduled_push', account.iden)
  expect((await schedule()).status).toBe(200)
  expect(await count('scheduled_push', account.iden)).toBeLessThan(before)
})

test('conversations that are read and deleted in turn leave so many markers; those with messages keep theirs', async () => {
  const { token, account } = await server.signUp('reader@example.org')
  const write = async (email: string): Promise<Json> =>
    (await server.request('/v2/pushes', { token, body: { type: 'note', body: 'x', email } })).body
  const read = async (email: string) => {
    const { created } = await write(email)
    const marker = { conversation: `email:${email}`, read_to: created }
    return (await server.request('/v2/read_markers', { token, body: { markers: [marker] } })).body.read_markers.length
  }
  expect(await read('one@example.org')).toBe(1)
  await multiply('read_marker', 'conversation', account.iden, readMarkersPerAccount, { modified: 1 })
  const all = await count('read_marker', account.iden)
  expect(await read('two@example.org')).toBe(1)
  expect(await count('read_marker', account.iden)).toBeLessThan(all)
  const { body } = await server.request('/v2/read_markers', { token })
  expect(body.read_markers.map(({ conversation }: Json) => conversation)).toEqual(
    expect.arrayContaining(['email:one@example.org', 'email:two@example.org']),
  )
})
