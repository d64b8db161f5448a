// Publishes a phone's conversations and phone book on the server, and notifies clients of new messages.

import type { Session } from '@waypost/client'
import {
  bytesPerPermanent,
  getPermanent,
  type PhoneThread,
  phonebookKey,
  Refusal,
  type SmsChanged,
  setPermanent,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { type IncomingSms, type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { openProblemLog } from '../../problem-log.ts'
import { cut, fitting } from './fit-bytes.ts'

/** Publishes a phone's conversations on the server, for the clients that show them. */
export interface SmsPublisher {
  /**
   * Publishes what changed on the phone and then notifies the clients. Retries until it succeeds.
   * @param earlier whether clients are notified in any case, because messages beyond the published ones have changed
   */
  publish(incoming?: readonly IncomingSms[], earlier?: boolean): void
  /** Forgets the published state, so that everything is published again, e.g. with another password. */
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

const maxPublished = { threads: 100, messages: 200, contacts: 5_000 }
/** The size of each value as JSON. Encryption makes 4 bytes of 3, and all values together must stay below `permanentsBytes`. */
const bytes = { thread: 400_000, list: (bytesPerPermanent / 4) * 2.5 }
/** How much of the latest message the list of conversations shows, in characters. */
const latestLength = 300
/** How many conversations an earlier run may have left unpublished; they are published again. */
const maxUnpublished = 5
/** How many notifications are sent at once; older ones are dropped. */
const maxNotifications = 50
const notificationLength = 2_000

export function openSmsPublisher({ session, device, phone, log, pause }: Deps): SmsPublisher {
  /** The published values, as JSON by key. */
  const known = new Map<string, string>()
  let incoming: IncomingSms[] = []
  let wanted = false
  let mustNotify = false
  let loaded = false
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
        const changed = await publishChanges()
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

  /** Publishes what differs from the published values. @returns whether anything changed on the server */
  async function publishChanges(): Promise<boolean> {
    const threads = await phone.threads()
    const list = fitting(threads.slice(0, maxPublished.threads).map(withShortLatest), bytes.list)
    if (!loaded) await load(list)
    const keys = new Set<string>()
    let changed = false
    for (const { id } of list) {
      const key = threadKey(device, id)
      keys.add(key)
      changed = (await put(key, await messagesOf(id))) || changed
    }
    // The list comes last, so that all conversations in it exist.
    changed = (await put(threadsKey(device), { threads: list, ...(list.length < threads.length && { more: true }) })) || changed
    const contacts = fitting((await phone.phonebook()).slice(0, maxPublished.contacts), bytes.list)
    changed = (await put(phonebookKey(device), { phonebook: contacts })) || changed
    for (const key of known.keys()) {
      if (key.startsWith(threadKey(device, '')) && !keys.has(key)) await remove(key)
    }
    return changed
  }

  /** Reads which conversations an earlier run published, so that they are not sent again. Its last ones may be incomplete. */
  async function load(list: readonly PhoneThread[]): Promise<void> {
    const { data } = await session.call(getPermanent, { key: threadsKey(device) })
    const opened = await session.encryption.openData(data)
    const sealed = session.encryption.$key.get() !== undefined
    // Plain values are encrypted when a password was set, and the other way around.
    const before =
      opened && sealed === (opened !== data) && Array.isArray(opened.threads) ? (opened.threads as PhoneThread[]) : []
    const same = new Set(before.map((thread) => JSON.stringify(thread)))
    for (const [index, thread] of list.entries()) {
      if (index < maxUnpublished || !same.has(JSON.stringify(thread))) continue
      known.set(threadKey(device, thread.id), JSON.stringify(await messagesOf(thread.id)))
    }
    // Conversations that are no longer in the list still exist.
    for (const { id } of before)
      if (typeof id === 'string' && !list.some((thread) => thread.id === id)) known.set(threadKey(device, id), '')
    loaded = true
  }

  /** Returns the newest messages of a conversation, as many as are published. */
  async function messagesOf(id: string): Promise<Record<string, unknown>> {
    const all = await phone.thread(id, { count: maxPublished.messages + 1 })
    const thread = fitting(all.slice(0, maxPublished.messages), bytes.thread)
    return { thread, ...(thread.length < all.length && { more: true }) }
  }

  /** Encrypts and writes a value, unless it is published already. @returns whether it was written */
  async function put(key: string, data: Record<string, unknown>): Promise<boolean> {
    const json = JSON.stringify(data)
    if (known.get(key) === json) return false
    const sealed = await session.encryption.sealData(data)
    // Failed encryption returns an empty text, which must not replace a readable value.
    if (sealed.ciphertext === '') throw new PhoneUnavailable('They could not be encrypted.')
    await session.call(setPermanent, { key, data: sealed })
    known.set(key, json)
    return true
  }

  async function remove(key: string): Promise<void> {
    await session.call(setPermanent, { key, data: {} })
    known.delete(key)
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
    forget() {
      known.clear()
      loaded = false
    },
    async close() {
      closed = true
      clearTimeout(timer)
      stopListening()
      await running
    },
  }
}

/** Returns a conversation with a shortened latest message and without its pictures. */
export function withShortLatest({ latest, ...thread }: PhoneThread): PhoneThread {
  if (!latest) return thread
  const { body, image_urls: _images, ...rest } = latest
  return { ...thread, latest: { ...rest, ...(body !== undefined && { body: cut(body, latestLength) }) } }
}
