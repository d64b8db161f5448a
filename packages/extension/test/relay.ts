import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface Relay {
  readonly origin: string
  /** The numbers of the pieces received so far, including those held. */
  readonly pieces: readonly number[]
  /** Lets all pieces through from now on, including those held. */
  release(): void
  close(): void
}

/** Proxies a server. The first piece of each file goes through, the rest are held. */
export async function relayTo(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const pieces: number[] = []
  const sockets = new Set<Socket>()
  const released = Promise.withResolvers<void>()
  let origin = ''

  const server = createServer(async (incoming, answer) => {
    const { url: path = '', method } = incoming
    const { 'accept-encoding': _coding, ...headers } = incoming.headers
    const outgoing = request({ hostname, port, path, method, headers })
    for (const each of [incoming, outgoing, answer]) each.on('error', () => answer.destroy())
    outgoing.on('response', async (given) => {
      const { 'content-length': _length, ...rest } = given.headers
      answer.writeHead(given.statusCode ?? 502, rest)
      // Makes the client send the pieces here, too.
      if (path.endsWith('-upload'))
        answer.end(
          Buffer.concat(await given.toArray())
            .toString()
            .replaceAll(target, origin),
        )
      else given.pipe(answer)
    })
    const piece = /\/v3\/upload\/[^/]+\/(\d+)$/.exec(path)?.[1]
    if (method === 'POST' && piece !== undefined) {
      pieces.push(Number(piece))
      if (Number(piece) > 0) await released.promise
    }
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', ({ url, headers }, near, head) => {
    const far = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      far.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      far.write(head)
      far.pipe(near).pipe(far)
    })
    for (const each of [far, near])
      each.on('error', () => {
        far.destroy()
        near.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pieces,
    release: released.resolve,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
