import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { readWebPush, type WebPushMessage } from '@waypost/protocol'

// A browser push service over HTTP: it verifies the sender of a message, keeps the message, and lets a test decrypt it with the browser's
// keys.

/** The interface of the decryption library that comes with `web-push`. */
interface Ece {
  decrypt(body: Buffer, how: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer
}
const require = createRequire(import.meta.url)
const ece = createRequire(require.resolve('web-push'))('http_ece') as Ece

interface Received {
  message: WebPushMessage
  headers: IncomingHttpHeaders
  size: number
  claims: Json
  key: string
}

interface Answer {
  /** 0 breaks the connection off. */
  status: number
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any

interface Server {
  request(path: string, options: { token: string; body: object }): Promise<{ status: number; body: Json }>
}

interface Browser {
  /** In the format of `subscribeWebPush`. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string; app_guid: string }
  /** Accepted messages that have not been read. */
  readonly received: Received[]
  readonly requests: number
  /** The messages that a browser gets after being offline for some seconds (RFC 8030): the latest of each topic, by its TTL. */
  afterBeingAway(seconds: number): WebPushMessage[]
  next(): Promise<Received>
  /** Resolves after the next request that is not taken. */
  refused(): Promise<void>
}

export interface PushService {
  readonly origin: string
  browser(): Browser
  /** Gives the next requests for a browser these responses; `undefined` never responds. Later requests are accepted. */
  answer(browser: Browser, ...answers: (Answer | undefined)[]): void
  subscribe(server: Server, token: string, fields?: object): Promise<Browser & { device: string }>
  close(): Promise<void>
}

/** Starts a push service on a free port. Servers reach it with `WAYPOST_FETCH_PRIVATE=allow`. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Kept>()
  const http = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const browser = browsers.get(request.url ?? '')
    const { key, claims } = checkSignature(request.headers.authorization ?? '')
    if (!browser || request.method !== 'POST' || !claims) return void response.writeHead(browser ? 403 : 404).end('no')
    browser.requests++
    const answer = browser.answers.length > 0 ? browser.answers.shift() : { status: 201 }
    if (answer?.status === 0) response.destroy()
    else if (answer) response.writeHead(answer.status, answer.headers).end(answer.status < 300 ? '' : 'because')
    if (answer?.status === 201) browser.take({ body: Buffer.concat(pieces), headers: request.headers, claims, key })
    else browser.wakeRefused()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  let count = 0

  function browser(): Browser {
    const path = `/push/${++count}`
    const kept = new Kept(origin + path, `web-${count}`)
    browsers.set(path, kept)
    return kept
  }

  return {
    origin,
    browser,
    answer: (browser, ...answers) => void (browser as Kept).answers.push(...answers),
    async subscribe(server, token, fields = {}) {
      const { body: device } = await server.request('/v2/devices', {
        token,
        body: { nickname: `Browser ${count}`, type: 'chrome' },
      })
      const kept = browser()
      const body = { device_iden: device.iden, ...kept.subscription, ...fields }
      const { status } = await server.request('/v3/subscribe-web-push', { token, body })
      if (status !== 200) throw new Error(`The browser was refused with status ${status}.`)
      return Object.assign(kept, { device: device.iden as string })
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

class Kept implements Browser {
  readonly subscription: Browser['subscription']
  readonly received: Received[] = []
  readonly taken: Received[] = []
  readonly answers: (Answer | undefined)[] = []
  requests = 0
  wakeRefused = () => {}
  readonly #keys = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  #wake = () => {}

  constructor(endpoint: string, app_guid: string) {
    const p256dh = this.#keys.generateKeys('base64url')
    this.subscription = { endpoint, p256dh, auth: this.#auth.toString('base64url'), app_guid }
  }

  take({ body, ...rest }: Omit<Received, 'message' | 'size'> & { body: Buffer }): void {
    const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: this.#keys, authSecret: this.#auth }).toString()
    const message = readWebPush(text)
    if (!message) throw new Error(`A service worker cannot read ${text}`)
    const received = { message, size: body.length, ...rest }
    this.received.push(received)
    this.taken.push(received)
    this.#wake()
  }

  afterBeingAway(seconds: number): WebPushMessage[] {
    const kept = new Map<string, Received>()
    for (const [index, one] of this.taken.entries()) {
      const topic = String(one.headers.topic ?? index)
      kept.delete(topic)
      kept.set(topic, one)
    }
    return [...kept.values()].filter(({ headers }) => Number(headers.ttl) > seconds).map(({ message }) => message)
  }

  async next(): Promise<Received> {
    while (this.received.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.received.shift() as Received
  }

  refused(): Promise<void> {
    return new Promise((resolve) => {
      this.wakeRefused = resolve
    })
  }
}

function checkSignature(authorization: string): { key: string; claims: Json } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return { key, claims: undefined }
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { key, claims: isSigned ? JSON.parse(Buffer.from(body, 'base64url').toString()) : undefined }
}
