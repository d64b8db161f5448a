// On the engines too: rows are read and written in slices.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { archiveOf } from '../everything/export-contents.ts'
import { syncedTables } from '../features.ts'
import { savePermanent } from '../permanent/rows.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { pushesAfter, somePushesOf } from './rows.ts'

// Work on all rows of an account runs slice by slice, and each slice is bounded in bytes, because others wait for it.

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  const { token, account } = await server.signUp('long@example.org')
  owner = account.iden
  const body = 'x'.repeat(131_000)
  for (let count = 0; count < 40; count++) await server.request('/v2/pushes', { token, body: { type: 'note', body } })
})
afterAll(() => server.close())

/** The maximum bytes of a single answer of the database. */
function measured(db: Db): { db: Db; most(): number } {
  let most = 0
  const all: Db['all'] = async (sql, values) => {
    const rows = await db.all(sql, values)
    most = Math.max(most, JSON.stringify(rows).length)
    return rows as never
  }
  return { db: { ...db, all }, most: () => most }
}

test('of long pushes a slice has fewer, and the slices have all of them', async () => {
  const { db } = server.app
  let after = -1
  let count = 0
  for (;;) {
    const some = await pushesAfter(db, owner, after, 200)
    expect(some.length).toBeLessThan(17)
    if (some.length === 0) break
    count += some.length
    after = some.at(-1)?.modified as number
  }
  expect(count).toBe(40)
  expect((await somePushesOf(db, owner, 500)).length).toBeLessThan(17)
})

test('an export reads no more than a page of long rows at once, and has all of them', async () => {
  const { db, most } = measured(server.app.db)
  const account = await db.one('SELECT * FROM account WHERE iden = $1', [owner])
  const deps = { db, files: undefined as never, showAccount: async () => ({}) as never }
  let bytes = 0
  for await (const piece of archiveOf(deps, account as never, syncedTables)) bytes += piece.length
  expect(bytes).toBeGreaterThan(1_000)
  expect(most()).toBeGreaterThan(1_000_000)
  expect(most()).toBeLessThan(2_200_000)
})

test('rows of a deleted account are deleted one at first, as nothing is known of their length, and in the end all', async () => {
  const { db } = server.app
  const data = JSON.stringify({ text: 'x'.repeat(1_000) })
  await db.write(async (tx) => {
    for (let index = 0; index < 300; index++) await savePermanent(tx, owner, `key-${index}`, data, data.length)
  })
  const left = async () =>
    Number((await db.one<{ n: number }>('SELECT COUNT(*) AS n FROM permanent WHERE owner = $1', [owner]))?.n)
  const counts = [await left()]
  const watched: Pick<Db, 'write'> = {
    write: async (work) => {
      const result = await db.write(work)
      counts.push(await left())
      return result
    },
  }
  const deletePermanents = deleteOwned({ table: 'permanent', key: 'key' })
  while (await deletePermanents({ db: { ...db, ...watched } }, owner)) expect(await left()).toBeGreaterThan(0)
  expect(counts.slice(0, 2)).toEqual([300, 299])
  expect(counts.at(-1)).toBe(0)
})
