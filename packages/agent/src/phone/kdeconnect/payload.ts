// Sends and fetches payloads: the bytes of a file, an icon or a picture, each over its own TLS connection.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls'
import type { Credentials } from './certificate.ts'

/** The ports of KDE Connect: announcements go to the first one over UDP, links and payloads use the first free one. */
export const ports = { discovery: 1_716, firstPayload: 1_739, last: 1_764 }

/** The other end of a link, as seen by its payloads. */
export interface PayloadEnd {
  localAddress: string
  remoteAddress: string
  /** The SHA-256 fingerprint of the other device's certificate. */
  fingerprint: string
  credentials: Credentials
}

/** A payload that wasn't transferred completely. The message says why. */
export class PayloadFailed extends Error {}

/** How long the other device may take to connect, and may be silent, in milliseconds. */
const silence = 10_000
/** The slowest transfer tolerated, in bytes per millisecond, after this many milliseconds. */
const slowest = { rate: 20, after: 60_000 }

/**
 * Offers a payload on its own port, and resolves once the other device has fetched all of it.
 * @param announce sends the packet that names the port
 * @throws PayloadFailed
 */
export async function sendPayload(
  end: PayloadEnd,
  { size, open, announce, signal }: { size: number; open: () => Readable; announce(port: number): void; signal: AbortSignal },
): Promise<void> {
  const { server, port } = await listenInRange(ports.firstPayload, end.localAddress)
  try {
    const connected = firstFrom(server, end.remoteAddress, signal)
    announce(port)
    const socket = await connected
    const tls = new TLSSocket(socket, { isServer: true, requestCert: true, rejectUnauthorized: false, ...end.credentials })
    tls.on('error', () => {})
    tls.setTimeout(3 * silence, () => tls.destroy(new PayloadFailed('it was not fetched to its end')))
    await once(tls, 'secure', { signal: AbortSignal.any([signal, AbortSignal.timeout(silence)]) })
    demandFingerprint(tls, end.fingerprint)
    await pipeline(open(), exactly(size), tls, { signal })
  } catch (error) {
    throw asFailure(error)
  } finally {
    server.close()
  }
}

/**
 * Fetches a payload of at most `maxBytes`, in pieces. It may be longer than announced, because Android sometimes announces too little, but
 * never shorter.
 * @throws PayloadFailed, also while it is read
 */
export async function* fetchPayload(
  end: PayloadEnd,
  { port, announced, maxBytes, signal }: { port: number; announced: number; maxBytes: number; signal: AbortSignal },
): AsyncGenerator<Buffer, void> {
  // A paired device must not be able to make this one connect to anything else.
  if (port < ports.discovery || port > ports.last) throw new PayloadFailed(`port ${port} is not one for payloads`)
  if (announced > maxBytes) throw new PayloadFailed(`it has more than ${maxBytes} bytes`)
  const { localAddress, remoteAddress: host, credentials } = end
  // TLS's types omit the local address, which is passed on to the socket.
  const options: ConnectionOptions & { localAddress: string } = {
    host,
    port,
    localAddress,
    rejectUnauthorized: false,
    ...credentials,
  }
  const tls = connectTls(options)
  // The reader gets its errors; a later one has no receiver.
  tls.on('error', () => {})
  const stop = () => tls.destroy(new PayloadFailed('the link ended'))
  const late = setTimeout(
    () => tls.destroy(new PayloadFailed('it took too long')),
    slowest.after + (announced >= 0 ? announced : maxBytes) / slowest.rate,
  )
  signal.addEventListener('abort', stop)
  tls.setTimeout(silence, () => tls.destroy(new PayloadFailed('the other device is silent')))
  try {
    await once(tls, 'secureConnect', { signal })
    demandFingerprint(tls, end.fingerprint)
    let size = 0
    for await (const piece of tls) {
      size += (piece as Buffer).length
      if (size > maxBytes) throw new PayloadFailed(`it has more than ${maxBytes} bytes`)
      yield piece as Buffer
    }
    if (size < announced) throw new PayloadFailed(`it ended after ${size} of ${announced} bytes`)
  } catch (error) {
    throw asFailure(error)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    tls.destroy()
  }
}

/** Listens on the first free port from `first` on. @throws Error if none is free */
export async function listenInRange(first: number, host?: string): Promise<{ server: Server; port: number }> {
  for (let port = first; ; port++) {
    const server = createServer()
    try {
      server.listen({ port, host })
      await once(server, 'listening')
      return { server, port }
    } catch (error) {
      if (port >= ports.last) throw error
    }
  }
}

/** The first connection from an address; all others are refused. */
function firstFrom(server: Server, address: string, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  // Only awaited after the packet has been sent.
  promise.catch(() => {})
  const timer = setTimeout(() => reject(new PayloadFailed('it was not fetched')), silence)
  const stop = () => reject(new PayloadFailed('the link ended'))
  signal.addEventListener('abort', stop)
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    if (plainAddress(socket.remoteAddress) !== address) socket.destroy()
    else {
      server.close()
      resolve(socket)
    }
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}

/** Passes exactly `size` bytes, because the other device waits for that many. */
const exactly = (size: number) =>
  async function* pass(pieces: AsyncIterable<Buffer>) {
    let left = size
    for await (const piece of pieces) {
      left -= piece.length
      if (left < 0) throw new PayloadFailed('the file has become longer')
      yield piece
    }
    if (left > 0) throw new PayloadFailed('the file has become shorter')
  }

function demandFingerprint(tls: TLSSocket, fingerprint: string): void {
  if (tls.getPeerX509Certificate()?.fingerprint256 === fingerprint) return
  throw new PayloadFailed('the other end has another certificate')
}

function asFailure(error: unknown): PayloadFailed {
  if (error instanceof PayloadFailed) return error
  // Aborts and timeouts carry the relevant reason as their cause, if any.
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (cause instanceof PayloadFailed) return cause
  return new PayloadFailed(code === 'ABORT_ERR' ? 'it took too long' : message, { cause: error })
}

/** An IPv4 address in plain form, even if an IPv6 socket reports it. */
export const plainAddress = (address: string | undefined): string => address?.replace(/^::ffff:/i, '') ?? ''
