import type { Session } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { shortMirror } from './short-mirror.ts'

/** Maximum messages that wait to be sent. */
const maxWaiting = 100

/** Sends ephemerals about notifications one after another: a dismissal must not overtake its notification. */
export class OrderedEphemerals {
  private readonly session: Session
  private readonly log: (line: string) => void
  private waiting = 0
  private last: Promise<unknown> = Promise.resolve()

  constructor(session: Session, log: (line: string) => void) {
    this.session = session
    this.log = log
  }

  /** Whether so many wait that no others are taken. */
  get isFull(): boolean {
    return this.waiting >= maxWaiting
  }

  /** Runs `work` in its turn, and sends the ephemerals that it returns. Drops it while too many wait. */
  send(work: () => Promise<readonly object[]>): void {
    if (this.isFull) return
    this.waiting++
    this.last = this.last
      .then(async () => {
        for (const each of await work()) {
          const ephemeral = { type: '', ...each }
          await this.session.sendEphemeral(ephemeral, shortMirror(ephemeral))
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        this.log(`A notification did not reach the other devices: ${error.message}`)
      })
      .finally(() => this.waiting--)
  }

  /** Resolves when all that was taken is sent. */
  async ended(): Promise<void> {
    await this.last
  }
}
