// Asks for Background Sync: the browser starts the service worker once there is a network, also after this window has closed.

/** The tag of the `sync` event on which the service worker calls `sendInBackground`. */
export const outboxTag = 'outbox'

/** https://wicg.github.io/background-sync/spec/#sync-manager-interface */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** Asks for a `sync` event to send the outbox. Does nothing where the browser has none. */
export function registerBackgroundSync(): void {
  navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(outboxTag))
    // The user has forbidden it.
    .catch(() => {})
}
