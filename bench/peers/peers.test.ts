// Stand-ins replace the other servers, following the documentation of these calls.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { gotifyAt } from './gotify.ts'
import { loads } from './loads.ts'
import { ntfyAt } from './ntfy.ts'
import type { Peer } from './peer.ts'

const few = { places: 3, readers: 40, seconds: 1, rate: 50, posts: 2 }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A stand-in's response, the place whose streams a message goes to, and its frame. */
interface Answer {
  body?: object
  to?: string
  frame?: object
}

async function standIn(answer: (asked: IncomingMessage, body: string) => Answer, placeOf: (asked: IncomingMessage) => string) {
  const streams = new Map<string, Set<WebSocket>>()
  const server: Server = createServer(async (asked, response) => {
    const { body, to, frame } = answer(asked, String(Buffer.concat(await asked.toArray())))
    for (const socket of streams.get(to ?? '') ?? []) socket.send(JSON.stringify(frame))
    if (body) response.end(JSON.stringify(body))
    else response.end()
  })
  new WebSocketServer({ server }).on('connection', (socket, asked) => {
    const place = placeOf(asked)
    streams.set(place, (streams.get(place) ?? new Set()).add(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function underAllLoads(peer: Peer): Promise<string[]> {
  const figures: string[] = []
  for (const { measure } of loads) figures.push(await measure(peer, few))
  return figures
}

/** A memory difference too small to see may even be negative. */
const figures = [/^-?\d+\.\d$/, /^[1-9]\d*$/, /^\d+\.\d, \d+\.\d$/, /^\d+, \d+$/].map((form) => expect.stringMatching(form))

describe('the loads', () => {
  it('measure a server that speaks as ntfy does, with a topic for each place', async () => {
    const address = await standIn(
      ({ method, url = '', headers }, text) => {
        if (url === '/v1/health') return { body: { healthy: true } }
        expect([method, headers.authorization]).toEqual(['POST', `Basic ${btoa(':tk_1')}`])
        const frame = { id: 'a', event: 'message', topic: url.slice(1), message: text }
        return { body: frame, to: url, frame }
      },
      ({ url = '' }) => url.replace(/\/ws$/, ''),
    )
    await using peer = await ntfyAt(`http://:tk_1@${address}`, few)
    expect(await underAllLoads(peer)).toEqual(figures)
  })

  it('measure a server that speaks as Gotify does, with a user for each place, who is deleted afterwards', async () => {
    const users = new Set<string>()
    const nameOf = ({ headers }: IncomingMessage) => atob(headers.authorization?.slice(6) ?? '').split(':')[0] as string
    const key = ({ headers }: IncomingMessage) => String(headers['x-gotify-key']).slice(1)
    const address = await standIn((asked, text) => {
      const { method, url = '' } = asked
      if (url === '/user') {
        expect(nameOf(asked)).toBe('admin')
        users.add(JSON.parse(text).name)
        return { body: { id: users.size } }
      }
      if (method === 'DELETE') {
        users.delete([...users][0] as string)
        return {}
      }
      if (url === '/application') return { body: { token: `A${nameOf(asked)}` } }
      if (url === '/client') return { body: { token: `C${nameOf(asked)}` } }
      expect([method, url]).toEqual(['POST', '/message'])
      const message = { id: 1, ...JSON.parse(text) }
      return { body: message, to: key(asked), frame: message }
    }, key)
    {
      await using peer = await gotifyAt(`http://admin:secret@${address}`, few)
      expect(users.size).toBe(4)
      expect(await underAllLoads(peer)).toEqual(figures)
    }
    expect(users.size).toBe(0)
  })

  it('are not given to servers on other machines', async () => {
    await expect(ntfyAt('https://ntfy.sh', few)).rejects.toThrow('ntfy.sh is not this machine.')
  })
})
