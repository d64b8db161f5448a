// Gives a story a page that subscribes to Web Push; its service worker shows each message, and reports that.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import webpush, { type PushSubscription, type RequestOptions } from 'web-push'

interface Shown {
  text: string
  at: number
}

interface PushPage {
  readonly origin: string
  /** Latest last. */
  readonly subscriptions: readonly PushSubscription[]
  readonly shown: readonly Shown[]
  /** Resolves once a service worker has reported a message with a text. */
  showing(text: string): Promise<Shown>
  send(subscription: PushSubscription, message: string, options?: RequestOptions): Promise<Response>
}

export interface PushSite {
  /** A site with the page. It is also the application server that sends to the subscriptions. */
  site: PushPage
}

/** The fixtures, for `test.extend<PushSite>`. */
export const pushSite = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  site: async ({}, use: (site: PushPage) => Promise<void>) => {
    const site = await startPushPage()
    await use(site)
    await site.close()
  },
}

async function startPushPage() {
  const vapidDetails = { subject: 'mailto:operator@example.org', ...webpush.generateVAPIDKeys() }
  const subscriptions: PushSubscription[] = []
  const shown: Shown[] = []
  const lookers = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/subscriptions') subscriptions.push(JSON.parse(body))
    if (request.url === '/shown') {
      shown.push({ text: body, at: Date.now() })
      for (const look of lookers) look()
    }
    const script = request.url === '/worker.js'
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' })
    response.end(request.method === 'POST' ? '' : script ? worker : page(vapidDetails.publicKey))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    subscriptions,
    shown,
    showing: (wanted: string) =>
      new Promise<Shown>((resolve) => {
        const look = () => {
          const found = shown.find((each) => each.text === wanted)
          if (!found) return
          lookers.delete(look)
          resolve(found)
        }
        lookers.add(look)
        look()
      }),
    send(subscription: PushSubscription, message: string, options: RequestOptions = {}) {
      const request = webpush.generateRequestDetails(subscription, message, { vapidDetails, ...options })
      const { 'Content-Length': _, ...headers } = request.headers as Record<string, string>
      return fetch(request.endpoint, { method: 'POST', headers, body: new Uint8Array(request.body) })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const page = (key: string) => `<!doctype html><title>Push</title>
<button onclick="subscribe(this)">Subscribe</button>
<button onclick="subscribeInWorker(this)">Subscribe in the service worker</button>
<button onclick="unsubscribe(this)">Unsubscribe</button>
<script>
  const options = { userVisibleOnly: true, applicationServerKey: '${key}' }
  async function registered() {
    await navigator.serviceWorker.register('/worker.js')
    return navigator.serviceWorker.ready
  }
  async function subscribe(button) {
    const subscription = await (await registered()).pushManager.subscribe(options)
    await fetch('/subscriptions', { method: 'POST', body: JSON.stringify(subscription) })
    button.textContent = 'Subscribed'
  }
  async function subscribeInWorker(button) {
    navigator.serviceWorker.onmessage = () => { button.textContent = 'Subscribed' }
    ;(await registered()).active.postMessage(options)
  }
  async function unsubscribe(button) {
    await (await (await registered()).pushManager.getSubscription()).unsubscribe()
    button.textContent = 'Unsubscribed'
  }
</script>`

const worker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('message', (event) => event.waitUntil(subscribe(event.data, event.source)))
addEventListener('push', (event) => event.waitUntil(show(event.data.text())))
addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
async function subscribe(options, client) {
  const subscription = await registration.pushManager.subscribe(options)
  await fetch('/subscriptions', { method: 'POST', body: JSON.stringify(subscription) })
  client.postMessage('subscribed')
}
async function show(text) {
  await registration.showNotification(text, { body: 'From the push page' })
  await fetch('/shown', { method: 'POST', body: text })
}
async function open(notification) {
  notification.close()
  await clients.openWindow('/?' + notification.title)
}`
