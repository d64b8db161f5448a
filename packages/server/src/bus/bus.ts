/**
 * Carries messages between everything that listens, on this node or on others. At most once, no memory: who was not listening
 * catches up from the store. `bus.contract.ts` says what every engine must do.
 */
export interface Bus {
  /** Tells everyone who listens to `subject`, in the order in which one publisher publishes. A message survives JSON. */
  publish(subject: string, message: unknown): void
  /** Listens; the promise is kept once nothing published from then on is missed. Call the answer to stop. */
  subscribe(subject: string, listener: (message: unknown) => void): Promise<() => void>
  close(): Promise<void>
}
