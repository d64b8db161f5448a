// On the engines too: storage is summed in SQL.

import { appVersion, freeLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_SMTP_URL: 'smtp://someone:secret-password@127.0.0.1:1' }, { nodes: 1 })
  admin = (await server.signUp('admin@example.org', 'Ada')).token
})
afterAll(() => server.close())

const get = async (path: string): Promise<Json> => (await server.request(path, { token: admin })).body

test('storage shows the total, unfinished uploads, and the accounts that store most with their limits', async () => {
  const big = await server.signUp('big@example.org', 'Big')
  const small = await server.signUp('small@example.org')
  const upload = async (token: string, size: number) => {
    const { body } = await server.request('/v3/start-upload', { token, body: { name: 'a.bin', size } })
    return body as { id: string; piece_urls: string[] }
  }
  const { id, piece_urls } = await upload(big.token, 70_000)
  await fetch(piece_urls[0] as string, { method: 'POST', body: new Uint8Array(70_000) })
  await server.request('/v3/finish-upload', { token: big.token, body: { id } })
  await upload(small.token, 20_000)
  await server.request('/v2/pushes', { token: small.token, body: { type: 'note', body: 'x'.repeat(1_000) } })
  const stored = await get('/v3/admin/storage')
  expect(stored.files).toEqual({ count: 1, bytes: 70_000 })
  expect(stored.unfinished).toEqual({ count: 1, bytes: 20_000 })
  expect(stored.messages).toBeGreaterThan(1_000)
  expect(stored.accounts.map(({ email, name, most }: Json) => [email, name, most])).toEqual([
    ['big@example.org', 'Big', freeLimits.storageBytes],
    ['small@example.org', undefined, freeLimits.storageBytes],
  ])
  expect(stored.accounts[1].used).toBe(20_000 + stored.messages)
  // With PostgreSQL and S3, nothing on a node's disk matters.
  const { database, files } = await get('/v3/admin/version')
  if (database === 'PostgreSQL' && files === 'S3') expect(stored.disk).toBeUndefined()
  else expect(stored.disk).toEqual({ free: expect.any(Number), size: expect.any(Number) })
})

test('the version tells what the server runs on, and no secret', async () => {
  const version = await get('/v3/admin/version')
  expect(version).toMatchObject({
    version: appVersion,
    node: process.version,
    files: expect.stringMatching(/disk|S3/),
    mail: 'SMTP',
  })
  expect(version.migration).toMatch(/^\d{3}-[\w-]+\.sql$/)
  expect(version.nodes).toMatchObject([{ version: appVersion, started: version.started }])
  expect(JSON.stringify(version)).not.toContain('secret-password')
  expect(JSON.stringify(await get('/v3/admin/mail'))).not.toContain('secret-password')
})
