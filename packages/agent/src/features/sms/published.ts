import type { Session } from '@waypost/client'
import {
  bytesPerPermanent,
  getPermanent,
  type PhoneThread,
  phonebookKey,
  setPermanent,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { cut, fitting } from './fit-bytes.ts'

interface Options {
  session: Session
  device: string
  phone: Phone
}

const maxPublished = { threads: 100, messages: 200, contacts: 5_000 }
/** The maximum size of each value as JSON. Encryption turns 3 bytes into 4, and all values together must stay below `permanentsBytes`. */
const bytes = { thread: 400_000, list: (bytesPerPermanent / 4) * 2.5 }
/** How much of the latest message the list of conversations shows, in characters. */
const latestLength = 300
/** How many conversations an earlier run may have left unpublished; they are published again. */
const maxUnpublished = 5

/** The values on the server: one for each conversation, the list of conversations, and the phone book. */
export class PublishedSms {
  private readonly options: Options
  /** The published values, as JSON by key; '' if it is not known, so the value must be published again. */
  private readonly known = new Map<string, string>()
  private loaded = false
  private forgotten = false

  constructor(options: Options) {
    this.options = options
  }

  /** Forgets the published values, so that the next update publishes everything again. One that is running writes no more of them. */
  forget(): void {
    this.forgotten = true
  }

  /** @returns whether anything changed on the server @throws Refusal, PhoneUnavailable */
  async update(): Promise<boolean> {
    const { device, phone } = this.options
    if (this.forgotten) for (const key of this.known.keys()) this.known.set(key, '')
    this.forgotten = false
    const threads = await phone.threads()
    const list = fitting(threads.slice(0, maxPublished.threads).map(withShortLatest), bytes.list)
    if (!this.loaded) await this.load(list)
    const keys = new Set<string>()
    let changed = false
    for (const { id } of list) {
      const key = threadKey(device, id)
      keys.add(key)
      changed = (await this.put(key, await this.messagesOf(id))) || changed
    }
    // The list comes last, so all conversations in it exist.
    changed =
      (await this.put(threadsKey(device), { threads: list, ...(list.length < threads.length && { more: true }) })) || changed
    const contacts = fitting((await phone.phonebook()).slice(0, maxPublished.contacts), bytes.list)
    changed = (await this.put(phonebookKey(device), { phonebook: contacts })) || changed
    for (const key of this.known.keys()) {
      if (key.startsWith(threadKey(device, '')) && !keys.has(key)) await this.remove(key)
    }
    return changed
  }

  /** Reads which conversations an earlier run published, so they aren't sent again. Its last ones may be incomplete. */
  private async load(list: readonly PhoneThread[]): Promise<void> {
    const { session, device } = this.options
    const { data } = await session.call(getPermanent, { key: threadsKey(device) })
    const opened = await session.encryption.openData(data)
    const sealed = session.encryption.$key.get() !== undefined
    // Plain values become encrypted when a password is set, and vice versa.
    const before =
      opened && sealed === (opened !== data) && Array.isArray(opened.threads) ? (opened.threads as PhoneThread[]) : []
    const same = new Set(before.map((thread) => JSON.stringify(thread)))
    for (const [index, thread] of list.entries()) {
      if (index < maxUnpublished || !same.has(JSON.stringify(thread))) continue
      this.known.set(threadKey(device, thread.id), JSON.stringify(await this.messagesOf(thread.id)))
    }
    // Conversations that are no longer in the list still exist.
    for (const { id } of before)
      if (typeof id === 'string' && !list.some((thread) => thread.id === id)) this.known.set(threadKey(device, id), '')
    this.loaded = true
  }

  private async messagesOf(id: string): Promise<Record<string, unknown>> {
    const all = await this.options.phone.thread(id, { count: maxPublished.messages + 1 })
    const thread = fitting(all.slice(0, maxPublished.messages), bytes.thread)
    return { thread, ...(thread.length < all.length && { more: true }) }
  }

  /** @returns whether the value was written, which it isn't if it is already published */
  private async put(key: string, data: Record<string, unknown>): Promise<boolean> {
    const { session } = this.options
    const json = JSON.stringify(data)
    if (this.known.get(key) === json) return false
    const sealed = await session.encryption.sealData(data)
    // The list is read at the next start: if it has the new password, all conversations must have it.
    if (this.forgotten) return false
    // Failed encryption returns an empty text, which must not replace a readable value.
    if (sealed.ciphertext === '') throw new PhoneUnavailable('They could not be encrypted.')
    await session.call(setPermanent, { key, data: sealed })
    this.known.set(key, json)
    return true
  }

  private async remove(key: string): Promise<void> {
    await this.options.session.call(setPermanent, { key, data: {} })
    this.known.delete(key)
  }
}

/** Returns a conversation with a shortened latest message and without its pictures. */
export function withShortLatest({ latest, ...thread }: PhoneThread): PhoneThread {
  if (!latest) return thread
  const { body, image_urls: _images, ...rest } = latest
  return { ...thread, latest: { ...rest, ...(body !== undefined && { body: cut(body, latestLength) }) } }
}
