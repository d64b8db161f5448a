// Requests Background Sync: the browser starts the service worker once there is a network, even after this window has closed.

/** The tag of the `sync` event on which the service worker calls `sendInBackground`. */
export const outboxTag = 'outbox'

/** https://wicg.github.io/background-sync/spec/#sync-manager-interface */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** Requests a `sync` event to send the outbox. Does nothing if the browser lacks Background Sync. */
export function registerBackgroundSync(): void {
  navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(outboxTag))
    // The user has forbidden it.
    .catch(() => {})
}
