// On the engines too: an export is a job that writes a large file and deletes it.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syncedTypes } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertToken } from '../access-token/rows.ts'
import { microseconds } from '../change.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { unzip } from './test-zip.ts'

let server: TestServer
const data = mkdtempSync(join(tmpdir(), 'waypost-export-'))
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_DATA: data, WAYPOST_LOG: 'silent' })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

const day = 24 * 60 * 60_000_000
const ask = (token: string) => server.request('/v3/export-data', { token, method: 'POST' })

async function sendFile(token: string, name: string, text: string) {
  const { body } = await server.request('/v3/start-upload', { token, body: { name, size: text.length } })
  await fetch(body.piece_urls[0], { method: 'POST', body: text })
  await server.request('/v3/finish-upload', { token, body: { id: body.id } })
}

test('API-061 GAP-058 SETT-013 SETT-016 SETT-017 an export has all that is kept, is mailed as a link and pushed without it, and goes after a week', async () => {
  const { token, account } = await server.signUp('whole@example.org')
  await server.request('/v2/devices', { token, body: { nickname: 'Phone', push_token: 'secret-token' } })
  await server.request('/v2/contacts', { token, body: { name: 'Bob', email: 'bob@example.org' } })
  await server.request('/v3/set-permanent', { token, body: { key: 'phone_threads', data: { threads: [1] } } })
  const client = await server.request('/v2/clients', { token, body: { name: 'App', redirect_uri: 'https://example.org/' } })
  const bodies = Array.from({ length: 620 }, (_, index) => `note ${index} ünïcode`)
  await Promise.all(bodies.map((body) => server.request('/v2/pushes', { token, body: { type: 'note', body } })))
  const [gone] = (await server.request('/v2/pushes?limit=1', { token })).body.pushes
  await server.request(`/v2/pushes/${gone.iden}`, { method: 'DELETE', token })
  await sendFile(token, 'same.txt', 'first')
  await sendFile(token, 'same.txt', 'second')
  const other = await server.signUp('somebody-else@example.org')
  await server.request('/v2/pushes', { token: other.token, body: { type: 'note', body: 'not yours' } })

  const responses = await Promise.all([ask(token), ask(token)])
  for (const { status, body } of responses) expect([status, body]).toEqual([200, { status: 'waiting' }])
  await server.app.jobs.processAll()
  const done = await ask(token)
  expect(done.body.status).toBe('success')
  const url = done.body.file_url as string
  const [push] = (await server.request('/v2/pushes?limit=1', { token })).body.pushes
  expect(push).toMatchObject({
    type: 'link',
    direction: 'self',
    title: 'Your Waypost export',
    url: `${server.origin}/#settings/history`,
  })
  expect(JSON.stringify(push)).not.toContain(url)
  const mails = readdirSync(join(data, 'mail')).map((file) => readFileSync(join(data, 'mail', file), 'utf8'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.replace(/=\r?\n/g, '')).toContain(url)
  expect(mails[0]).toContain('whole@example.org')

  const response = await fetch(url)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="waypost-export-[\d-]+\.zip"/)
  const bytes = Buffer.from(await response.arrayBuffer())
  const zip = unzip(bytes)
  const names = ['account', 'permanents', ...syncedTypes]
  expect([...zip.keys()].sort()).toEqual([...names.map((name) => `${name}.json`), 'files/1-same.txt', 'files/2-same.txt'].sort())
  const list = (name: string) => JSON.parse(String(zip.get(`${name}.json`)))
  expect(list('account')).toMatchObject({ iden: account.iden, email: 'whole@example.org' })
  const found = list('pushes').map(({ body }: { body: string }) => body)
  expect(new Set(found)).toEqual(new Set(bodies.filter((body) => body !== gone.body)))
  expect(found).toHaveLength(619)
  expect(list('devices')).toMatchObject([{ nickname: 'Phone' }])
  expect(list('contacts')).toMatchObject([{ name: 'Bob' }])
  expect(list('permanents')).toEqual([{ key: 'phone_threads', data: { threads: [1] } }])
  expect(list('blocks')).toEqual([])
  expect([String(zip.get('files/1-same.txt')), String(zip.get('files/2-same.txt'))].sort()).toEqual(['first', 'second'])
  const text = [...zip.values()].join('')
  for (const secret of [client.body.client_secret, 'secret-token', token]) expect(text).not.toContain(secret)

  // A repeated request doesn't use up the account's own storage.
  expect((await ask(token)).body).toEqual(done.body)
  expect((await ask(other.token)).body).toEqual({ status: 'waiting' })
  await server.app.jobs.processAll(microseconds() + 6 * day)
  expect((await fetch(url)).status).toBe(200)
  await server.app.jobs.processAll(microseconds() + 8 * day)
  expect((await fetch(url)).status).toBe(404)
  expect((await ask(token)).body).toEqual({ status: 'waiting' })
})

