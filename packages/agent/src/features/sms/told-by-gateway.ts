// Leaves notifying of a text to the server, if a phone's texts go through the server, too.

import type { Session } from '@waypost/client'
import { check } from '@waypost/client/ground/objects'
import { isSameText, otherDevice, type ReceivedText, Refusal, SmsChanged, samePhones } from '@waypost/protocol'
import type { IncomingSms } from '../../phone/phone.ts'

/** How long the other device has to answer a ping, and then to report a text, in milliseconds. */
const usualWaits = { pong: 2_500, text: 15_000 }
/** How many of the other device's texts are remembered. */
const mostTold = 100

/** The device that is the same phone as a paired one, and whose texts go through the server. */
function gatewayOf(session: Session, device: string): string | undefined {
  const pairs = samePhones(session.$account.get()?.preferences, session.mirror.of('devices').get().entries.values())
  return otherDevice(pairs, device)
}

/** Whether that device answered the last ping. */
export function gatewayAnswers(session: Session, device: string): boolean {
  const gateway = gatewayOf(session, device)
  if (gateway === undefined) return false
  session.pinger.ping()
  return session.pinger.$online.get().has(gateway)
}

interface Deps {
  session: Session
  device: string
  waits?: typeof usualWaits | undefined
}

/** Decides which texts of a phone its companion notifies of. */
export function openToldByGateway({ session, device, waits = usualWaits }: Deps) {
  /** The texts reported recently by the other device. */
  let told: ReceivedText[] = []
  const listeners = new Set<() => void>()
  const timers = new Set<NodeJS.Timeout>()
  let lastPong: string | undefined

  const other = () => gatewayOf(session, device)

  const stop = session.onEphemeral((ephemeral) => {
    const from = ephemeral.source_device_iden ?? ephemeral.device_iden
    if (from === undefined || from !== other()) return
    if (ephemeral.type === 'pong') lastPong = from as string
    if (ephemeral.type === 'sms_changed') {
      const read = check(SmsChanged, ephemeral)
      if (!('value' in read)) return
      for (const { address, body, timestamp } of read.value.notifications)
        if (address !== undefined) told = [...told.slice(1 - mostTold), { device: String(from), address, body, timestamp }]
    }
    for (const listener of [...listeners]) listener()
  })

  /** Whether a condition becomes true within a time, checked on each ephemeral. */
  function within(milliseconds: number, isSo: () => boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = () => {
      if (isSo()) end()
    }
    const end = () => {
      listeners.delete(look)
      timers.delete(timer)
      clearTimeout(timer)
      resolve(isSo())
    }
    const timer = setTimeout(end, milliseconds)
    timers.add(timer)
    listeners.add(look)
    look()
    return promise
  }

  /** Whether the other device answers: then it accepts and forwards incoming texts. */
  async function answers(): Promise<boolean> {
    lastPong = undefined
    try {
      await session.sendEphemeral({ type: 'ping', source_user_iden: session.$account.get()?.iden ?? '' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return false
    }
    return within(waits.pong, () => lastPong !== undefined && lastPong === other())
  }

  /** Removes the texts that the other device has reported; each report accounts for one. */
  function untold(texts: readonly IncomingSms[]): IncomingSms[] {
    return texts.filter(({ address = '', body, timestamp }) => {
      const at = told.findIndex((each) => isSameText(each, { address, body, timestamp }))
      if (at >= 0) told = told.toSpliced(at, 1)
      return at < 0
    })
  }

  return {
    /**
     * Returns the texts that the companion notifies of now. If another device is the same phone, there are none: `later` is called with
     * those it doesn't report, because it is away or the text doesn't reach the server through it.
     */
    withhold(texts: readonly IncomingSms[], later: (texts: readonly IncomingSms[]) => void): readonly IncomingSms[] {
      if (texts.length === 0 || other() === undefined) return texts
      void (async () => {
        let left = untold(texts)
        if (left.length > 0 && (await answers()))
          await within(waits.text, () => {
            left = untold(left)
            return left.length === 0
          })
        left = untold(left)
        if (left.length > 0) later(left)
      })()
      return []
    },
    close() {
      stop()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
