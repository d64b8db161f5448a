/** Runs work one after another, in the order in which it was given. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve()

  /** Runs `work` after all work before it, even if that has failed. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.catch(() => {})
    return done
  }

  /** Resolves when all work that was given so far has ended. */
  async ended(): Promise<void> {
    await this.last
  }
}
