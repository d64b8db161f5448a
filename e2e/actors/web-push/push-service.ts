// Starts the part of a push service that application servers send to: it checks messages, and keeps each until a browser has received it.

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { refuseVapid } from './vapid.ts'

/** A message on its way to a browser. */
export interface PushMessage {
  readonly id: string
  readonly body: Buffer
  /** In seconds, as the sender gave it. */
  readonly ttl: number
  readonly urgency: string
  readonly topic: string | undefined
  readonly sent: number
}

/** A request of an application server, with the answer it got. */
interface PushRequest {
  readonly at: number
  readonly token: string
  readonly status: number
  readonly ttl: string | undefined
  readonly urgency: string | undefined
  readonly topic: string | undefined
  readonly body: Buffer
}

/** Sends a message over the connection of a browser. */
type Send<Details> = (message: PushMessage, token: string, details: Details) => void

interface Subscription<Details> {
  readonly browser: string
  /** The public VAPID key of the only server that may send; in base64url. Without one, any server may. */
  readonly key: string | undefined
  readonly details: Details
  /** What no browser has acknowledged. */
  messages: PushMessage[]
  revoked: boolean
}

/** The limits of real push services. */
const largestBody = 4_096
const longestTtl = 28 * 24 * 60 * 60

/**
 * Starts a push service that keeps its subscriptions below a path, e.g. `/fcm/send/`. `Details` is what the protocol of its browsers needs
 * to know of a subscription; `answer` answers what else browsers ask over HTTP.
 */
export async function startPushService<Details>(
  path: string,
  answer: (url: string, request: IncomingMessage, body: Buffer) => string | Buffer | undefined = () => undefined,
) {
  const subscriptions = new Map<string, Subscription<Details>>()
  const connections = new Map<string, Send<Details>>()
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
    const subscription = subscriptions.get(token)
    const failure = failures.shift()
    const status = failure?.status ?? refuse(request, body, subscription) ?? 201
    const [ttl, urgency, topic] = ['ttl', 'urgency', 'topic'].map((name) => headers[name]?.toString())
    received.push({ at: Date.now(), token, status, ttl, urgency, topic, body })
    if (failure?.retryAfter !== undefined) response.setHeader('retry-after', failure.retryAfter)
    if (status !== 201 || !subscription) return void response.writeHead(status).end()
    const seconds = Math.min(Number(ttl), longestTtl)
    const id = randomUUID()
    response.writeHead(201, { location: `${origin}/messages/${id}`, ttl: seconds }).end()
    pass(token, subscription, { id, body, ttl: seconds, urgency: urgency ?? 'normal', topic, sent: Date.now() })
  }

  /** The status to refuse a message with; undefined if it is in order. */
  function refuse({ method, headers }: IncomingMessage, body: Buffer, subscription?: Subscription<Details>): number | undefined {
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

  function pass(token: string, subscription: Subscription<Details>, message: PushMessage): void {
    const { topic, ttl } = message
    subscription.messages = subscription.messages.filter((other) => topic === undefined || other.topic !== topic)
    const send = connections.get(subscription.browser)
    if (send || ttl > 0) subscription.messages.push(message)
    send?.(message, token, subscription.details)
  }

  const tokenOf = (endpoint: string) => endpoint.slice(endpoint.lastIndexOf('/') + 1)

  return {
    origin,
    /** All requests so far, with their answers. */
    received: received as readonly PushRequest[],
    /** How many browsers are connected. */
    connected: () => connections.size,
    /** Answers the next message with a status, instead of passing it on. Several calls are for as many messages. */
    failNext(status: number, retryAfter?: number): void {
      failures.push({ status, retryAfter })
    },
    /** Ends a subscription, as if its browser had gone for good: later messages to it are answered with 410. */
    revoke(endpoint: string): void {
      const subscription = subscriptions.get(tokenOf(endpoint))
      if (!subscription) throw new Error(`There is no subscription ${endpoint}.`)
      subscription.revoked = true
      subscription.messages = []
    },
    /** Makes a subscription for a browser and returns its token. */
    subscribe(browser: string, key: string | undefined, details: Details): string {
      const token = randomBytes(16).toString('base64url')
      subscriptions.set(token, { browser, key, details, messages: [], revoked: false })
      return token
    },
    /** Removes the subscriptions that a browser has ended. */
    unsubscribe(ended: (subscription: { browser: string; details: Details }) => boolean): void {
      for (const [token, subscription] of subscriptions) if (ended(subscription)) this.revoke(token)
    },
    /** A browser has connected; it receives its waiting messages, except for the messages that it names as received. */
    connect(browser: string, send: Send<Details>, acknowledged: readonly string[] = []): void {
      connections.set(browser, send)
      this.acknowledge(browser, acknowledged)
      for (const [token, subscription] of subscriptions) {
        if (subscription.browser !== browser) continue
        subscription.messages = subscription.messages.filter(({ sent, ttl }) => sent + ttl * 1_000 > Date.now())
        for (const message of subscription.messages) send(message, token, subscription.details)
      }
    },
    /** A connection has ended. The browser may have a newer one. */
    disconnect(browser: string, send: Send<Details>): void {
      if (connections.get(browser) === send) connections.delete(browser)
    },
    /** A browser has received messages. */
    acknowledge(browser: string, ids: readonly string[]): void {
      for (const subscription of subscriptions.values()) {
        if (subscription.browser !== browser) continue
        subscription.messages = subscription.messages.filter(({ id }) => !ids.includes(id))
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
