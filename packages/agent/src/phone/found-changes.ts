// Holds what a phone has found until somebody is told: it's found once, even if the check that found it fails later.

import type { IncomingSms, PhoneChange, SmsOutcome } from './phone.ts'

/** The changes that a phone has found and nobody has been told of. */
export class FoundChanges {
  private readonly listeners = new Set<(change: PhoneChange) => void>()
  private incoming: IncomingSms[] = []
  private settled: SmsOutcome[] = []
  private hasOther = false

  addIncoming(...messages: readonly IncomingSms[]): void {
    this.incoming.push(...messages)
  }

  addSettled(outcome: SmsOutcome): void {
    this.settled.push(outcome)
  }

  /** Adds a change without an arrival or outcome, e.g. of the phone book. */
  addOther(): void {
    this.hasOther = true
  }

  /** Tells the listeners of all changes, if there are any. Arrivals and outcomes wait for the first listener. */
  report(): void {
    const { hasOther } = this
    this.hasOther = false
    if (this.listeners.size === 0 || !(hasOther || this.hasNews())) return
    const change = { incoming: this.incoming, settled: this.settled }
    this.incoming = []
    this.settled = []
    for (const listener of [...this.listeners]) listener(change)
  }

  /** Adds a listener. Returns a function that removes it. */
  on(listener: (change: PhoneChange) => void): () => void {
    this.listeners.add(listener)
    if (this.hasNews()) this.report()
    return () => void this.listeners.delete(listener)
  }

  private hasNews(): boolean {
    return this.incoming.length + this.settled.length > 0
  }
}
