// Starts the part of a push service that application servers send to: it checks messages, and keeps each until a browser has received it.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { openSubscriptions, type Subscription } from './subscriptions.ts'
import { refuseVapid } from './vapid.ts'

interface PushRequest {
  readonly at: number
  readonly token: string
  readonly status: number
  readonly ttl: string | undefined
  readonly urgency: string | undefined
  readonly topic: string | undefined
  readonly body: Buffer
}

/** The limits of real push services. */
const largestBody = 4_096
const longestTtl = 28 * 24 * 60 * 60

/**
 * Starts a push service that keeps its subscriptions below a path, e.g. `/fcm/send/`. `Details` is the protocol-specific data of a
 * subscription; `answer` handles other HTTP requests from browsers.
 */
export async function startPushService<Details>(
  path: string,
  answer: (url: string, request: IncomingMessage, body: Buffer) => string | Buffer | undefined = () => undefined,
) {
  const subscriptions = openSubscriptions<Details>()
  const received: PushRequest[] = []
  const failures: { status: number; retryAfter: number | undefined }[] = []

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = request.url ?? ''
    if (url.startsWith(path)) return receive(url.slice(path.length), request, body, response)
    const other = answer(url, request, body)
    response.writeHead(other === undefined ? 404 : 200).end(other)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  function receive(token: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { headers } = request
    const subscription = subscriptions.find(token)
    const failure = failures.shift()
    const status = failure?.status ?? refuse(request, body, subscription, origin) ?? 201
    const [ttl, urgency, topic] = ['ttl', 'urgency', 'topic'].map((name) => headers[name]?.toString())
    received.push({ at: Date.now(), token, status, ttl, urgency, topic, body })
    if (failure?.retryAfter !== undefined) response.setHeader('retry-after', failure.retryAfter)
    if (status !== 201 || !subscription) return void response.writeHead(status).end()
    const seconds = Math.min(Number(ttl), longestTtl)
    const id = randomUUID()
    response.writeHead(201, { location: `${origin}/messages/${id}`, ttl: seconds }).end()
    subscriptions.pass(token, subscription, {
      id,
      body,
      ttl: seconds,
      urgency: urgency ?? 'normal',
      topic,
      sent: Date.now(),
    })
  }

  return {
    origin,
    subscriptions,
    received: received as readonly PushRequest[],
    /** Answers the next message with a status instead of passing it on. Each call covers one message. */
    failNext(status: number, retryAfter?: number): void {
      failures.push({ status, retryAfter })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The status to refuse a message with; undefined if it is in order. @param origin of the push service */
function refuse(
  { method, headers }: IncomingMessage,
  body: Buffer,
  subscription: Pick<Subscription<unknown>, 'revoked' | 'key'> | undefined,
  origin: string,
): number | undefined {
  if (method !== 'POST') return 405
  if (!subscription) return 404
  if (subscription.revoked) return 410
  const vapid = refuseVapid(headers.authorization, subscription.key, origin)
  if (vapid) return vapid
  if (body.length > largestBody) return 413
  const wrong =
    !/^\d{1,10}$/.test(headers.ttl?.toString() ?? '') ||
    !/^(very-low|low|normal|high)$/.test(headers.urgency?.toString() ?? 'normal') ||
    !/^[\w-]{1,32}$/.test(headers.topic?.toString() ?? 'none') ||
    (body.length > 0 && headers['content-encoding'] !== 'aes128gcm')
  return wrong ? 400 : undefined
}
