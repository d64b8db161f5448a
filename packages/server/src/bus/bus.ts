/**
 * The interface of the bus, which carries messages to all listeners, on this node and on others, at most once and without storing
 * them. A listener that missed messages catches up from the database. `bus.contract.ts` says what every engine must do.
 */
export interface Bus {
  /**
   * Publishes a message to all listeners of `subject`, in order for each publisher. A message is JSON.
   * @param shorter what other nodes hear in its place when it is too big to be carried to them
   */
  publish(subject: string, message: unknown, shorter?: () => unknown): void
  /** Whether a message would be heard: false only if there is certainly no listener on any node. */
  isHeard(subject: string): boolean
  /** Whether a listener of this node would hear a message. */
  isHeardHere(subject: string): boolean
  /** Resolves once all published messages are on their way to every node. */
  flush(): Promise<void>
  /** Subscribes. Resolves once no later message is missed, with a function that ends the subscription. */
  subscribe(subject: string, listener: (message: unknown) => void): Promise<() => void>
  /** Calls a listener when messages of other nodes may have been lost: the connection to them was interrupted. */
  onGap(listener: () => void): void
  close(): Promise<void>
}
