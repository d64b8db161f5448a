/**
 * Carries messages between everything that listens, on this node or on others. At most once, no memory: who was not listening
 * catches up from the store. `bus.contract.ts` says what every engine must do.
 */
export interface Bus {
  /**
   * Tells everyone who listens to `subject`, in the order in which one publisher publishes. A message survives JSON.
   * @param shorter what other nodes hear in its place when it is too big to be carried to them
   */
  publish(subject: string, message: unknown, shorter?: () => unknown): void
  /** Kept once everything published so far is on its way to every node. */
  flush(): Promise<void>
  /** Listens; the promise is kept once nothing published from then on is missed. Call the answer to stop. */
  subscribe(subject: string, listener: (message: unknown) => void): Promise<() => void>
  /** Hears that messages of other nodes may have been missed: the way to them was lost, and is there again. */
  onGap(listener: () => void): void
  close(): Promise<void>
}
