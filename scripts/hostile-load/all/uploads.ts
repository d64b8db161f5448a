// Real uploads in forms and pieces, files, and exports and backups while they are being made.

import { once } from 'node:events'
import { connect } from 'node:net'
import { pieceBytes } from '@waypost/protocol'
import type { Boxes } from '../boxes.ts'
import { headOf, type RawRequest, send } from '../send.ts'
import { filled } from '../worst-texts.ts'
import type { Sum } from './sums.ts'
import { sendTogether } from './together.ts'

const patience = 20_000
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const field = (name: string, value = '') => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    Buffer.from(bytes),
    Buffer.from('\r\n--b--\r\n'),
  ])
const large = 8 * 2 ** 20

const forms: Record<string, () => { body: Buffer; chunk?: number }> = {
  'a file': () => ({ body: file(Buffer.alloc(large, 'a')) }),
  'an empty file': () => ({ body: file('') }),
  'a file of almost boundaries': () => ({ body: file(filled('\r\n--', large)) }),
  'a file of line ends': () => ({ body: file(filled('\r', large)) }),
  'a file in chunks of one byte': () => ({ body: file(Buffer.alloc(100_000, 'a')), chunk: 1 }),
  'a file in chunks of 1,460 bytes': () => ({ body: file(Buffer.alloc(large, 'a')), chunk: 1_460 }),
  '90 empty parts': () => ({ body: Buffer.concat([Buffer.from(field('a').repeat(90)), file('x')]) }),
  'very many empty parts': () => ({ body: Buffer.concat([Buffer.from(filled(field('a'), large)), file('x')]) }),
  'many parts of one byte': () => ({ body: Buffer.concat([Buffer.from(filled(field('a', 'b'), large)), file('x')]) }),
  'a field of 8 MB': () => ({ body: Buffer.concat([Buffer.from(field('a', filled('b', large))), file('x')]) }),
  'many files': () => ({
    body: Buffer.from(`${filled('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n', large)}--b--`),
  }),
  'headers without an end': () => ({ body: Buffer.from(`--b\r\n${filled('a: b\r\n', large)}`) }),
  'no end': () => ({
    body: Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
      Buffer.alloc(large),
    ]),
  }),
  'nothing after the boundary': () => ({ body: Buffer.from('--b--') }),
}

interface Use {
  port: number
  boxes: Boxes
  ask(path: string, body: object, token?: string): Promise<Record<string, unknown> & { status: number }>
  together(requests: readonly RawRequest[]): Promise<number[]>
  one(request: RawRequest): Promise<number[]>
}

export function* uploads(port: number, origin: string, boxes: Boxes): Generator<Sum> {
  const use: Use = {
    port,
    boxes,
    async ask(path, body, token = boxes.full.token) {
      const response = await fetch(origin + path, {
        method: 'POST',
        headers: { 'access-token': token },
        body: JSON.stringify(body),
      })
      return { ...((await response.json()) as object), status: response.status }
    },
    together: (requests) => sendTogether(port, requests),
    one: async (request) => [(await send(port, request, patience)).status],
  }
  yield* filledForms(use)
  yield* pieces(use)
  yield* files(use)
  yield* archives(use)
}

const sum = (what: string, sent: () => Promise<readonly number[]>): Sum => ({
  target: 'uploads and files',
  caller: 'the owner',
  what,
  send: sent,
})

function* filledForms({ port, ask, together, one }: Use): Generator<Sum> {
  const formAddress = async () => {
    const { upload_url } = await ask('/v2/upload-request', { file_name: 'a.txt', file_type: 'text/plain' })
    return new URL(String(upload_url)).pathname
  }
  for (const [what, make] of Object.entries(forms)) {
    const { body, chunk } = make()
    const form = (path: string): RawRequest => ({ method: 'POST', path, headers: multipart, body, ...(chunk && { chunk }) })
    yield sum(`a form: ${what}`, async () => one(form(await formAddress())))
    yield sum(`20 forms at once: ${what}`, async () => {
      const paths = await Promise.all(Array.from({ length: 20 }, formAddress))
      return together(paths.map((path) => form(path)))
    })
  }
  yield sum('a form that breaks off', async () =>
    brokenOff(port, { method: 'POST', path: await formAddress(), headers: multipart, body: file(Buffer.alloc(large)) }),
  )
}

