// On the engines too: pages are cut by the bytes of rows, which SQL counts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { bytesPerPage, fitting } from './pages.ts'

let server: TestServer
let alice: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org')).token
  await server.signUp('bob@example.org')
  const device = (await send('/v2/devices', { nickname: 'phone', has_sms: true })).iden
  for (let count = 0; count < 60; count++) {
    await send('/v2/pushes', { type: 'note', body: 'x'.repeat(count % 3 === 0 ? 130_000 : 2_000) })
    await send('/v2/pushes', { type: 'note', body: 'x'.repeat(60_000), email: 'bob@example.org' })
    if (count % 2 === 0) {
      await send('/v2/texts', { data: { target_device_iden: device, addresses: ['+15550100'], message: 'x'.repeat(100_000) } })
    }
  }
})
afterAll(() => server.close())

const send = async (path: string, body: object) => (await server.request(path, { token: alice, body })).body

async function follow(path: string, types: string[]): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const response = await fetch(`${server.origin}${path}${cursor ? `&cursor=${cursor}` : ''}`, {
      headers: { 'access-token': alice },
    })
    const text = await response.text()
    expect(text.length, path).toBeLessThan(bytesPerPage * 1.1)
    const body = JSON.parse(text) as Json
    pages.push(types.flatMap((type) => body[type].map(({ iden }: { iden: string }) => iden)))
    cursor = body.cursor
  } while (cursor)
  return pages
}

test('a page of a list ends at 2 MB with a cursor; the pages hold every row once, and none is empty', async () => {
  const rowsOf = async (table: string) =>
    await server.app.db.all<{ iden: string; owner: string }>(`SELECT iden, owner FROM ${table}`)
  const { account } = { account: (await server.request('/v2/users/me', { token: alice })).body }
  const own = async (table: string) => (await rowsOf(table)).filter(({ owner }) => owner === account.iden).map(({ iden }) => iden)
  const [pushes, texts] = [await own('push'), await own('text_message')]
  for (const [path, types, expected, fewest] of [
    ['/v2/pushes?limit=500', ['pushes'], pushes, 4],
    ['/v2/pushes?email=bob@example.org', ['pushes'], undefined, 2],
    ['/v2/pushes?limit=7', ['pushes'], pushes, 18],
    ['/v2/texts?limit=500', ['texts'], texts, 2],
    ['/v2/everything?modified_after=0', ['pushes', 'texts'], [...pushes, ...texts], 5],
  ] as const) {
    const pages = await follow(path, [...types])
    const all = pages.flat()
    expect(pages.length, path).toBeGreaterThanOrEqual(fewest)
    expect(
      pages.every((page) => page.length > 0),
      path,
    ).toBe(true)
    expect(new Set(all).size, path).toBe(all.length)
    if (expected) expect(all.toSorted(), path).toEqual(expected.toSorted())
    else expect(all.length, path).toBe(60)
  }
})

test('a page of a history ends at 2 MB and says that there is more; the pages hold every push once', async () => {
  const seen = new Set<string>()
  let pages = 0
  let before = ''
  for (let more = true; more; pages++) {
    const path = `/v2/history?conversation=${encodeURIComponent('email:bob@example.org')}&limit=500${before}`
    const { body } = await server.request(path, { token: alice })
    expect(JSON.stringify(body).length).toBeLessThan(bytesPerPage * 1.1)
    expect(body.pushes.length).toBeGreaterThan(0)
    for (const { iden } of body.pushes) seen.add(iden)
    before = `&created_before=${body.pushes.at(-1).created}`
    more = body.more
  }
  expect([pages, seen.size]).toEqual([2, 60])
})

test('the extension that syncs gets pages of at most 2 MB, one after another, until there is no more', async () => {
  const seen = new Set<string>()
  let cursor = '0'
  for (let more = true; more; ) {
    const { body } = await server.request('/v2/sync', { token: alice, body: { cursor } })
    expect(JSON.stringify(body).length).toBeLessThan(bytesPerPage * 1.1)
    for (const { iden } of [...body.pushes, ...body.texts]) seen.add(iden)
    ;({ cursor, more } = body)
  }
  expect(seen.size).toBe(60 + 60 + 30)
})

test('one row that is longer than a page is a page', () => {
  expect(fitting([bytesPerPage + 1, 1])).toBe(1)
  expect(fitting([1, bytesPerPage, 1])).toBe(1)
  expect(fitting([1, 1])).toBe(2)
  expect(fitting([])).toBe(0)
})
