import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Json, TestServer } from '../test-server.ts'

export interface Sent {
  method?: string
  /** An object is sent as JSON, anything else unchanged. */
  body?: object | string | FormData
  headers?: Record<string, string>
  /** Sent in `X-Gotify-Key`. */
  key?: string | undefined
}

/** Sends a request. @returns the response, with its parsed JSON if it has any */
export async function send(server: TestServer, path: string, { method, body, headers, key }: Sent = {}) {
  const isObject = typeof body === 'object' && !(body instanceof FormData)
  const response = await fetch(server.origin + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && { body: isObject ? JSON.stringify(body) : (body as string) }),
    headers: {
      ...(isObject && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-gotify-key': key }),
      ...headers,
    },
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

export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

interface Listening {
  next(): Promise<Json>
  readonly left: number
  readonly ended: Promise<unknown>
  say(text: string): void
  close(): void
}

/** Listens to the messages of an account. Resolves once the stream is open; rejects with the status of a refusal. */
export async function listen(server: TestServer, path: string, headers: Record<string, string> = {}): Promise<Listening> {
  const socket = new WebSocket(server.origin.replace('http', 'ws') + path, { headers })
  const queue: Json[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    queue.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close')
  const refused = once(socket, 'unexpected-response').then(([, response]) =>
    Promise.reject(new Error(String(response.statusCode))),
  )
  await Promise.race([once(socket, 'open'), refused])
  return {
    async next() {
      while (queue.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return queue.shift()
    },
    get left() {
      return queue.length
    },
    ended,
    say: (text) => socket.send(text),
    close: () => socket.close(),
  }
}
