// On the engines too: uploads go to the file store in parts, and what is stored is counted.

import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { freeLimits, largestFileBytes, pieceBytes } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { newUpload, openUploadsPerAccount } from './lifecycle.ts'
import { insertUpload } from './rows.ts'
import { bytesOf, hash, postForm } from './test-uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const day = 24 * 60 * 60 * 1_000_000

async function start(token: string, size: number, name = 'holiday.bin', type?: string) {
  const { status, body } = await server.request('/v3/start-upload', { token, body: { name, size, ...(type ? { type } : {}) } })
  expect(status).toBe(200)
  return body as { id: string; piece_size: number; piece_urls: string[] }
}

async function upload(token: string, bytes: Buffer, name: string, type?: string) {
  const { id, piece_size, piece_urls } = await start(token, bytes.length, name, type)
  for (const [index, url] of piece_urls.entries()) await send(url, bytes.subarray(index * piece_size, (index + 1) * piece_size))
  const { status, body } = await server.request('/v3/finish-upload', { token, body: { id } })
  expect(status).toBe(200)
  return body
}

async function send(url: string, bytes: Uint8Array, type = 'application/octet-stream') {
  const response = await fetch(url, { method: 'POST', body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': type } })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const piecesDone = async (token: string, id: string) =>
  (await server.request('/v3/get-upload', { token, body: { id } })).body.pieces_done as number[]

const openRows = async () => (await server.app.db.all('SELECT * FROM upload_piece')).length

test('API-034 API-035 API-036 API-107 PUSH-029 GAP-007 a file in pieces: any order, several at once, again; then it is fetched', async () => {
  const { token } = await server.signUp('pieces@example.org')
  const bytes = randomBytes(2 * pieceBytes + 1_234)
  const { id, piece_size, piece_urls } = await start(token, bytes.length, 'C:\\fakepath\\my file.bin', 'application/x-thing')
  expect(piece_size).toBe(5_242_880)
  expect(piece_urls).toHaveLength(3)
  for (const url of piece_urls) expect(url.startsWith(`${server.origin}/`)).toBe(true)
  const piece = (index: number) => bytes.subarray(index * piece_size, (index + 1) * piece_size)

  const early = await server.request('/v3/finish-upload', { token, body: { id } })
  expect([early.status, early.body.error.code]).toEqual([400, 'upload_incomplete'])
  expect(early.body.error.message).toContain('0, 1, 2')

  expect(await send(piece_urls[2] as string, piece(2), 'text/plain; charset=x')).toMatchObject({ status: 200, text: '{}' })
  expect(await piecesDone(token, id)).toEqual([2])
  const late = await server.request('/v3/finish-upload', { token, body: { id } })
  expect(late.body.error.message).toContain('0, 1')
  expect(late.body.error.message).not.toContain('2')
  const both = await Promise.all([
    send(piece_urls[0] as string, piece(0), 'application/json'),
    send(piece_urls[1] as string, piece(1)),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await send(piece_urls[1] as string, piece(1), 'multipart/form-data; boundary=x')).status).toBe(200)
  expect(await piecesDone(token, id)).toEqual([0, 1, 2])

  const finished = await server.request('/v3/finish-upload', { token, body: { id } })
  expect(finished.status).toBe(200)
  expect(finished.body).toMatchObject({ file_name: 'my file.bin', file_type: 'application/x-thing' })
  expect(finished.body.file_url).toMatch(new RegExp(`^${server.origin}/files/[A-Za-z0-9]{32}/my%20file\\.bin$`))
  // The answer may have been lost.
  expect((await server.request('/v3/finish-upload', { token, body: { id } })).body).toEqual(finished.body)
  expect(await piecesDone(token, id)).toEqual([0, 1, 2])
  expect(hash(await bytesOf(finished.body.file_url))).toBe(hash(bytes))
  expect((await send(piece_urls[0] as string, piece(0))).status).toBe(404)
  expect(await openRows()).toBe(0)
  expect((await server.request('/v3/abort-upload', { token, body: { id } })).status).toBe(404)
  expect((await fetch(finished.body.file_url, { method: 'HEAD' })).status).toBe(200)
})

test('API-035 PUSH-031 a short, a long and a lost piece are refused, leave nothing and can be sent again', async () => {
  const { token } = await server.signUp('lost@example.org')
  const bytes = randomBytes(pieceBytes + 10)
  const { id, piece_urls } = await start(token, bytes.length)
  const [first, last] = piece_urls as [string, string]
  const short = await send(last, bytes.subarray(0, 9))
  const long = await send(last, bytes.subarray(0, 11))
  const tooMuch = 'The piece has more than the 10 bytes that it should have.'
  expect([short.status, short.text.includes(tooMuch)]).toEqual([400, false])
  expect([long.status, long.text.includes(tooMuch)]).toEqual([400, true])
  expect((await send(first, bytes)).status).toBe(400)
  await new Promise<void>((resolve) => {
    const cut = httpRequest(first, { method: 'POST', headers: { 'content-length': pieceBytes } })
    cut.on('error', () => resolve())
    cut.write(bytes.subarray(0, 1_000_000), () => cut.destroy())
  })
  expect(await piecesDone(token, id)).toEqual([])
  for (const address of [
    `${first}/x`,
    first.replace(/0$/, '2'),
    first.replace(/0$/, '-1'),
    first.replace(/upload\/..../, 'upload/0000'),
  ])
    expect((await send(address, bytes.subarray(0, 10))).status).toBe(404)

  expect((await send(first, bytes.subarray(0, pieceBytes))).status).toBe(200)
  expect((await send(last, bytes.subarray(pieceBytes))).status).toBe(200)
  const { body } = await server.request('/v3/finish-upload', { token, body: { id } })
  expect(hash(await bytesOf(body.file_url))).toBe(hash(bytes))
})

test('API-034 an empty file, and what cannot be one', async () => {
  const { token } = await server.signUp('empty@example.org')
  const { body } = await server.request('/v3/start-upload', { token, body: { name: 'nothing.txt', size: 0 } })
  expect(body.piece_urls).toEqual([])
  const finished = await server.request('/v3/finish-upload', { token, body: { id: body.id } })
  expect(finished.body.file_type).toBe('application/octet-stream')
  const response = await fetch(finished.body.file_url)
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', ''])
  for (const [param, wrong] of [
    ['size', { name: 'a', size: -1 }],
    ['size', { name: 'a', size: 1.5 }],
    ['size', { name: 'a' }],
    ['name', { size: 1 }],
    ['name', { size: 1, name: 'a'.repeat(1_001) }],
  ] as const) {
    const refused = await server.request('/v3/start-upload', { token, body: wrong })
    expect([refused.status, refused.body.error.param]).toEqual([400, param])
  }
  expect((await server.request('/v3/start-upload', { body: { name: 'a', size: 1 } })).status).toBe(401)
})

test('PUSH-032 an upload that is given up is gone, and so is one of which nothing was heard for a day; strangers see none', async () => {
  const { token } = await server.signUp('aborting@example.org')
  const stranger = await server.signUp('stranger@example.org')
  const { id, piece_urls } = await start(token, 5)
  await send(piece_urls[0] as string, Buffer.from('hello'))
  for (const call of ['get-upload', 'finish-upload', 'abort-upload']) {
    const refused = await server.request(`/v3/${call}`, { token: stranger.token, body: { id } })
    expect([call, refused.status]).toEqual([call, 404])
  }
  expect((await server.request('/v3/abort-upload', { token, body: { id } })).body).toEqual({})
  expect((await server.request('/v3/finish-upload', { token, body: { id } })).status).toBe(404)
  expect((await send(piece_urls[0] as string, Buffer.from('hello'))).status).toBe(404)

  const kept = await upload(token, Buffer.from('stays'), 'stays.bin')
  const slow = await start(token, 5)
  const started = await server.request('/v2/upload-request', { token, body: { file_name: 'a', file_type: 'b' } })
  await server.app.jobs.processAll(microseconds() + day - 60_000_000)
  expect(await piecesDone(token, slow.id)).toEqual([])
  await server.app.jobs.processAll(microseconds() + day + 60_000_000)
  expect((await server.request('/v3/get-upload', { token, body: { id: slow.id } })).status).toBe(404)
  expect((await postForm(started.body.upload_url, [['file', Buffer.from('x'), 'a']])).status).toBe(404)
  expect(String(await bytesOf(kept.file_url))).toBe('stays')
  expect(await openRows()).toBe(0)
})

test('an account has a thousand unfinished uploads at most', async () => {
  const { token, account } = await server.signUp('unfinished@example.org')
  const { id } = await start(token, 0)
  await server.app.db.write(async (tx) => {
    for (let count = 1; count < openUploadsPerAccount; count++)
      await insertUpload(tx, newUpload(account.iden, { kind: 'pieces', name: 'a', type: 'b', size: 0 }))
  })
  const refused = await server.request('/v3/start-upload', { token, body: { name: 'a', size: 0 } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'storage_quota'])
  expect(refused.body.error.message).toBe('This account has 1000 unfinished uploads. Finish or abort some.')
  expect((await server.request('/v3/finish-upload', { token, body: { id } })).status).toBe(200)
  await start(token, 0)
})

test('GAP-051 PRO-004 PUSH-033 a file that is too big is refused before and while it is sent', async () => {
  const { token, account } = await server.signUp('big@example.org')
  expect(account.max_upload_size).toBe(26_214_400)
  const refused = await server.request('/v3/start-upload', { token, body: { name: 'a', size: 26_214_401 } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'file_too_big'])
  expect(refused.body.error.message).toBe('File is too big. A file may have up to 25 MB; with Pro up to 1 GB.')
  expect((await start(token, 26_214_400)).piece_urls).toHaveLength(5)

  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a' } })
  const huge = await postForm(body.upload_url, [['file', Buffer.alloc(26_214_401), 'a']])
  expect([huge.status, ((await huge.json()) as { error: { message: string } }).error.message]).toEqual([
    400,
    'File is too big. A file may have up to 25 MB; with Pro up to 1 GB.',
  ])
  expect((await postForm(body.upload_url, [['file', Buffer.alloc(26_214_400), 'a']])).status).toBe(204)
})

test('GAP-051 PRO-005 reserved storage counts as used, and starts at the same time cannot overshoot', async () => {
  const { token } = await server.signUp('full@example.org')
  const starts = await Promise.all(
    Array.from({ length: 90 }, () =>
      server.request('/v3/start-upload', { token, body: { name: 'a', size: freeLimits.fileBytes } }),
    ),
  )
  const begun = starts.filter(({ status }) => status === 200)
  expect(begun).toHaveLength(Math.floor(freeLimits.storageBytes / freeLimits.fileBytes))
  const refused = starts.find(({ status }) => status !== 200)
  expect(refused?.body.error.code).toBe('storage_quota')
  expect(refused?.body.error.message).toMatch(/^The storage of this account is full: 2 GB of 2 GB are used\. .*100 GB/)
  await server.request('/v3/abort-upload', { token, body: { id: begun[0]?.body.id } })
  expect((await server.request('/v3/start-upload', { token, body: { name: 'a', size: freeLimits.fileBytes } })).status).toBe(200)

  // The size of a form is known only when it is sent.
  const rest = freeLimits.storageBytes - 81 * freeLimits.fileBytes
  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a' } })
  const tooMuch = await postForm(body.upload_url, [['file', Buffer.alloc(rest + 1), 'a']])
  expect(((await tooMuch.json()) as { error: { code: string } }).error.code).toBe('storage_quota')
  expect((await postForm(body.upload_url, [['file', Buffer.alloc(rest), 'a']])).status).toBe(204)
  expect((await server.request('/v2/upload-request', { token, body: { file_name: 'a' } })).body.error.code).toBe('storage_quota')
})

test('GAP-051 without plans there is no limit but what a store of files can take', async () => {
  const own = await startTestServer({ WAYPOST_PLANS: 'off' })
  const { token, account } = await own.signUp('free@example.org')
  expect(account).toMatchObject({ pro: true, max_upload_size: largestFileBytes })
  const huge = await own.request('/v3/start-upload', { token, body: { name: 'a', size: largestFileBytes } })
  expect(huge.body.piece_urls).toHaveLength(10_000)
  const early = await own.request('/v3/finish-upload', { token, body: { id: huge.body.id } })
  expect(early.body.error.message).toContain('17, 18, 19 and 9980 more. Send them')
  const more = await own.request('/v3/start-upload', { token, body: { name: 'a', size: largestFileBytes + 1 } })
  expect(more.body.error.message).toBe('File is too big. A file may have up to 48.9 GB.')
  await own.close()
})
