// Starts a server that stands in for the push service of Chromium: check-in, registration, messages, and the endpoint that servers send to.

import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { type McsConnection, startMcs } from './mcs.ts'
import { decode, encode } from './protobuf.ts'
import { startPushService } from './push-service.ts'
import type { PushMessage } from './subscriptions.ts'

/** An app in Chromium's terms: an origin with a service worker. */
interface App {
  readonly app: string
  readonly subtype: string
  /** The public VAPID key of the subscription. */
  readonly sender: string
}

/** The hosts and the path of Chromium's subscription endpoints. Google's builds use the first host, others the second. */
const hosts = ['https://fcm.googleapis.com', 'https://jmt17.google.com']
const path = '/fcm/send/'

/**
 * The format of VAPID keys. Chromium itself registers with keys in a different format, e.g. for its own services, which receive nothing
 * here.
 */
const vapidKey = /^[\w-]{87}$/

/** A stand-in for Chromium's push service, for any number of browsers. */
export async function startChromiumPush() {
  const service = await startPushService<App>(path, (url, { headers }, body) => {
    if (url === '/checkin') return checkIn(body)
    if (url === '/register') return register(new URLSearchParams(body.toString()), headers.authorization)
    return undefined
  })
  const { origin, subscriptions, received, failNext } = service
  const mcs = await startMcs((connection) => {
    const { browser, acknowledged } = connection
    const send = (message: PushMessage, _token: string, app: App) =>
      connection.send(stanza(message, app), () => subscriptions.acknowledge(browser, [message.id]))
    subscriptions.connect(browser, send, acknowledged)
    return () => subscriptions.disconnect(browser, send)
  })

  function register(form: URLSearchParams, authorization = ''): string {
    const browser = form.get('device') ?? ''
    const [app, subtype, sender] = ['app', 'X-subtype', 'sender'].map((name) => form.get(name) ?? '') as [string, string, string]
    if (!authorization.startsWith(`AidLogin ${browser}:`)) return 'Error=AUTHENTICATION_FAILED'
    if (form.get('delete') === 'true') {
      subscriptions.unsubscribe((of) => of.browser === browser && of.details.subtype === subtype)
      return `token=${subtype}`
    }
    if (!vapidKey.test(sender)) return 'token=none'
    return `token=${subscriptions.subscribe(browser, sender, { app, subtype, sender })}`
  }

  const prefix = `${origin}${path}`
  const endpointFor = (endpoint: string) => hosts.reduce((url, host) => url.replace(`${host}${path}`, prefix), endpoint)
  return {
    received,
    connected: subscriptions.connected,
    failNext,
    revoke: subscriptions.revoke,
    /** The address that receives the messages of an endpoint known to the browser. */
    endpointFor,
    /**
     * Replaces the endpoints in requests of pages and service workers to some addresses, e.g. those with which an app tells its server
     * about a subscription.
     */
    async rewriteEndpoints(context: BrowserContext, url: string | RegExp): Promise<void> {
      await context.route(url, async (route) => {
        const postData = route.request().postData()
        await route.continue(postData === null ? {} : { postData: endpointFor(postData) })
      })
    },
    /** With these, Chromium uses the stand-in, and accepts its certificate. */
    flags: [
      `--gcm-checkin-url=${origin}/checkin`,
      `--gcm-registration-url=${origin}/register`,
      `--gcm-mcs-endpoint=${mcs.url}`,
      `--ignore-certificate-errors-spki-list=${mcs.keyHash}`,
    ],
    async close(): Promise<void> {
      await Promise.all([mcs.close(), service.close()])
    },
  }
}

export type ChromiumPush = Awaited<ReturnType<typeof startChromiumPush>>

/** A browser that checks in for the first time gets an ID and a token; later it sends them. */
function checkIn(body: Buffer): Buffer {
  const fields = decode(body)
  const known = [fields.get(2)?.[0], fields.get(13)?.[0]].filter((value) => typeof value === 'bigint' && value > 0n) as bigint[]
  const [id = randomId(), token = randomId()] = known
  return encode([
    [1, 1],
    [3, Date.now()],
    [4, 'digest'],
    [7, { fixed: id }],
    [8, { fixed: token }],
  ])
}

const randomId = () => randomBytes(8).readBigUInt64LE() >> 2n

/** A message as Chromium receives it; the last field requests an immediate acknowledgement. */
function stanza({ id, body, ttl, sent }: PushMessage, { app, subtype, sender }: App): Parameters<McsConnection['send']>[0] {
  const entry = (key: string, value: string) =>
    encode([
      [1, key],
      [2, value],
    ])
  return [
    [2, id],
    [3, sender],
    [5, app],
    [7, entry('subtype', subtype)],
    [7, entry('content-encoding', 'aes128gcm')],
    [9, id],
    [17, ttl],
    [18, sent],
    [21, body],
    [24, 1],
  ]
}
