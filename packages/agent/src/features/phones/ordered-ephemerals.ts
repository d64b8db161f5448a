import type { Session } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { shortMirror } from './short-mirror.ts'

/** Maximum work that waits, not counting what `sendAlways` takes. */
const maxWaiting = 100

/** Sends ephemerals about notifications one after another: a dismissal must not overtake its notification. */
export class OrderedEphemerals {
  private readonly session: Session
  private readonly log: (line: string) => void
  private waiting = 0
  private last: Promise<void> = Promise.resolve()

  constructor(session: Session, log: (line: string) => void) {
    this.session = session
    this.log = log
  }

  /** Whether so much waits that `send` drops more. */
  get isFull(): boolean {
    return this.waiting >= maxWaiting
  }

  /** Runs `work` in its turn, and sends the ephemerals that it returns. Drops it while too much waits. */
  send(work: () => Promise<readonly object[]>): void {
    if (this.isFull) return
    this.waiting++
    this.sendAlways(work).finally(() => this.waiting--)
  }

  /** Runs `work` in its turn, however much waits. The caller bounds how much of this there is. */
  sendAlways(work: () => Promise<readonly object[]>): Promise<void> {
    const done = this.last.then(async () => {
      try {
        for (const each of await work()) await this.sendNow(each)
      } catch (error) {
        this.report(error)
      }
    })
    this.last = done
    return done
  }

  /** Sends an ephemeral at once, ahead of all that waits. */
  sendAtOnce(ephemeral: object): void {
    this.sendNow(ephemeral).catch((error: unknown) => this.report(error))
  }

  private async sendNow(each: object): Promise<void> {
    const ephemeral = { type: '', ...each }
    await this.session.sendEphemeral(ephemeral, shortMirror(ephemeral))
  }

  private report(error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    this.log(`A notification did not reach the other devices: ${error.message}`)
  }

  /** Resolves when all that was taken is sent. */
  async ended(): Promise<void> {
    await this.last
  }
}
