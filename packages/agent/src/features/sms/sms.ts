// The SMS feature: sends queued texts and replies, reports their outcomes, cancels withdrawn texts, publishes the phone's conversations and
// answers requests for a page of them.

import { isLockout, isPassing, Refusal, recipientsPerText, type Text, textMilliseconds, updateText } from '@waypost/protocol'
import { type OutgoingSms, type Phone, PhoneUnavailable, type SmsOutcome, SmsRefused } from '../../phone/phone.ts'
import { openProblemLog } from '../../problem-log.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { answerSmsPage } from './pages.ts'
import { fetchPicture } from './picture.ts'
import { openSmsPublisher } from './publisher.ts'
import { openToldByGateway } from './told-by-gateway.ts'

interface SmsDeps extends FeatureDeps {
  phone: Phone
  /** The pause between attempts, in milliseconds. */
  pause?: number
  /** How long another device that is the same phone has to answer and to tell of a text, in milliseconds. */
  waits?: Parameters<typeof openToldByGateway>[0]['waits']
}

/** The outcome of a text, as reported to the server. */
type Outcome = Pick<NonNullable<Text['data']>, 'failure'> & { status: 'sent' | 'failed' }

/** The content of a text. */
interface Content {
  addresses: readonly string[]
  message: string
  guid?: string
  file_url?: string
}

/**
 * SMS through a phone. Sends the texts queued for this device, in order and once each, reports their outcomes, publishes the conversations
 * and the phone book, and notifies clients of arrivals. The phone's own records prevent sending twice, see `Phone.send`. The caller closes
 * the phone.
 */
