// Reports the phones of this machine to the other devices: as answers, and on changes while somebody looks.

import type { Session } from '@waypost/client'
import { type PhoneReport, Refusal, watchingMilliseconds } from '@waypost/protocol'

interface Options {
  session: Session
  /** The iden of this device. */
  device: string
  log(line: string): void
  content(): Pick<PhoneReport, 'name' | 'phones' | 'error'>
  /** Whether somebody looks for phones, who sees all reports. */
  isFinding(): boolean
}

/** In milliseconds. */
const reportEvery = 250

/** Sends reports one after another. */
export class PhoneReports {
  private readonly options: Options
  private watchedUntil = 0
  private changing: NodeJS.Timeout | undefined
  private last: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.options = options
  }

  /** Somebody looks at the reports, for a while from now on. */
  watch(): void {
    this.watchedUntil = Date.now() + watchingMilliseconds
  }

  isWatched(): boolean {
    return this.options.isFinding() || Date.now() < this.watchedUntil
  }

  /** @param error why the request was not fulfilled, as a sentence */
  answer(guid: string | undefined, error: string | undefined): void {
    this.send({ ...(guid !== undefined && { guid }), ...(error !== undefined && { error }) })
  }

  /** Reports a change, if somebody looks. Changes that come together are one report, however many a phone makes. */
  reportChange(): void {
    if (!this.isWatched()) return
    this.changing ??= setTimeout(() => {
      this.changing = undefined
      this.send({})
    }, reportEvery)
  }

  close(): void {
    this.watchedUntil = 0
    clearTimeout(this.changing)
  }

  /** Resolves when all reports are sent. */
  async ended(): Promise<void> {
    await this.last
  }

  private send(more: Pick<PhoneReport, 'guid' | 'error'>): void {
    const { session, device, log, content } = this.options
    const report: PhoneReport = { type: 'phone_report', source_device_iden: device, ...content(), ...more }
    this.last = this.last
      .then(() => session.sendEphemeral(report))
      .catch((failure: unknown) => {
        if (!(failure instanceof Refusal)) throw failure
        log(`The phones could not be reported: ${failure.message}`)
      })
  }
}
