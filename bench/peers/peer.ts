// What the loads need from a server under comparison.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A destination of messages: a box, a topic, a user. */
export interface Place {
  /** The request that sends a message with this text there. */
  post(text: string): { method: 'POST'; url: string; headers: Record<string, string>; body: string }
  /** That many streams, which all receive everything sent there. Each has its own reader if the server knows readers. */
  streams(count: number): Stream[]
}

/** A WebSocket whose frames contain the text of each message. */
interface Stream {
  url: string
  headers: Record<string, string>
}

export interface Peer extends AsyncDisposable {
  name: string
  /** What it stores of a message, and what its response promises. */
  promise: string
  origin: string
  /** Places with at most one listener each. */
  places: readonly Place[]
  /** The place with many listeners. */
  crowded: Place
}

/** How many places and readers the loads need. */
export interface Needed {
  places: number
  readers: number
}

interface Listening {
  hear(listener: (frame: string) => void): void
  close(): void
}

/** Opens streams, a hundred at a time. @throws Error with the response of a server that opens none */
export async function listen(streams: readonly Stream[]): Promise<Listening> {
  let heard = (_frame: string) => {}
  const sockets: WebSocket[] = []
  for (let start = 0; start < streams.length; start += 100) {
    const some = streams.slice(start, start + 100).map(({ url, headers }) => {
      const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false, headers })
      socket.on('message', (data) => heard(String(data)))
      return socket
    })
    sockets.push(...some)
    await Promise.all(some.map((socket) => once(socket, 'open')))
  }
  return {
    hear(listener) {
      heard = listener
    },
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** Makes a JSON request. @throws Error with the response to a refused request */
export async function ask<T>(url: string, method: string, headers: Record<string, string>, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${text.slice(0, 200)}`)
  return (text ? JSON.parse(text) : undefined) as T
}

/**
 * Splits a server's address into its origin and the authorization header for its user name and password.
 * @throws Error if it isn't on this machine, whose memory and processor are compared
 */
export function addressOf(given: string): { origin: string; headers: Record<string, string> } {
  const { origin, hostname, username, password } = new URL(given)
  if (!['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
    throw new Error(`${hostname} is not this machine. Only servers on the same machine can be compared.`)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { origin, headers: login === ':' ? {} : { authorization: `Basic ${btoa(login)}` } }
}
