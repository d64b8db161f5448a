import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

interface Ways {
  rewrite(text: string): string
  /** The size of each response in megabytes; Infinity for one that never ends and never breaks a line. */
  megabytes: number
}

export interface Hostile {
  origin: string
  ways: Ways
  /** Sends frames to all open streams. @returns how many streams there were */
  frames(count: number): number
  /**
   * How many streams were opened, how many of the large responses were read in full or cut off by their reader, and the most megabytes that
   * any of them got out.
   */
  readonly seen: { streams: number; whole: number; cut: number; most: number }
  close(): Promise<void>
}

const megabyte = 'x'.repeat(1_000_000)
/** Runs if any part of it is treated as HTML. */
export const script = `<img src=x onerror="document.documentElement.dataset.ran='1'"><script>document.documentElement.dataset.ran='1'</script>`

function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      done()
    }
    response.on('drain', go).on('close', go)
  })
}

/** Sits in front of a server: everything passes, modified as the test sets. */
export async function openHostile(behind: string): Promise<Hostile> {
  const ways: Ways = { rewrite: (text) => text, megabytes: 0 }
  const seen = { streams: 0, whole: 0, cut: 0, most: 0 }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { host: _, connection: __, 'content-length': ___, 'accept-encoding': ____, ...headers } = request.headers
    const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}
    const method = request.method ?? 'GET'
    const answer = await fetch(behind + request.url, { method, headers: headers as Record<string, string>, ...body })
    const text = ways.rewrite(await answer.text())
    const {
      'content-encoding': _____,
      'content-length': ______,
      'transfer-encoding': _______,
      ...kept
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept)
    if (ways.megabytes > 0 && method !== 'OPTIONS' && answer.ok && text.startsWith('{')) {
      response.write('{"unknown":["')
      for (let count = 0; count < ways.megabytes && !response.destroyed; count++) {
        if (!response.write(megabyte)) await drained(response)
        seen.most = Math.max(seen.most, count + 1)
      }
      if (response.destroyed) seen.cut++
      else response.end(`"],${text.slice(1)}`, () => seen.whole++)
    } else response.end(text)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  const streams = new WebSocketServer({ server })
  streams.on('connection', (socket, { url }) => {
    seen.streams++
    socket.on('error', () => {})
    const real = new WebSocket(behind.replace('http', 'ws') + url)
    real.on('message', (frame) => socket.send(ways.rewrite(String(frame)))).on('error', () => {})
    real.on('close', () => socket.close())
    socket.on('close', () => real.close())
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    ways,
    seen,
    frames(count) {
      const frame = JSON.stringify({ type: 'push', push: { type: 'mirror', title: script, body: script, icon: 'x'.repeat(200) } })
      for (const socket of streams.clients) for (let at = 0; at < count; at++) socket.send(frame)
      return streams.clients.size
    },
    async close() {
      for (const socket of streams.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
