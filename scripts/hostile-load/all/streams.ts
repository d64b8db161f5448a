// Open streams: upgraded WebSockets with frames of every kind, streams of lines and events, and clients that don't read.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Boxes } from '../boxes.ts'
import { filled } from '../worst-texts.ts'
import type { Sum } from './sums.ts'

const open = 100
/** How long to wait for the start of a response, and for the server to process its input, in milliseconds. */
const answersWithin = 5_000
const staysFor = 400

/** A frame as clients send it (RFC 6455, 5.2). */
function frame(opcode: number, payload: Buffer, { last = true, masked = true, announced = payload.length } = {}): Buffer {
  const mask = masked ? 0x80 : 0
  const length =
    announced < 126
      ? Buffer.from([mask | announced])
      : announced < 65_536
        ? Buffer.from([mask | 126, announced >> 8, announced & 255])
        : Buffer.concat([Buffer.from([mask | 127]), lengthOf(announced)])
  // A zero mask leaves the payload unchanged.
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode]), length, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(bytes))
  return length
}

const times = (count: number, one: Buffer) => Buffer.concat(Array(count).fill(one))
const text = (bytes: string) => frame(1, Buffer.from(bytes))
const ping = frame(9, Buffer.alloc(125))

const writings: Record<string, () => Buffer> = {
  nothing: () => Buffer.alloc(0),
  '190 pings': () => times(190, ping),
  'a flood of pings': () => times(20_000, ping),
  'a flood of empty texts': () => times(50_000, text('')),
  'a text of 1 MB': () => frame(1, Buffer.alloc(2 ** 20, 'a')),
  'a text without an end, in frames of one byte': () =>
    Buffer.concat([frame(1, Buffer.from('a'), { last: false }), times(50_000, frame(0, Buffer.from('a'), { last: false }))]),
  'a frame of 8 exabytes': () => frame(2, Buffer.alloc(1_000), { announced: 2 ** 52 }),
  'frames that continue nothing': () => times(1_000, frame(0, Buffer.from('a'))),
  'frames without a mask': () => times(1_000, frame(1, Buffer.from('a'), { masked: false })),
  'unknown frames': () => times(1_000, frame(5, Buffer.from('a'))),
  'texts that are no UTF-8': () => times(1_000, frame(1, Buffer.alloc(100, 0xff))),
  'deep JSON': () => text('['.repeat(100_000)),
  'no frames': () => Buffer.alloc(200_000, 0xff),
}

interface Stream {
  name: string
  path: string
  upgrade: boolean
}

export function* streams(port: number, origin: string, { full, source }: Boxes): Generator<Sum> {
  const auth = Buffer.from(`Bearer ${full.token}`).toString('base64url')
  const all: Stream[] = [
    { name: '/websocket', path: `/websocket/${full.token}`, upgrade: true },
    { name: '/subscribe', path: `/subscribe/${full.token}`, upgrade: true },
    { name: '/streaming', path: `/streaming/${full.token}`, upgrade: false },
    { name: 'ntfy WebSocket', path: `/hostile-load/ws?auth=${auth}`, upgrade: true },
    { name: 'ntfy JSON', path: `/hostile-load/json?auth=${auth}`, upgrade: false },
    { name: 'ntfy events', path: `/hostile-load/sse?auth=${auth}`, upgrade: false },
    { name: 'Gotify', path: `/stream?token=${source.gotify_token}`, upgrade: true },
  ]
  const push = async (body: object) => {
    const response = await fetch(`${origin}/v2/pushes`, {
      method: 'POST',
      headers: { 'access-token': full.token },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }
  for (const stream of all) {
    const sum = (what: string, send: () => Promise<readonly number[]>): Sum => ({
      target: stream.name,
      caller: `${open} streams`,
      what,
      send,
    })
    if (stream.upgrade)
      for (const [what, make] of Object.entries(writings)) {
        const written = make()
        yield sum(what, () => withStreams(port, stream, (sockets) => writeToAll(sockets, written)))
      }
    yield sum('readers that do not read, and long pushes', () =>
      withStreams(port, stream, async (sockets) => {
        for (const socket of sockets) socket.pause()
        const sent = await Promise.all(Array.from({ length: 40 }, () => push({ type: 'note', body: filled('lorem ', 100_000) })))
        if (sent.some((status) => status !== 200)) throw new Error(`A push was answered with ${sent}.`)
      }),
    )
    yield sum('readers that read one byte after another, and pushes', () =>
      withStreams(port, stream, async (sockets) => {
        const reading = setInterval(() => {
          for (const socket of sockets) socket.read(1)
        }, 10)
        for (const socket of sockets) socket.pause()
        await Promise.all(Array.from({ length: 100 }, (_, index) => push({ type: 'note', body: `${index}` })))
        clearInterval(reading)
      }),
    )
    yield sum('streams that are opened and left, again and again', async () => {
      const statuses: number[] = []
      for (let time = 0; time < 5; time++) statuses.push(...(await withStreams(port, stream, async () => {}, 0)))
      return statuses
    })
  }
  yield {
    target: '/websocket',
    caller: 'a stranger',
    what: 'upgrades that are none',
    async send() {
      const heads = [
        'sec-websocket-key: a',
        `sec-websocket-key: ${filled('a', 8_000)}`,
        'sec-websocket-version: 1',
        `sec-websocket-extensions: ${filled('a;b=c,', 8_000)}`,
        `sec-websocket-protocol: ${filled('a,', 8_000)}`,
      ]
      const sockets = heads.flatMap((head) =>
        Array.from({ length: 20 }, () =>
          begin(port, `/websocket/${full.token}`, ['upgrade: websocket', 'connection: upgrade', head]),
        ),
      )
      return Promise.all(sockets.map(({ status, socket }) => status.finally(() => socket.destroy())))
    },
  }
}

async function withStreams(
  port: number,
  { path, upgrade }: Stream,
  work: (sockets: Socket[]) => Promise<unknown>,
  stays = staysFor,
): Promise<number[]> {
  const head = upgrade
    ? [
        'upgrade: websocket',
        'connection: upgrade',
        'sec-websocket-version: 13',
        `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      ]
    : []
  const all = Array.from({ length: open }, () => begin(port, path, head))
  try {
    const statuses = await Promise.all(all.map(({ status }) => status))
    await work(all.map(({ socket }) => socket).filter((socket) => !socket.destroyed))
    await new Promise((resolve) => setTimeout(resolve, stays))
    return statuses
  } finally {
    for (const { socket } of all) socket.destroy()
  }
}

function begin(port: number, path: string, head: readonly string[]): { socket: Socket; status: Promise<number> } {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const status = new Promise<number>((resolve) => {
    const timer = setTimeout(() => resolve(0), answersWithin)
    const end = (found: number) => {
      clearTimeout(timer)
      resolve(found)
    }
    socket.once('data', (bytes: Buffer) => end(Number(bytes.toString('latin1', 9, 12))))
    socket.on('close', () => end(0))
  })
  socket.on('data', () => {})
  socket.write([`GET ${path} HTTP/1.1`, 'host: localhost', ...head, '', ''].join('\r\n'))
  return { socket, status }
}

/** Resolves once everything is written, or the server has closed the connections it rejects. */
async function writeToAll(sockets: readonly Socket[], bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return
  const late = new Promise((resolve) => setTimeout(resolve, answersWithin).unref())
  const written = sockets.map((socket) =>
    Promise.race([new Promise((resolve) => socket.write(bytes, resolve)), once(socket, 'close')]),
  )
  await Promise.race([Promise.allSettled(written), late])
}
