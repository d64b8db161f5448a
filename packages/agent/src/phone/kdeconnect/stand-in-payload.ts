import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type ConnectionOptions, connect, TLSSocket } from 'node:tls'
import type { Credentials } from './certificate.ts'
import { listenInRange, ports } from './payload.ts'

interface End {
  host: string
  credentials: Credentials
}

/**
 * Sends bytes once the computer fetches them at the announced port.
 * @param vanish called halfway through; the rest is never sent
 * @throws if the computer doesn't fetch them within 10 s
 */
export async function offerBytes(
  { host, credentials }: End,
  bytes: Buffer,
  tell: (port: number) => void,
  vanish?: () => void,
): Promise<void> {
  const { server, port } = await listenInRange(ports.firstPayload, host)
  tell(port)
  try {
    const [socket] = (await once(server, 'connection', { signal: AbortSignal.timeout(10_000) })) as [Socket]
    const tls = new TLSSocket(socket, { isServer: true, requestCert: true, rejectUnauthorized: false, ...credentials })
    tls.on('error', () => {})
    await once(tls, 'secure', { signal: AbortSignal.timeout(10_000) })
    if (vanish) {
      tls.write(bytes.subarray(0, bytes.length / 2), vanish)
      return
    }
    // Some computers leave the connection open.
    tls.end(bytes, () => tls.destroySoon())
    await once(tls, 'close')
  } finally {
    server.close()
  }
}

/** Fetches all bytes offered by the computer at a port. */
export async function fetchBytes({ host, credentials }: End, address: string, port: number): Promise<Buffer> {
  // TLS's types omit the address to connect from.
  const options: ConnectionOptions & { localAddress: string } = {
    host: address,
    port,
    localAddress: host,
    rejectUnauthorized: false,
    ...credentials,
  }
  const pieces: Buffer[] = []
  for await (const piece of connect(options)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
