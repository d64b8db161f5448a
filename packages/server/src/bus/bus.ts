/**
 * Carries messages to all listeners on all nodes, at most once and without storing them. A listener that missed messages catches up from
 * the database. `bus.contract.ts` specifies every engine.
 */
export interface Bus {
  /**
   * Publishes a message to all listeners of `subject`, in order for each publisher. A message is JSON.
   * @param shorter the message for other nodes if the full one exceeds the size limit
   */
  publish(subject: string, message: unknown, shorter?: () => unknown): void
  /** Whether a message could be heard: false only if there is certainly no listener on any node. */
  isHeard(subject: string): boolean
  isHeardHere(subject: string): boolean
  /** Resolves once all published messages are on their way to every node. */
  flush(): Promise<void>
  /** Subscribes. Resolves, once no later message can be missed, with a function that ends the subscription. */
  subscribe(subject: string, listener: (message: unknown) => void): Promise<() => void>
  /** Calls a listener when messages from other nodes may have been lost because the connection was interrupted. */
  onGap(listener: () => void): void
  close(): Promise<void>
}
