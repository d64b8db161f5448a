import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { busInMemory } from './memory.ts'

/** What subjects begin with where the address names nothing else. */
const defaultPrefix = 'waypost'
/** Milliseconds that who has told something waits for NATS at most: it may be gone without having said so. */
const mostWait = 250
/** Bytes that NATS carries in one message unless its operator allows more. */
const usualPayload = 1_048_576

/**
 * The bus of several nodes. Listeners of the same node hear a message at once and as it is; those of other nodes through NATS. While
 * NATS is away a node hears itself alone, and says so with a gap when it is back.
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

  /** Follows the connection for as long as it lives. */
  async function watch(): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') connected = false
      if (type !== 'reconnect') continue
      connected = true
      // Subscriptions have been sent again; what is told once they are in force is missed by nobody.
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
      // Kept for later it would only be old news: whoever was cut off catches up from the store.
      if (!connected || nats.isClosed()) return
      const most = nats.info?.max_payload ?? usualPayload
      let bytes = Buffer.from(JSON.stringify(message))
      if (bytes.length > most && shorter) bytes = Buffer.from(JSON.stringify(shorter()))
      if (bytes.length <= most) nats.publish(`${prefix}.${subject}`, bytes)
      else onError(new Error(`A message for ${subject} is too big for NATS and has no shorter form.`))
    },
    async flush() {
      if (connected && !nats.isClosed()) await Promise.race([nats.flush().catch(ignore), soon(mostWait)])
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

/** Kept once NATS has taken in what was sent so far, if need be after it was away; or when the connection is closed for good. */
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

/** @throws TypeError when an address is none */
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
