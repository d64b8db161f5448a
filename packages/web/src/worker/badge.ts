// Updates the badge of the app while no window is open.

import { showBadge } from '../browser/app/badge.ts'
import { worker } from './scope.ts'

/** Shows how many conversations have notifications. An open window knows better: it counts those that are unread. */
export async function updateBadge(): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some(({ url }) => new URL(url).pathname === '/')) return
  const { length } = await worker.registration.getNotifications()
  await showBadge(length)
}