test('an export has all files, also more than are looked up at a time', async () => {
  const { token, account } = await server.signUp('many-files@example.org')
  await sendFile(token, 'kept.txt', 'kept')
  await server.app.db.write(async (tx) => {
    const columns = 'owner, kind, state, created, touched, type, size'
    for (let index = 0; index < 600; index++)
      await tx.run(
        `INSERT INTO upload (iden, name, send_key, file_key, ${columns})
         SELECT iden || $1, 'gone.txt', send_key || $1, file_key || $1, ${columns} FROM upload WHERE owner = $2 AND name = 'kept.txt'`,
        [String(index), account.iden],
      )
  })
  await ask(token)
  await server.app.jobs.processAll()
  const zip = unzip(Buffer.from(await (await fetch((await ask(token)).body.file_url)).arrayBuffer()))
  const files = [...zip.keys()].filter((name) => name.startsWith('files/'))
  expect(files).toHaveLength(601)
  expect(new Set(files.map((name) => name.replace(/^files\/\d+-/, '')))).toEqual(new Set(['kept.txt', 'gone.txt']))
})

test('API-061 an export is for the account itself, not for an app, and an hour later there is a new one', async () => {
  const { token, account } = await server.signUp('again@example.org')
  expect((await server.request('/v3/export-data', { method: 'POST' })).status).toBe(401)
  const via = { client_iden: 'client', grant_iden: 'grant' }
  const app = await server.app.db.write((tx) => insertToken(tx, account.iden, via))
  expect((await ask(app)).body.error.code).toBe('forbidden')
  await ask(token)
  await server.app.jobs.processAll()
  const first = await ask(token)
  await server.app.db.write((tx) =>
    tx.run('UPDATE account_export SET finished = $1 WHERE account = $2', [microseconds() - 61 * 60_000_000, account.iden]),
  )
  expect((await ask(token)).body).toEqual({ status: 'waiting' })
  await server.app.jobs.processAll()
  const second = await ask(token)
  expect(second.body.status).toBe('success')
  expect(second.body.file_url).not.toBe(first.body.file_url)
  expect((await fetch(first.body.file_url)).status).toBe(200)
})

test('SETT-017 an export that cannot be made is tried again, then its owner is told; nothing of it stays', async () => {
  const { token, account } = await server.signUp('broken@example.org')
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'x' } })
  const spoil = (apps: string | null) =>
    server.app.db.write((tx) => tx.run('UPDATE push SET awake_app_guids = $1 WHERE owner = $2', [apps, account.iden]))
  await spoil('no list')
  expect((await ask(token)).body).toEqual({ status: 'waiting' })
  for (let hours = 0; hours < 30; hours += 5) await server.app.jobs.processAll(microseconds() + hours * 60 * 60_000_000)
  expect((await ask(token)).body).toEqual({ status: 'error' })
  await spoil(null)
  expect((await ask(token)).body).toEqual({ status: 'waiting' })
  await server.app.jobs.processAll()
  expect((await ask(token)).body.status).toBe('success')
})

test('an account that goes takes its export with it', async () => {
  const { token, account } = await server.signUp('leaver@example.org')
  await ask(token)
  await server.app.jobs.processAll()
  const { body } = await ask(token)
  await server.request('/v2/users/me', { method: 'DELETE', token })
  await server.app.jobs.processAll(microseconds() + 120_000_000)
  expect((await fetch(body.file_url)).status).toBe(404)
  expect(await server.app.db.all('SELECT * FROM account_export WHERE account = $1', [account.iden])).toEqual([])
})
