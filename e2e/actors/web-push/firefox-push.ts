// Starts a server that stands in for the push service of Firefox: the connection of browsers, and the endpoint that servers send to.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { startPushService } from './push-service.ts'
import type { PushMessage } from './subscriptions.ts'

/** Firefox's messages over its connection: https://mozilla-push-service.readthedocs.io/en/latest/design/ */
type FirefoxFrame =
  | { messageType: 'hello'; uaid?: string }
  | { messageType: 'register'; channelID: string; key?: string }
  | { messageType: 'unregister'; channelID: string }
  | { messageType: 'ack'; updates: { channelID: string; version: string; code?: number }[] }
  | { messageType: 'broadcast_subscribe' | 'nack' }
  | { messageType?: undefined }

/** A stand-in for Firefox's push service, for any number of browsers. Its endpoints are on this machine, so nothing is rewritten. */
export async function startFirefoxPush() {
  const service = await startPushService<{ channelID: string }>('/wpush/v2/')
  const { origin, subscriptions, received, failNext } = service
  const known = new Set<string>()
  const undelivered: string[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: ([first]) => first ?? false })
  await once(server, 'listening')
  server.on('connection', (socket) => serve(socket))

  function serve(socket: WebSocket): void {
    let browser = ''
    const answer = (frame: object) => socket.send(JSON.stringify(frame))
    const send = ({ id, body, ttl }: PushMessage, _token: string, { channelID }: { channelID: string }) => {
      const content = body.length > 0 && { data: body.toString('base64url'), headers: { encoding: 'aes128gcm' } }
      answer({ messageType: 'notification', channelID, version: id, ttl, ...content })
    }
    socket.on('close', () => subscriptions.disconnect(browser, send))
    socket.on('message', (data) => {
      const frame: FirefoxFrame = JSON.parse(data.toString())
      switch (frame.messageType) {
        case 'hello':
          // An unknown browser gets a new ID, and drops its subscriptions.
          browser = frame.uaid && known.has(frame.uaid) ? frame.uaid : randomUUID().replaceAll('-', '')
          known.add(browser)
          answer({ messageType: 'hello', status: 200, uaid: browser, use_webpush: true, broadcasts: {} })
          return subscriptions.connect(browser, send)
        case 'register': {
          const { channelID, key } = frame
          // Firefox pads the key, servers do not.
          const token = subscriptions.subscribe(browser, key?.replaceAll('=', ''), { channelID })
          return answer({ messageType: 'register', status: 200, channelID, pushEndpoint: `${origin}/wpush/v2/${token}` })
        }
        case 'unregister':
          subscriptions.unsubscribe((of) => of.browser === browser && of.details.channelID === frame.channelID)
          return answer({ messageType: 'unregister', status: 200, channelID: frame.channelID })
        case 'ack':
          undelivered.push(...frame.updates.filter(({ code = 100 }) => code !== 100).map(({ version }) => version))
          return subscriptions.acknowledge(
            browser,
            frame.updates.map(({ version }) => version),
          )
        case undefined:
          return answer({})
      }
    })
  }

  return {
    received,
    connected: subscriptions.connected,
    failNext,
    revoke: subscriptions.revoke,
    /** The IDs of messages that a browser received but couldn't read, or couldn't pass to a service worker. */
    undelivered: undelivered as readonly string[],
    /** Preferences for a Firefox that uses the stand-in. */
    preferences: {
      'dom.push.serverURL': `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.enabled': true,
      'dom.push.connection.enabled': true,
      // In milliseconds.
      'dom.push.retryBaseInterval': 200,
    },
    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await Promise.all([once(server, 'close'), service.close()])
    },
  }
}

export type FirefoxPush = Awaited<ReturnType<typeof startFirefoxPush>>
