/**
 * How the windows of one browser agree: a lock that one of them holds at a time, and messages from each to all the others. The web
 * makes it of `navigator.locks` and a `BroadcastChannel`; `tabs.contract.ts` says what every engine must do.
 */
export interface Tabs {
  /**
   * Waits for the lock of this name, in the order of asking, and calls `onHeld` once this window has it. A window that closes gives it
   * up. The answer gives it up, or stops waiting.
   */
  hold(lock: string, onHeld: () => void): () => void
  /** Sends a message of plain data to the other windows, never to the own one. */
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
}
