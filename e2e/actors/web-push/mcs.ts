// Implements the server's side of MCS, over which Chromium receives push messages.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { selfSigned } from './certificate.ts'
import { decode, encode, type Field, readVarint, varint } from './protobuf.ts'

const version = 41
const tags = { heartbeat: 0, heartbeatAck: 1, login: 2, loginResponse: 3, iq: 7, data: 8 }
/** For each packet type, the field with the number of the last packet that its sender received. */
const lastReceivedFields: Record<number, number> = {
  [tags.heartbeat]: 2,
  [tags.heartbeatAck]: 2,
  [tags.loginResponse]: 6,
  [tags.iq]: 10,
  [tags.data]: 11,
}

/** The connection of a browser that has logged in. */
export interface McsConnection {
  /** The ID that the browser got when it checked in. */
  readonly browser: string
  /** The IDs of the messages that it received over earlier connections. */
  readonly acknowledged: readonly string[]
  /** `onAcknowledged` runs when the browser has the message. */
  send(fields: Field[], onAcknowledged: () => void): void
}

/** Starts a server that reports each browser that logs in; `onLogin` returns a function to call when the connection ends. */
export async function startMcs(onLogin: (connection: McsConnection) => () => void) {
  const { keyHash, ...identity } = selfSigned()
  const sockets = new Set<TLSSocket>()
  const server = createServer(identity, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A browser that quits resets its connections.
    socket.on('error', () => {})
    serve(socket, onLogin)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    /** The hash of the server's public key, by which browsers recognize it. */
    keyHash,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: TLSSocket, onLogin: (connection: McsConnection) => () => void): void {
  let sent = 0
  let received = 0
  let unacknowledged: { packet: number; done: () => void }[] = []

  function write(tag: number, fields: Field[]): void {
    const lastReceived: Field[] = [[lastReceivedFields[tag] ?? 0, received]]
    const body = encode([...fields, ...lastReceived])
    // The version only precedes the first packet.
    const start = sent++ === 0 ? [version, tag] : [tag]
    socket.write(Buffer.concat([Buffer.from(start), varint(body.length), body]))
  }

  function read(tag: number, body: Buffer): void {
    received++
    const fields = decode(body)
    const last = Number(fields.get(lastReceivedFields[tag] ?? 0)?.[0] ?? 0)
    const done = unacknowledged.filter(({ packet }) => packet <= last)
    unacknowledged = unacknowledged.filter(({ packet }) => packet > last)
    for (const each of done) each.done()
    if (tag === tags.heartbeat) write(tags.heartbeatAck, [])
    if (tag !== tags.login) return
    const words = (field: number) => (fields.get(field) ?? []).map(String)
    write(tags.loginResponse, [
      [1, words(1)[0] ?? ''],
      [8, Date.now()],
    ])
    const onEnd = onLogin({
      browser: words(3)[0] ?? '',
      acknowledged: words(10),
      send(message, onAcknowledged) {
        unacknowledged.push({ packet: sent + 1, done: onAcknowledged })
        write(tags.data, message)
      },
    })
    socket.on('close', onEnd)
  }

  let bytes = Buffer.alloc(0)
  let first = true
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more])
    for (;;) {
      const start = first ? 1 : 0
      const length = readVarint(bytes, start + 1)
      if (!length || bytes.length < length.end + Number(length.value)) return
      const end = length.end + Number(length.value)
      const packet = bytes.subarray(length.end, end)
      const tag = bytes[start] ?? 0
      first = false
      bytes = bytes.subarray(end)
      read(tag, packet)
    }
  })
}
