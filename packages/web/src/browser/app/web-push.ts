import { activeRegistration, startServiceWorker } from './service-worker.ts'

/** The server's data for sending to this browser, in base64url. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** The time the service worker has to start, in milliseconds. */
const startsWithin = 30_000

/** Whether this browser can get notifications with no page open. On iPhones and iPads that requires installing the page. */
export const canWebPush = (): boolean => globalThis.navigator?.serviceWorker !== undefined && 'PushManager' in globalThis

/**
 * Subscribes this browser. Call it only on a user gesture, with notification permission. Replaces an earlier subscription with a different
 * key.
 * @param key the server's public key, in base64url
 * @throws DOMException if the browser's push service is unreachable or refuses, or there is no service worker
 */
export async function subscribeHere(key: string): Promise<PushAddress> {
  if (!(await activeRegistration())) await startServiceWorker()
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late()])
  const known = await pushManager.getSubscription()
  if (known && keyOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** Offline, and in some private windows, no service worker ever starts. */
const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('There is no service worker.', 'TimeoutError')), startsWithin)
  })

/** The key of this browser's subscription, in base64url; undefined if it has none. */
export async function subscriptionKey(): Promise<string | undefined> {
  const known = await (await activeRegistration())?.pushManager?.getSubscription()
  return known ? keyOf(known.options.applicationServerKey) : undefined
}

/** Ends this browser's subscription. */
export async function unsubscribeHere(): Promise<void> {
  await (await (await activeRegistration())?.pushManager?.getSubscription())?.unsubscribe()
}

/** The parts of a subscription that the server needs. @throws Error if the browser left one out */
export function addressOf(subscription: PushSubscription): PushAddress {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The subscription of the browser is not complete.')
  return { endpoint, p256dh: unpadded(keys.p256dh), auth: unpadded(keys.auth) }
}

const unpadded = (base64: string) => base64.replace(/=+$/, '')

function keyOf(bytes: ArrayBuffer | null): string {
  if (!bytes) return ''
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return unpadded(base64.replaceAll('+', '-').replaceAll('/', '_'))
}
