import { platform as here, type Platform } from '@waypost/client'

/** The owner of the pauses was closed. */
export class Ended extends Error {}

/** Pauses that all end together. */
export class Pauses {
  /** The platform of this machine, with timers that fire at once when the pauses are ended. */
  readonly platform: Platform = { ...here, after: (milliseconds, work) => this.after(milliseconds, work) }
  private readonly running = new Set<() => void>()
  private ended = false

  get isEnded(): boolean {
    return this.ended
  }

  /** Resolves after some milliseconds, or at the end. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve))
  }

  /** @throws Ended at the end */
  async waitOrThrow(milliseconds: number): Promise<void> {
    await this.wait(milliseconds)
    if (this.ended) throw new Ended()
  }

  /** Later pauses end at once. */
  end(): void {
    this.ended = true
    for (const end of this.running) end()
  }

  private after(milliseconds: number, work: () => void): () => void {
    const end = () => {
      this.running.delete(end)
      stop()
      work()
    }
    const stop = here.after(milliseconds, end)
    this.running.add(end)
    if (this.ended) end()
    return () => {
      this.running.delete(end)
      stop()
    }
  }
}
