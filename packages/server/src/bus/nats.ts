import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { busInMemory } from './memory.ts'

const defaultPrefix = 'waypost'
/** The maximum time in milliseconds that a flush waits for NATS: the connection may be lost without notice. */
const maxWait = 250
const usualPayload = 1_048_576

/**
 * The bus between nodes. Listeners on the same node get a message directly; those on other nodes get it through NATS. While NATS is
 * unreachable, a node gets only its own messages, and reports a gap when NATS is back.
 *
 * @param url `nats://user:password@host:4222/prefix`, or several of them with commas between; `tls://` for an encrypted one. Nodes hear
 *   those with the same prefix.
 * @throws the error of the network or of NATS, when it cannot be reached at first
 */
export async function openNats(url: string, onError: (error: unknown) => void): Promise<Bus> {
  const { prefix, ...options } = readNatsUrl(url)
  const nats = await connect({
    ...options,
    name: 'waypost',
    noEcho: true,
    timeout: 5_000,
    pingInterval: 20_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    ignoreAuthErrorAbort: true,
  })
  const local = busInMemory(onError)
  const subjects = new Map<string, { listeners: number; subscription: Subscription; ready: Promise<void> }>()
  const gapListeners: (() => void)[] = []
  let connected = true
  void watch()

  async function watch(): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') connected = false
      if (type !== 'reconnect') continue
      connected = true
      // Subscriptions have been sent again; once they are in force, no published message is lost.
      void arrived(nats).then(() => {
        for (const listener of gapListeners) listener()
      })
    }
  }

  function hear(subject: string): { listeners: number; subscription: Subscription; ready: Promise<void> } {
    const subscription = nats.subscribe(`${prefix}.${subject}`, {
      callback(error, message) {
        if (error) return onError(error)
        try {
          local.publish(subject, message.json())
        } catch (error) {
          onError(error)
        }
      },
    })
    return { listeners: 0, subscription, ready: arrived(nats) }
  }

  return {
    publish(subject, message, shorter) {
      local.publish(subject, message)
      // Messages are not queued while offline: disconnected nodes catch up from the store.
      if (!connected || nats.isClosed()) return
      const most = nats.info?.max_payload ?? usualPayload
      let bytes = Buffer.from(JSON.stringify(message))
      if (bytes.length > most && shorter) bytes = Buffer.from(JSON.stringify(shorter()))
      if (bytes.length <= most) nats.publish(`${prefix}.${subject}`, bytes)
      else onError(new Error(`A message for ${subject} is too big for NATS and has no shorter form.`))
    },
    // NATS doesn't report listeners on other nodes.
    isHeard: () => true,
    isHeardHere: local.isHeardHere,
    async flush() {
      if (connected && !nats.isClosed()) await Promise.race([nats.flush().catch(ignore), soon(maxWait)])
    },
    async subscribe(subject, listener) {
      const stop = await local.subscribe(subject, listener)
      const heard = subjects.get(subject) ?? hear(subject)
      subjects.set(subject, heard)
      heard.listeners++
      await heard.ready
      let stopped = false
      return () => {
        stop()
        if (stopped) return
        stopped = true
        if (--heard.listeners > 0) return
        subjects.delete(subject)
        if (!nats.isClosed()) heard.subscription.unsubscribe()
      }
    },
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      await local.close()
      if (connected) await Promise.race([nats.flush().catch(ignore), soon(1_000)])
      await nats.close()
    },
  }
}

/** Resolves once NATS has received all messages so far, after a reconnect if necessary, or when the connection is closed for good. */
async function arrived(nats: NatsConnection): Promise<void> {
  while (!nats.isClosed()) {
    try {
      return await nats.flush()
    } catch {
      await soon(100)
    }
  }
}

const soon = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds).unref())

function ignore(): void {}

/** @throws TypeError for a malformed address */
export function readNatsUrl(text: string): {
  servers: string[]
  prefix: string
  user?: string
  pass?: string
  token?: string
  tls?: object
} {
  const urls = text.split(',').map((part) => new URL(part.trim()))
  const [{ protocol, username, password, pathname }] = urls as [URL]
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(({ host }) => host),
    prefix: pathname.replace(/^\/|\/$/g, '') || defaultPrefix,
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}
