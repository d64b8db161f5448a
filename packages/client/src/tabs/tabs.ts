/**
 * Coordinates the windows of one browser: a lock that one of them holds at a time, and messages from each to all others. The web client
 * implements it with `navigator.locks` and a `BroadcastChannel`; `tabs.contract.ts` tests every implementation.
 */
export interface Tabs {
  /**
   * Requests the lock of this name and calls `onHeld` once this window holds it, in the order of requests. A window that closes releases
   * it. The returned function releases it, or withdraws the request.
   */
  hold(lock: string, onHeld: () => void): () => void
  /** Sends a message of plain data to the other windows, not to this one. */
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
}
