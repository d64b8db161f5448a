// On the engines too: the index is other SQL on PostgreSQL.

import type { Push } from '@waypost/protocol'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openIndexer } from './indexer.ts'

let server: TestServer
let token: string
let owner: string
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
  const signedUp = await server.signUp('ann@example.org')
  token = signedUp.token
  owner = signedUp.account.iden
})
afterAll(() => server.close())

const request = async (path: string, body?: object, method?: string) =>
  (await server.request(path, { token, ...(body && { body }), ...(method && { method }) })).body
const send = (body: string): Promise<Push> => request('/v2/pushes', { type: 'note', body })
const search = (q: string) => request(`/v3/search?limit=500&q=${encodeURIComponent(q)}`)
const count = async (q: string): Promise<number> => (await search(q)).pushes.length

async function index(): Promise<void> {
  const indexer = openIndexer(server.app.db, (error) => expect.unreachable(String(error)), { fewest: 1 })
  indexer.isBehind(owner)
  await indexer.idle()
}

const inIndex = async () =>
  (await server.app.db.all<{ iden: string }>('SELECT iden FROM push_search ORDER BY iden')).map(({ iden }) => iden)

test('a push is found whether or not the index has it, and once', async () => {
  for (let number = 0; number < 30; number++) {
    await send(`walk ${number}`)
    if (number % 7 === 0) await index()
    expect(await count('walk')).toBe(number + 1)
  }
  expect(await inIndex()).toHaveLength(29)
})

test('edited and deleted messages are found as they are now, before and after the index knows', async () => {
  const [edited, deleted, kept] = [await send('red kite'), await send('red fox'), await send('red squirrel')]
  await index()
  await request(`/v2/pushes/${edited.iden}`, { body: 'blue kite' })
  await request(`/v2/pushes/${deleted.iden}`, undefined, 'DELETE')
  const check = async () => {
    expect((await search('red')).pushes.map(({ iden }: Push) => iden)).toEqual([kept.iden])
    expect(await count('blue')).toBe(1)
    expect(await count('fox')).toBe(0)
  }
  await check()
  expect(await inIndex()).toEqual([kept.iden])
  await index()
  await check()
  expect(await inIndex()).toEqual([edited.iden, kept.iden].sort())
  await request(`/v2/pushes/${kept.iden}`, { dismissed: true })
  await index()
  expect(await inIndex()).toHaveLength(2)
})

test('a box that was there before the index is found to the newest thousand at once, and whole after a start', async () => {
  const all = 3_000
  await server.app.db.write(async (tx) => {
    const [stamp] = await tx.lockBoxes([owner])
    await tx.run(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${all})
       INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
       SELECT $1 || 'sj' || CAST(100000 + n AS TEXT), $1, 1, CAST($2 AS BIGINT) + n, CAST($2 AS BIGINT) + n, 'self', 'note', 'self', 1, 'old ' || n FROM counted`,
      [owner, stamp as number],
    )
    tx.keepStamp(owner, (stamp as number) + all)
  })
  const early = await search('"old 5"')
  expect(early.pushes).toEqual([])
  expect(early.indexed).toBeLessThan(1)
  expect(await count('"old 3000"')).toBe(1)
  await server.stop()
  await server.restart()
  await server.app.indexer.idle()
  const late = await search('"old 5"')
  expect(late.pushes).toHaveLength(1)
  expect(late).not.toHaveProperty('indexed')
  let found = 0
  for (let cursor = ''; ; ) {
    const page = await request(`/v3/search?limit=500&q=old${cursor && `&cursor=${cursor}`}`)
    found += page.pushes.length
    if (page.cursor === undefined) break
    cursor = page.cursor
  }
  expect(found).toBe(all)
})

test('a search of a box that is far behind has it brought up to date', async () => {
  await server.app.db.write(async (tx) => {
    const [stamp] = await tx.lockBoxes([owner])
    for (let number = 1; number <= 1_100; number++) {
      tx.send(
        `INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
         VALUES ($1, $2, 1, $3, $3, 'self', 'note', 'self', 1, $4)`,
        [`${owner}sj${number}`, owner, (stamp as number) + number, `early ${number}`],
      )
    }
    tx.keepStamp(owner, (stamp as number) + 1_100)
  })
  expect(await search('"early 1"')).toMatchObject({ pushes: [], indexed: 0 })
  await server.app.indexer.idle()
  expect(await count('"early 1"')).toBe(1)
})

test('what an earlier version has indexed by other words is indexed anew, once, also beside a node of that version', async () => {
  for (const name of ['one', 'two', 'three']) await send(`kite ${name}`)
  await index()
  await server.app.db.write((tx) => tx.run('UPDATE box SET cut_to = 0 WHERE owner = $1', [owner]), [])
  expect(await count('kite')).toBe(3)
  const four = await send('kite four')
  await index()
  expect(await inIndex()).toHaveLength(4)
  // A node of that version adds one meanwhile.
  await server.app.db.write(
    (tx) => tx.run('UPDATE box SET cut_to = $2 WHERE owner = $1', [owner, Math.floor(four.modified * 1e6) - 1]),
    [],
  )
  expect(await count('kite')).toBe(4)
  await index()
  expect(await inIndex()).toHaveLength(4)
  expect(await count('kite')).toBe(4)
})

test('words that nobody is to find again leave the index with the push', async () => {
  const { iden } = await send('a secret')
  await index()
  expect(await inIndex()).toEqual([iden])
  await request(`/v2/pushes/${iden}`, undefined, 'DELETE')
  expect(await inIndex()).toEqual([])
})
