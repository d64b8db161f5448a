// Subscribes this browser to Web Push.

import { activeRegistration, startServiceWorker } from './service-worker.ts'

/** What the server needs to send to this browser, in base64url. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** Milliseconds within which the service worker starts. */
const startsWithin = 30_000

/** Whether this browser gets notifications while no page of it is open. iPhones and iPads do once the page is installed. */
export const canWebPush = (): boolean => globalThis.navigator?.serviceWorker !== undefined && 'PushManager' in globalThis

/**
 * Subscribes this browser. Call it on a press only, with the permission for notifications. An earlier subscription with another key is
 * replaced.
 * @param key the server's public key, in base64url
 * @throws DOMException where the push service of the browser cannot be reached or refuses, or there is no service worker
 */
export async function subscribeHere(key: string): Promise<PushAddress> {
  if (!(await activeRegistration())) await startServiceWorker()
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late()])
  const known = await pushManager.getSubscription()
  if (known && keyOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** Without a network, and in some private windows, there is never a service worker. */
const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('There is no service worker.', 'TimeoutError')), startsWithin)
  })

/** The key with which this browser has subscribed, in base64url; undefined if it has not. */
export async function subscriptionKey(): Promise<string | undefined> {
  const known = await (await activeRegistration())?.pushManager?.getSubscription()
  return known ? keyOf(known.options.applicationServerKey) : undefined
}

/** Ends the subscription of this browser. */
export async function unsubscribeHere(): Promise<void> {
  await (await (await activeRegistration())?.pushManager?.getSubscription())?.unsubscribe()
}

/** The parts of a subscription that the server needs. @throws Error when the browser left one out */
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
