// Publishes a phone's conversations and phone book on the server, and notifies clients of new messages.

import type { Session } from '@waypost/client'
import { Refusal, type SmsChanged } from '@waypost/protocol'
import { type IncomingSms, type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { openProblemLog } from '../../problem-log.ts'
import { cut } from './fit-bytes.ts'
import { PublishedSms } from './published.ts'

/** Publishes a phone's conversations on the server, for the clients that show them. */
export interface SmsPublisher {
  /**
   * Also notifies the clients. Retries until it succeeds.
   * @param earlier whether clients are notified in any case, because messages beyond the published ones have changed
   */
  publish(incoming?: readonly IncomingSms[], earlier?: boolean): void
  /** Everything is published again, e.g. with a new password. */
  forget(): void
  close(): Promise<void>
}

interface Deps {
  session: Session
  device: string
  phone: Phone
  log(line: string): void
  /** The pause between attempts, in milliseconds. */
  pause: number
}

/** How many notifications are sent at once; older ones are dropped. */
const maxNotifications = 50
const notificationLength = 2_000

export function openSmsPublisher({ session, device, phone, log, pause }: Deps): SmsPublisher {
  const published = new PublishedSms({ session, device, phone })
  let incoming: IncomingSms[] = []
  let wanted = false
  let mustNotify = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const problems = openProblemLog(log)
  let closed = false

  const stopListening = session.$connection.listen((connection) => {
    if (connection === 'connected' && wanted) start()
  })

  function start(): void {
    clearTimeout(timer)
    if (!closed)
      running ??= run().finally(() => {
        running = undefined
      })
  }

  async function run(): Promise<void> {
    while (wanted && !closed) {
      wanted = false
      const news = incoming.splice(0)
      const isEarlier = mustNotify
      mustNotify = false
      try {
        const changed = await published.update()
        if (changed || news.length > 0 || isEarlier) await notifyClients(news)
        problems.clear()
      } catch (error) {
        wanted = true
        mustNotify ||= isEarlier
        incoming = [...news, ...incoming].slice(-maxNotifications)
        reportProblem(error)
        timer = setTimeout(start, pause)
        return
      }
    }
  }

  function reportProblem(error: unknown): void {
    if (!(error instanceof Refusal || error instanceof PhoneUnavailable)) throw error
    if (error instanceof Refusal && error.code === 'network') problems.clear()
    else problems.report(`The conversations could not be published: ${error.message}`)
  }

  async function notifyClients(notifications: readonly IncomingSms[]): Promise<void> {
    const short = notifications.map((each) => ({ ...each, body: cut(each.body, notificationLength) }))
    const changed: SmsChanged = { type: 'sms_changed', source_device_iden: device, notifications: short }
    await session.sendEphemeral(changed)
  }

  return {
    publish(more = [], earlier = false) {
      mustNotify ||= earlier
      incoming = [...incoming, ...more].slice(-maxNotifications)
      wanted = true
      start()
    },
    forget: () => published.forget(),
    async close() {
      closed = true
      clearTimeout(timer)
      stopListening()
      await running
    },
  }
}
