// On the engines too: changes of all types are read in one order while they change.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  // The reads of a single node are checked.
  server = await startTestServer({}, { nodes: 1 })
})
afterAll(() => server.close())

const signUp = async (email: string) => {
  const { token } = await server.signUp(email)
  return async (path: string, body?: object) => (await server.request(path, { token, ...(body && { body }) })).body
}

test('of long rows of several types no more is read than fits into a page, and each comes once, with a stamp or without', async () => {
  const ask = await signUp('long@example.org')
  for (let index = 0; index < 30; index++) {
    await ask('/v2/pushes', { body: `${index} ${'x'.repeat(80_000)}` })
    await ask('/v2/drafts', {
      conversation: `email:${index}@example.org`,
      body: 'x'.repeat(20_000),
      writer: `writer-of-${index}`,
    })
  }
  const { db } = server.app
  const read: number[] = []
  const { snapshot } = db
  db.snapshot = async (queries) => {
    const found = await snapshot(queries)
    read.push(JSON.stringify(found).length)
    return found
  }
  try {
    const seen: { iden: string }[] = []
    for (let page = await ask('/v2/everything?modified_after=0&drafts=true'); ; ) {
      seen.push(...page.pushes, ...(page.drafts ?? []))
      if (!page.cursor) break
      page = await ask(`/v2/everything?modified_after=0&drafts=true&cursor=${page.cursor}`)
    }
    expect([seen.length, new Set(seen.map(({ iden }) => iden)).size]).toEqual([60, 60])
    const latest = await ask('/v2/everything?drafts=true')
    const counts = [latest.pushes.length, latest.drafts.length]
    expect(latest.pushes.map(({ body }: { body: string }) => Number.parseInt(body, 10))).toEqual(
      Array.from({ length: counts[0] }, (_, index) => 29 - index),
    )
    expect([0, 1]).toContain(counts[1] - counts[0])
    expect(counts[0]).toBeLessThan(30)
  } finally {
    db.snapshot = snapshot
  }
  expect(Math.max(...read)).toBeGreaterThan(1.9 * 2 ** 20)
  expect(Math.max(...read)).toBeLessThan(2.1 * 2 ** 20)
})

test('what changes while a page is read comes on a later one, and nothing is missed', async () => {
  const ask = await signUp('busy@example.org')
  const sent: { iden: string }[] = []
  for (let index = 0; index < 10; index++) sent.push(await ask('/v2/pushes', { body: `push ${index}` }))
  const [first] = sent as [{ iden: string }]
  const { db } = server.app
  const { snapshot } = db
  let reads = 0
  db.snapshot = async (queries) => {
    // The first few rows, the sizes of all, and the rows of the page.
    if (++reads === 3) await ask(`/v2/pushes/${first.iden}`, { dismissed: true })
    return snapshot(queries)
  }
  const seen: { iden: string }[] = []
  try {
    for (let page = await ask('/v2/everything?modified_after=0&limit=6'); ; ) {
      seen.push(...page.pushes)
      if (!page.cursor) break
      page = await ask(`/v2/everything?modified_after=0&limit=6&cursor=${page.cursor}`)
    }
  } finally {
    db.snapshot = snapshot
  }
  expect(seen.map(({ iden }) => iden)).toEqual([...sent.slice(1), first].map(({ iden }) => iden))
})
