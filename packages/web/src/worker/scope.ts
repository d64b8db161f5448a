import { platform } from '@waypost/client'
import { type Calls, openCalls } from '@waypost/client/ground/call'
import { showBadge } from '../browser/app/badge.ts'
import { loadNote, type WorkerAccount } from '../browser/app/worker-notes.ts'

interface KeptFile {
  url: string
  /** Null if the name of the file changes with its content. */
  revision: string | null
}

/** The global scope of the service worker. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope
declare const self: { __WB_MANIFEST: KeptFile[] }

/** The files of this version of the web client. The build replaces this expression, so it may only occur here. */
export const keptFiles = self.__WB_MANIFEST

/** The account signed in in this browser, with its calls; undefined for a visitor. @throws if the database can't be read */
export async function signedIn(): Promise<(WorkerAccount & { calls: Calls }) | undefined> {
  const known = await loadNote('worker')
  if (!known) return undefined
  const { token, agent } = known
  return { ...known, calls: openCalls({ origin: worker.location.origin, token, agent, platform }) }
}

/** Shows the number of conversations with notifications. An open window knows better: it counts the unread ones. */
export async function updateBadge(): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some(({ url }) => new URL(url).pathname === '/')) return
  const { length } = await worker.registration.getNotifications()
  await showBadge(length)
}
