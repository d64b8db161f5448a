import { atom, type ReadableAtom } from 'nanostores'
import { on } from '../observed.ts'

const script = '/worker.js'
/** How often a window that stays open checks for a new version, in milliseconds. On page load the browser checks by itself. */
const asksAfter = 60 * 60_000

const $waiting = atom<ServiceWorker | undefined>(undefined)

/** A new version that has been fetched, and is waiting until the windows of the old one are closed or `takeOver` is called. */
export const $newVersion: ReadableAtom<ServiceWorker | undefined> = $waiting

let registered: ServiceWorkerRegistration | undefined

/** The service worker's registration once it is active; one from an earlier visit counts even before this window has started it. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  registered ??= await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined)
  return registered?.active ? registered : undefined
}

/** Starts this site's service worker and watches for new versions. Browsers have no service workers over plain http. */
export async function startServiceWorker(): Promise<void> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return
  try {
    registered = await container.register(script, { updateViaCache: 'none' })
    watch(registered)
  } catch {
    // Forbidden in some private windows, or offline; everything works without it, and the next start retries.
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
    // Offline there is no new version to find.
    registration.update().catch(() => {})
  })
}

/** Lets the new version take over, then reloads this window. */
export function takeOver(next: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // Another window may already have let it take over.
  if (next.state === 'activated') location.reload()
  else next.postMessage('take over')
}

/** Calls back with messages from the service worker. Returns a function that stops. */
export function onWorkerMessage(listener: (message: unknown) => void): () => void {
  const container = globalThis.navigator?.serviceWorker
  return container ? on(container, ['message'], ({ data }: MessageEvent) => listener(data)) : () => {}
}
