interface Options {
  work(): Promise<void>
  onProblem(error: Error): void
  /** How long after a failed round the next one starts by itself, in milliseconds. */
  pause: number
}

/** Runs rounds of work one after another. A round that is started while another one runs follows it. */
export class Rounds {
  private readonly options: Options
  private working: Promise<void> | undefined
  private again = false
  private timer: NodeJS.Timeout | undefined
  private closed = false

  constructor(options: Options) {
    this.options = options
  }

  /** Whether a round should end early, because no others follow. */
  get isClosed(): boolean {
    return this.closed
  }

  /** Starts a round, or another one after the current one. */
  start(): void {
    this.again = true
    if (this.closed || this.working) return
    clearTimeout(this.timer)
    this.working = this.run().finally(() => {
      this.working = undefined
      if (this.again) this.start()
    })
  }

  /** Resolves when the current round has ended. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    await this.working
  }

  private async run(): Promise<void> {
    const { work, onProblem, pause } = this.options
    this.again = false
    try {
      await work()
    } catch (error) {
      onProblem(error as Error)
      this.again = false
      if (!this.closed) this.timer = setTimeout(() => this.start(), pause)
    }
  }
}
