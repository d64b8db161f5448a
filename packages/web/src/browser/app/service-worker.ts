// Starts the service worker, and tells when a new version of it waits.

import { atom, type ReadableAtom } from 'nanostores'
import { on } from '../observed.ts'

const script = '/worker.js'
/** How often a window that stays open asks for a new version, in milliseconds. The browser asks by itself when a page is loaded. */
const asksAfter = 60 * 60_000

const $waiting = atom<ServiceWorker | undefined>(undefined)

/** A new version has been fetched and waits until the windows of the old one are closed or `takeOver` is called. */
export const $newVersion: ReadableAtom<ServiceWorker | undefined> = $waiting

let registered: ServiceWorkerRegistration | undefined

/** The registration of the service worker once it is active, also one of an earlier visit before this window has started it. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  registered ??= await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined)
  return registered?.active ? registered : undefined
}

/** Starts the service worker of this site and watches for new versions. Browsers have none over plain http. */
export async function startServiceWorker(): Promise<void> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return
  try {
    registered = await container.register(script, { updateViaCache: 'none' })
    watch(registered)
  } catch {
    // Forbidden in some private windows, or without a network; everything works without it, and the next start tries again.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first version has nothing to replace.
    if (registration.waiting && registration.active) $waiting.set(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < asksAfter) return
    asked = Date.now()
    // Without a network there is no new version to find.
    registration.update().catch(() => {})
  })
}

/** Lets the new version take over, and reloads this window once it has. */
export function takeOver(next: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // Another window may have let it take over already.
  if (next.state === 'activated') location.reload()
  else next.postMessage('take over')
}

/** Calls back with what the service worker says to this window. Returns a function that stops. */
export function onWorkerMessage(listener: (message: unknown) => void): () => void {
  const container = globalThis.navigator?.serviceWorker
  return container ? on(container, ['message'], ({ data }: MessageEvent) => listener(data)) : () => {}
}
