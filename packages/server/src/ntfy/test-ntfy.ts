import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Json, TestServer } from '../test-server.ts'

export interface Sent {
  method?: string
  body?: string | Uint8Array
  headers?: Record<string, string>
  token?: string
}

/** Sends a request. @returns the response, with its parsed JSON if it has any */
export async function send(server: TestServer, path: string, { method = 'POST', body, headers, token }: Sent = {}) {
  const response = await fetch(server.origin + path, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
  })
  const text = await response.text()
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, text, json, headers: response.headers }
}

/** The stored messages, as returned by a poll. */
export async function poll(server: TestServer, path: string, sent: Sent = {}): Promise<Json[]> {
  const { text } = await send(server, `${path}${path.includes('?') ? '&' : '?'}poll=1`, { method: 'GET', ...sent })
  return linesOf(text)
}

const linesOf = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

class Arrivals<T> {
  readonly #queue: T[] = []
  #wake = () => {}

  add(...some: T[]): void {
    this.#queue.push(...some)
    this.#wake()
  }

  async next(): Promise<T> {
    while (this.#queue.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#queue.shift() as T
  }
}

interface Reader {
  next(): Promise<Json>
  readonly ended: Promise<unknown>
  close(): void
}

/** Subscribes to lines of JSON. Resolves once the stream is open. */
export async function readLines(server: TestServer, path: string, token: string): Promise<Reader> {
  const stop = new AbortController()
  const response = await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })
  const arrivals = new Arrivals<Json>()
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      arrivals.add(...linesOf(text.slice(0, end)).filter(({ event }) => event !== 'keepalive'))
      text = text.slice(end)
    }
  }
  const ended = read().catch(() => {})
  return { next: () => arrivals.next(), ended, close: () => stop.abort() }
}

/** Subscribes over a WebSocket. Resolves once it is open, or with the status of the refusal. */
export async function readSocket(server: TestServer, path: string, token: string): Promise<Reader & { socket: WebSocket }> {
  const socket = new WebSocket(server.origin.replace('http', 'ws') + path, { headers: { authorization: `Bearer ${token}` } })
  const arrivals = new Arrivals<Json>()
  socket.on('message', (data) => arrivals.add(JSON.parse(String(data))))
  socket.on('error', () => {})
  const ended = once(socket, 'close')
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
  })
  return { next: () => arrivals.next(), ended, close: () => socket.close(), socket }
}