export function smsFeature({ session, device, log, phone, pause = 5_000, waits }: SmsDeps): Feature {
  const toldByGateway = openToldByGateway({ session, device, waits })
  const published = openSmsPublisher({ session, device, phone, log, pause })
  /** The state of each text known to this run, by iden. */
  const states = new Map<string, 'waiting' | 'handed' | 'failed' | 'done'>()
  /** When each of them was created, in seconds since 1970. */
  const createdAt = new Map<string, number>()
  const outcomes = new Map<string, Outcome>()
  /** Unsent replies to notifications. They are kept in memory only. */
  const replies = new Set<OutgoingSms>()
  const stops: (() => void)[] = []
  let working: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  const problems = openProblemLog(log)
  let closed = false

  const entries = (): ReadonlyMap<string, Text> => session.mirror.of('texts').get().entries

  /** Queues the texts for this device that are not known yet, and starts to send them. */
  function onTextsChange(): void {
    for (const text of [...entries().values()].sort((a, b) => a.created - b.created)) {
      if (!isForUs(text) || states.has(text.iden)) continue
      states.set(text.iden, 'waiting')
      createdAt.set(text.iden, text.created)
    }
    work()
  }

  const isForUs = ({ data }: Text) => data?.target_device_iden === device && (data.status ?? 'queued') === 'queued'

  /** Starts a run, or another one after the current run. */
  function work(): void {
    again = true
    if (closed || working) return
    clearTimeout(timer)
    working = processAll().finally(() => {
      working = undefined
      if (again) work()
    })
  }

  async function processAll(): Promise<void> {
    again = false
    try {
      await cancelWithdrawn()
      await report()
      const failure = await sendAll()
      await report()
      forget()
      if (failure) throw failure
      problems.clear()
    } catch (error) {
      reportProblem(error as Error)
      again = false
      if (!closed) timer = setTimeout(work, pause)
    }
  }

  /** Logs why texts wait, once for each reason. Network failures are not logged. */
  function reportProblem(error: Error): void {
    if (error instanceof Refusal && error.code === 'network') problems.clear()
    else problems.report(`Texts wait: ${error.message}`)
  }

  /**
   * Sends the replies and then the waiting texts. One that fails unexpectedly stays, and does not hold up the others. Returns the first
   * such error.
   * @throws PhoneUnavailable, Refusal
   */
  async function sendAll(): Promise<Error | undefined> {
    const failures: Error[] = []
    const isolated = (work: Promise<void>) =>
      work.catch((error: Error) => {
        if (error instanceof PhoneUnavailable || error instanceof Refusal) throw error
        failures.push(error)
      })
    for (const reply of replies) {
      if (closed) break
      await isolated(attempt(reply).then(() => void replies.delete(reply)))
    }
    for (const [iden, state] of states) {
      if (closed) break
      const text = entries().get(iden)
      if (state === 'waiting' && text) await isolated(send(text))
    }
    return failures[0]
  }

  /** Decrypts a text, hands it to the phone, and records its state. @throws PhoneUnavailable */
  async function send(text: Text): Promise<void> {
    const { iden, data } = text
    const opened = data && (await session.encryption.openData(data))
    if (!opened) {
      // The user has to know: it can never be sent.
      states.set(iden, 'failed')
      outcomes.set(iden, { status: 'failed', failure: 'cannot_open' })
      return log('A text could not be decrypted: it is encrypted with a different password.')
    }
    const content = readContent({ guid: data.guid, ...opened }, text.file_url)
    const state = content ? await attempt({ key: iden, ...content }) : 'failed'
    if (!content) log('A text could not be sent: it has no content or no recipient.')
    // The outcome may have arrived before `send` returned.
    if (state === 'queued' && states.get(iden) === 'waiting') states.set(iden, 'handed')
    else if (state !== 'queued') settled([{ key: iden, state }])
  }

  /** Hands a text to the phone with its picture, and returns its state. @throws PhoneUnavailable */
  async function attempt({ file_url, ...text }: OutgoingSms & { file_url?: string }): Promise<'queued' | 'sent' | 'failed'> {
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

  /** Records outcomes, to be reported. Ignores unknown texts and those that already have an outcome. */
  function settled(all: readonly SmsOutcome[]): void {
    for (const { key, state } of all) {
      if (['failed', 'done'].includes(states.get(key) ?? '') || !entries().has(key)) continue
      states.set(key, state === 'sent' ? 'done' : 'failed')
      outcomes.set(key, { status: state })
    }
  }

  /** Reports the recorded outcomes to the server. @throws Refusal when they must be reported again */
  async function report(): Promise<void> {
    for (const [iden, outcome] of outcomes) {
      try {
        await session.call(updateText, { iden, data: outcome })
      } catch (error) {
        // The text was taken back, or expired after an hour. Other refusals would be repeated.
        if (!(error instanceof Refusal) || isPassing(error) || isLockout(error)) throw error
        if (error.code !== 'not_found') log(`The status of a text could not be reported: ${error.message}`)
      }
      outcomes.delete(iden)
    }
  }

  /** Cancels on the phone the texts that the user withdrew: those that left the mirror before expiring, by server time. */
  async function cancelWithdrawn(): Promise<void> {
    for (const [iden, state] of states) {
      if ((state !== 'handed' && state !== 'failed') || entries().has(iden)) continue
      states.set(iden, 'done')
      const age = session.mirror.$baseline.get() - (createdAt.get(iden) ?? 0)
      if (age < textMilliseconds / 1_000 - 1 && (await phone.takeBack(iden))) log('A text that was not sent was taken back.')
    }
  }

  /** Forgets texts that the server has deleted. */
  function forget(): void {
    for (const [iden, state] of states) {
      // Texts that were just taken back are handled in the next turn.
      if (entries().has(iden) || state === 'handed' || state === 'failed') continue
      states.delete(iden)
      createdAt.delete(iden)
    }
  }

  /** Answers a request for a page. Failures are only logged: the client then tells the user, who may ask again. */
  async function answerPage(request: unknown): Promise<void> {
    try {
      const page = await answerSmsPage(request, phone, device)
      if (page) await session.sendEphemeral(page)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log(`An answer about messages could not be sent: ${error.message}`)
    }
  }

  function onEphemeral(ephemeral: { type: string; [field: string]: unknown }): void {
    if (ephemeral.target_device_iden !== device) return
    if (ephemeral.type === 'sms_page_request') void answerPage(ephemeral)
    if (ephemeral.type === 'refresh_sms') {
      published.forget()
      published.publish()
    }
    if (ephemeral.type === 'messaging_extension_reply') {
      const { conversation_iden: address, message, guid } = ephemeral
      if (typeof address !== 'string' || typeof message !== 'string' || message.trim() === '') return
      const known = typeof guid === 'string' && guid !== ''
      const key = `reply ${known ? guid : crypto.randomUUID()}`
      replies.add({ key, addresses: [address], message, ...(known && { guid }) })
      work()
    }
  }

  return {
    async start() {
      stops.push(
        phone.onChange(({ incoming, settled: all, earlier }) => {
          settled(all)
          published.publish(
            toldByGateway.withhold(incoming, (late) => published.publish(late)),
            earlier,
          )
          work()
        }),
        session.mirror.of('texts').listen(onTextsChange),
        session.onEphemeral(onEphemeral),
        // Outcomes are reported at once when the connection is back.
        session.$connection.listen((connection) => {
          if (connection === 'connected') work()
        }),
        session.encryption.$key.listen(() => {
          published.forget()
          published.publish()
        }),
      )
      published.publish()
      onTextsChange()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      for (const stop of stops.splice(0)) stop()
      toldByGateway.close()
      await working
      await published.close()
    },
  }
}

/** Validates decrypted data. Returns undefined if it is malformed or empty. */
function readContent(data: Record<string, unknown>, fileUrl: string | undefined): Content | undefined {
  const { addresses, message = '', guid, file_url = fileUrl } = data
  if (!Array.isArray(addresses) || addresses.length > recipientsPerText) return undefined
  if (!addresses.every((address) => typeof address === 'string') || typeof message !== 'string') return undefined
  const picture = typeof file_url === 'string' && file_url !== ''
  if (message === '' && !picture) return undefined
  return { addresses, message, ...(typeof guid === 'string' && guid !== '' && { guid }), ...(picture && { file_url }) }
}
