// The demonstration's phone: a stand-in for an Android phone, paired with the companion over loopback, and the events on it.

import { randomInt } from 'node:crypto'
import type { Session } from '@waypost/client'
import type { PhoneReport, PhoneRequest } from '@waypost/protocol'
import { StandInPhone } from 'waypost/phone/stand-in-phone'
import { answerTo, atFirst, fieldsOf, iconOf, idOf, later, received, ringing, type Shown } from './phone-apps.ts'
import { answerTexts, fillTexts } from './phone-texts.ts'

/** Times in milliseconds. */
const times = {
  /** Milliseconds until the first event on the phone, and between events: frequent at first, then occasional. */
  first: 20_000,
  soon: 45_000,
  next: 180_000,
  /** From a reply to its answer. */
  answer: 2_500,
  /** How long it rings, and how often its battery changes. */
  ring: 20_000,
  battery: 240_000,
  /** How long pairing may take, and between two looks at it. */
  pair: 20_000,
  look: 100,
}

/** Loopback addresses for a computer and a phone. Only Linux has more than one, so several demonstrations can run there. */
export function loopbackHosts(platform = process.platform): [computer: string, phone: string] {
  const network = `127.${randomInt(1, 255)}.${randomInt(255)}`
  return platform === 'linux' ? [`${network}.2`, `${network}.3`] : ['127.0.0.1', '127.0.0.1']
}

/** The phone while it runs. */
export interface DemoPhone {
  /** The iden of its device. */
  device: string
  close(): void
}

interface PhoneOptions {
  session: Session
  /** The companion's device, and where it listens for phones. */
  companion: string
  computer: string
  host: string
  name: string
}

/**
 * Starts the phone and pairs it with a companion, through the requests that a person would trigger on both.
 * @throws Error when that fails
 */
export async function startPhone({ session, companion, computer, host, name }: PhoneOptions): Promise<DemoPhone> {
  const phone = new StandInPhone({ host, name, hears: host !== computer })
  const stopLife = live(phone)
  const close = () => {
    stopLife()
    phone.close()
  }
  try {
    await phone.start()
    return { device: await pair(phone, { session, companion, computer }), close }
  } catch (error) {
    close()
    throw error
  }
}

/** @returns the iden of the phone's device */
async function pair(
  phone: StandInPhone,
  { session, companion, computer }: Pick<PhoneOptions, 'session' | 'companion' | 'computer'>,
): Promise<string> {
  let report: PhoneReport | undefined
  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'phone_report' && ephemeral.source_device_iden === companion)
      report = ephemeral as unknown as PhoneReport
  })
  const request = (action: PhoneRequest['action']) =>
    session.sendEphemeral({
      type: 'phone_request',
      source_user_iden: '',
      target_device_iden: companion,
      guid: crypto.randomUUID(),
      action,
      phone: phone.deviceId,
    })
  const reported = () => report?.phones.find(({ id }) => id === phone.deviceId)
  const deadline = Date.now() + times.pair
  /** Repeats an action until a condition holds. */
  async function until<T>(look: () => T | undefined | false, again: () => unknown, every = times.look): Promise<T> {
    for (let at = 0; ; ) {
      const found = look()
      if (found) return found
      if (Date.now() > deadline) throw new Error(report?.error ?? 'The phone was not paired in time.')
      if (Date.now() >= at) {
        at = Date.now() + every
        await again()
      }
      await new Promise((resolve) => setTimeout(resolve, times.look))
    }
  }
  try {
    await until(
      () => report !== undefined,
      () => request('find'),
      2_000,
    )
    // A device may connect once a second.
    await until(
      () => phone.tls,
      () => phone.announce(computer),
      1_200,
    )
    phone.ask()
    await until(
      () => reported()?.state === 'asked' && reported()?.code === phone.code,
      () => request('list'),
      500,
    )
    await request('accept')
    return await until(
      () => reported()?.device_iden,
      () => request('list'),
      500,
    )
  } finally {
    stop()
  }
}

/** Fills the phone and simulates its use: notifications arrive, are answered and pressed, texts are answered. @returns ends it */
function live(phone: StandInPhone): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const after = (milliseconds: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, milliseconds)
    timers.add(timer)
  }
  const shown = new Map<string, Shown>()
  /** By the id of the reply, which works once. */
  const answerable = new Map<string, string>()
  let replies = 0

  /** Shows a notification, or replaces the one with its id. The first ones are silent. */
  function show(notification: Shown, silent = false): void {
    const id = idOf(notification)
    shown.set(id, notification)
    const replyId = crypto.randomUUID()
    for (const [known, of] of answerable) if (of === id) answerable.delete(known)
    if (notification.answers) answerable.set(replyId, id)
    const fields = { ...fieldsOf(notification), silent, ...(notification.answers && { requestReplyId: replyId }) }
    // The computer may have disconnected.
    iconOf(notification)
      .then((icon) => phone.notify(id, fields, icon))
      .catch(() => {})
  }

  function remove(id: string): void {
    shown.delete(id)
    phone.cancel(id)
  }

  function onReply(replyId: string, message: string): void {
    const notification = shown.get(answerable.get(replyId) ?? '')
    answerable.delete(replyId)
    if (!notification) return
    const text = answerTo(message, replies++)
    after(times.answer, () => show({ ...notification, text }))
  }

  function onAction(id: string, action: string): void {
    const notification = shown.get(id)
    const effect = notification?.actions?.[action]
    if (!notification || !effect) return
    if ('text' in effect) show({ ...notification, text: effect.text })
    else {
      remove(id)
      const { backAfter } = effect
      if (backAfter !== undefined) after(backAfter, () => show(notification))
    }
  }

  function ring(): void {
    show(ringing)
    after(times.ring, () => remove(idOf(ringing)))
  }

  function goOn(index: number): void {
    const next = later[index % later.length]
    if (next) show(next)
    after(index < later.length ? times.soon : times.next, () => goOn(index + 1))
  }

  /** It drains slowly, and is finally charged. */
  function useBattery(): void {
    const { currentCharge, isCharging } = phone.battery
    const isFull = currentCharge >= 95
    phone.battery = {
      currentCharge: Math.min(100, currentCharge + (isCharging ? 4 : -1)),
      isCharging: isCharging ? !isFull : currentCharge <= 15,
    }
    phone.sendBattery()
    after(times.battery, useBattery)
  }

  fillTexts(phone)
  const onText = answerTexts(phone, after)
  phone.onPacket = ({ type, body }) => {
    if (type === 'notification.reply') onReply(String(body.requestReplyId), String(body.message))
    else if (type === 'notification.action') onAction(String(body.key), String(body.action))
    else if (type === 'notification.request' && typeof body.cancel === 'string') shown.delete(body.cancel)
    else if (type === 'findmyphone.request') ring()
    else if (type === 'sms.request') onText(addressesIn(body.addresses))
    else if (type === 'share.request') {
      show(received(String(body.filename ?? body.url ?? body.text ?? '')))
      // They would fill the memory.
      phone.files.clear()
    }
  }
  for (const notification of atFirst) show(notification, true)
  after(times.first, () => goOn(0))
  after(times.battery, useBattery)
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

const addressesIn = (addresses: unknown): string[] =>
  Array.isArray(addresses) ? addresses.map(({ address }: { address: unknown }) => String(address)) : []
