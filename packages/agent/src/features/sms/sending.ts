import type { Session } from '@waypost/client'
import { isLockout, isPassing, Refusal, recipientsPerText, type Text, textMilliseconds, updateText } from '@waypost/protocol'
import { type OutgoingSms, type Phone, PhoneUnavailable, type SmsOutcome, SmsRefused } from '../../phone/phone.ts'
import { openProblemLog } from '../../problem-log.ts'
import { fetchPicture } from './picture.ts'
import { Rounds } from './rounds.ts'
import { TextStates } from './text-states.ts'

interface Options {
  session: Session
  device: string
  phone: Phone
  log(line: string): void
  /** The pause between attempts, in milliseconds. */
  pause: number
}

interface Content {
  addresses: readonly string[]
  message: string
  guid?: string
  file_url?: string
}

/**
 * Sends the texts queued for this device, in order and once each, and reports their outcomes. The phone's own records prevent sending twice,
 * see `Phone.send`.
 */
export class TextSending {
  private readonly options: Options
  private readonly states = new TextStates()
  /** Kept in memory only. */
  private readonly replies = new Set<OutgoingSms>()
  private readonly rounds: Rounds
  private readonly problems

  constructor(options: Options) {
    this.options = options
    this.problems = openProblemLog(options.log)
    this.rounds = new Rounds({
      work: () => this.round(),
      onProblem: (error) => this.reportProblem(error),
      pause: options.pause,
    })
  }

  wake(): void {
    this.rounds.start()
  }

  onTextsChange(): void {
    for (const text of [...this.entries().values()].sort((a, b) => a.created - b.created))
      if (this.isForUs(text)) this.states.found(text)
    this.wake()
  }

  reply(text: OutgoingSms): void {
    this.replies.add(text)
    this.wake()
  }

  /** Records outcomes, to be reported. Ignores unknown texts. */
  settled(all: readonly SmsOutcome[]): void {
    for (const outcome of all) if (this.entries().has(outcome.key)) this.states.settled(outcome)
  }

  close(): Promise<void> {
    return this.rounds.close()
  }

  private entries(): ReadonlyMap<string, Text> {
    return this.options.session.mirror.of('texts').get().entries
  }

  private isForUs({ data }: Text): boolean {
    return data?.target_device_iden === this.options.device && (data.status ?? 'queued') === 'queued'
  }

  private async round(): Promise<void> {
    await this.cancelWithdrawn()
    await this.report()
    const failure = await this.sendAll()
    await this.report()
    this.states.forget((iden) => this.entries().has(iden))
    if (failure) throw failure
    this.problems.clear()
  }

  /** Once per reason. Network failures aren't logged. */
  private reportProblem(error: Error): void {
    if (error instanceof Refusal && error.code === 'network') this.problems.clear()
    else this.problems.report(`Texts wait: ${error.message}`)
  }

  /** Cancels on the phone the texts that the user withdrew: those that left the mirror before expiring, by server time. */
  private async cancelWithdrawn(): Promise<void> {
    const { session, phone, log } = this.options
    for (const { iden, created } of this.states.withdrawn((iden) => this.entries().has(iden))) {
      const age = session.mirror.$baseline.get() - created
      if (age < textMilliseconds / 1_000 - 1 && (await phone.takeBack(iden))) log('A text that was not sent was taken back.')
    }
  }

  /** @throws Refusal if the outcomes must be reported again */
  private async report(): Promise<void> {
    const { session, log } = this.options
    for (const [iden, outcome] of this.states.outcomes) {
      try {
        await session.call(updateText, { iden, data: outcome })
      } catch (error) {
        // The text was withdrawn, or expired after an hour. Any other refusal would recur.
        if (!(error instanceof Refusal) || isPassing(error) || isLockout(error)) throw error
        if (error.code !== 'not_found') log(`The status of a text could not be reported: ${error.message}`)
      }
      this.states.outcomes.delete(iden)
    }
  }

  /**
   * Sends the replies and then the queued texts. One that fails unexpectedly stays, and doesn't hold up the others. Returns the first such
   * error.
   * @throws PhoneUnavailable, Refusal
   */
  private async sendAll(): Promise<Error | undefined> {
    const failures: Error[] = []
    const isolated = (work: Promise<void>) =>
      work.catch((error: Error) => {
        if (error instanceof PhoneUnavailable || error instanceof Refusal) throw error
        failures.push(error)
      })
    for (const reply of this.replies) {
      if (this.rounds.isClosed) break
      await isolated(this.attempt(reply).then(() => void this.replies.delete(reply)))
    }
    for (const iden of this.states.waiting()) {
      if (this.rounds.isClosed) break
      const text = this.entries().get(iden)
      if (text) await isolated(this.send(text))
    }
    return failures[0]
  }

  /** @throws PhoneUnavailable */
  private async send(text: Text): Promise<void> {
    const { session, log } = this.options
    const { iden, data } = text
    const opened = data && (await session.encryption.openData(data))
    if (!opened) {
      // The user has to know: it can never be sent.
      this.states.unreadable(iden)
      return log('A text could not be decrypted: it is encrypted with a different password.')
    }
    const content = readContent({ guid: data.guid, ...opened }, text.file_url)
    const state = content ? await this.attempt({ key: iden, ...content }) : 'failed'
    if (!content) log('A text could not be sent: it has no content or no recipient.')
    // The outcome may have arrived before the phone returned, and counts then.
    if (state === 'queued') this.states.handed(iden)
    else this.settled([{ key: iden, state }])
  }

  /** @throws PhoneUnavailable */
  private async attempt({ file_url, ...text }: OutgoingSms & { file_url?: string }): Promise<'queued' | 'sent' | 'failed'> {
    const { phone, log } = this.options
    try {
      if (text.addresses.length === 0) throw new SmsRefused('It has no recipient.')
      if (file_url === undefined) return await phone.send(text)
      if (!phone.hasMms) throw new SmsRefused('This phone cannot send pictures.')
      return await phone.send({ ...text, picture: await fetchPicture(file_url) })
    } catch (error) {
      if (!(error instanceof SmsRefused)) throw error
      log(`A text could not be sent: ${error.message}`)
      return 'failed'
    }
  }
}

/** Undefined if the data is malformed or empty. */
function readContent(data: Record<string, unknown>, fileUrl: string | undefined): Content | undefined {
  const { addresses, message = '', guid, file_url = fileUrl } = data
  if (!Array.isArray(addresses) || addresses.length > recipientsPerText) return undefined
  if (!addresses.every((address) => typeof address === 'string') || typeof message !== 'string') return undefined
  const picture = typeof file_url === 'string' && file_url !== ''
  if (message === '' && !picture) return undefined
  return { addresses, message, ...(typeof guid === 'string' && guid !== '' && { guid }), ...(picture && { file_url }) }
}