function* pieces({ port, ask, together, one }: Use): Generator<Sum> {
  const started = async (size: number) => {
    const { id, piece_urls } = await ask('/v3/start-upload', { name: 'a.bin', size })
    return { id: String(id), paths: (piece_urls as string[]).map((url) => new URL(url).pathname) }
  }
  const piece = (path: string | undefined, bytes: number, chunk?: number): RawRequest => ({
    method: 'POST',
    path: path ?? '/',
    headers: {},
    body: Buffer.alloc(bytes),
    ...(chunk && { chunk }),
  })
  yield sum('the pieces of a file of 48 GB, 20 times', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => ask('/v3/start-upload', { name: 'a', size: 48 * 2 ** 30 })))
    return all.map(({ status }) => status)
  })
  yield sum('pieces of a wrong size', async () => {
    const { paths } = await started(2 * pieceBytes)
    return together([piece(paths[0], 0), piece(paths[0], 1), piece(paths[0], pieceBytes + 1), piece(paths[1], large)])
  })
  yield sum('a piece in chunks of one byte', async () => {
    const { paths } = await started(100_000)
    return one(piece(paths[0], 100_000, 1))
  })
  yield sum('one piece 40 times at once, and the end of its upload', async () => {
    const { id, paths } = await started(1_000_000)
    const sent = await together(Array.from({ length: 40 }, () => piece(paths[0], 1_000_000)))
    const ends = await Promise.all(Array.from({ length: 20 }, () => ask('/v3/finish-upload', { id })))
    return [...sent, ...ends.map(({ status }) => status)]
  })
  yield sum('a piece that breaks off', async () => {
    const { paths } = await started(2 * pieceBytes)
    return brokenOff(port, piece(paths[0], pieceBytes))
  })
}

function* files({ port, ask, together, one }: Use): Generator<Sum> {
  let path = '/files/none/a'
  yield sum('a file of one piece', async () => {
    const { id, piece_urls } = await ask('/v3/start-upload', { name: 'a.bin', size: pieceBytes })
    const sent = await one({
      method: 'POST',
      path: new URL((piece_urls as string[])[0] as string).pathname,
      headers: {},
      body: Buffer.alloc(pieceBytes),
    })
    const { file_url, status } = await ask('/v3/finish-upload', { id })
    path = new URL(String(file_url)).pathname
    return [...sent, status]
  })
  for (const range of ['bytes=0-', 'bytes=-1', `bytes=${filled('0-0,', 8_000)}`, 'bytes=99999999999999999999-', 'bytes=5-1', ''])
    yield sum(`50 downloads with the range ${range.slice(0, 30) || 'of all'}`, () =>
      together(
        Array.from({ length: 50 }, () => ({
          method: 'GET',
          path,
          headers: range ? { range } : ({} as Record<string, string>),
        })),
      ),
    )
  yield sum('50 downloads of which nothing is read', () => unread(port, { method: 'GET', path, headers: {} }, 50))
}

function* archives({ port, boxes: { full, admin }, ask, together }: Use): Generator<Sum> {
  const busy = (request: RawRequest) => Array.from({ length: 20 }, () => request)
  const list: RawRequest = { method: 'GET', path: '/v2/pushes?limit=100', headers: { 'access-token': full.token } }
  yield sum('an export, and requests meanwhile', async () => {
    const { status } = await ask('/v3/export-data', {})
    return [status, ...(await together(busy(list)))]
  })
  yield sum('a backup with all files, and requests meanwhile', async () => {
    const { status, url } = await ask('/v3/admin/backup', { files: true }, admin.token)
    if (typeof url !== 'string') return [status]
    const [backup, others] = await Promise.all([
      send(port, { method: 'GET', path: new URL(url).pathname, headers: {} }, 60_000),
      together(busy(list)),
    ])
    return [backup.status, ...others]
  })
  yield sum('ten backups at once of which nothing is read', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => ask('/v3/admin/backup', { files: true }, admin.token)))
    const paths = made.flatMap(({ url }) => (typeof url === 'string' ? new URL(url).pathname : []))
    const all = await Promise.all(paths.map((path) => unread(port, { method: 'GET', path, headers: {} }, 1)))
    return [...made.map(({ status }) => status), ...all.flat()]
  })
}

async function brokenOff(port: number, request: RawRequest): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const body = request.body as Buffer
  socket.write(headOf(request), 'latin1')
  socket.write(body.subarray(0, body.length / 2), () => socket.destroy())
  await once(socket, 'close')
  return [0]
}

/** Sends a request on many connections, reads the start of each response, then stops reading for a while. */
async function unread(port: number, request: RawRequest, count: number): Promise<number[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  const begun = sockets.map(
    (socket) =>
      new Promise<number>((resolve) => {
        socket.on('error', () => {})
        socket.on('close', () => resolve(0))
        socket.once('data', (bytes: Buffer) => {
          socket.pause()
          resolve(Number(bytes.toString('latin1', 9, 12)))
        })
        socket.write(headOf(request), 'latin1')
      }),
  )
  const statuses = await Promise.all(begun)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  for (const socket of sockets) socket.destroy()
  return statuses
}
