// Holds the known conversations of a phone, and loads older messages from it in pages.

import { listeners } from '@waypost/client/ground/listeners'
import { PhoneUnavailable } from '../phone.ts'
import type { Connection } from './connection.ts'
import { type Message, messageTypes, readMessages } from './message.ts'

/** A conversation on the phone. */
export interface Conversation {
  id: string
  addresses: readonly string[]
  /** Newest first. */
  messages: Message[]
  /** Whether the oldest message is among them. */
  isWhole: boolean
}

interface MessageChange {
  arrived: readonly Message[]
}

interface Options {
  connection: Connection
  /** How long the phone is silent after listing its conversations, and how long it may take to answer, in milliseconds. */
  quiet: number
  timeout: number
}

/**
 * The initial page size in messages, how often a page is re-requested when links are replaced, and the most messages per conversation, and
 * characters and thumbnail data overall, that are held.
 */
const most = { page: 200, replacements: 5, messages: 60_000, characters: 20_000_000, thumbnails: 6_000_000 }
/** How many messages of a conversation are kept when there are too many. */
const keptMessages = 200

const isAway = 'The phone is not connected.'

/** The conversations of a phone. The phone only reports new messages after its conversations were requested on the same link. */
export class PhoneConversations {
  readonly changes = listeners<MessageChange>()
  private readonly options: Options
  private readonly all = new Map<string, Conversation>()
  private isListed = false
  private isListing = false
  private timer: NodeJS.Timeout | undefined
  private turn: NodeJS.Immediate | undefined
  private latest = 0
  private arrived: Message[] = []
  private readonly waiting = new Set<() => void>()
  private pending: Pending | undefined
  private work: Promise<unknown> = Promise.resolve()
  private readonly stops: (() => void)[]

  constructor(options: Options) {
    this.options = options
    const { connection } = options
    this.stops = [
      connection.packets.on(({ type, body }) => {
        if (type === 'sms.messages') this.take(readMessages(body))
      }),
      connection.changes.on(() => this.list()),
      connection.skipped.on(() => this.pending?.reject(new TooLong())),
    ]
    this.list()
  }

  close(): void {
    for (const stop of this.stops) stop()
    this.pending?.reject(new PhoneUnavailable(isAway))
    this.release()
  }

  /** Ordered by latest message, newest first. @throws PhoneUnavailable */
  async conversations(): Promise<Conversation[]> {
    await this.listed()
    return [...this.all.values()].sort((a, b) => (b.messages[0]?.date ?? 0) - (a.messages[0]?.date ?? 0))
  }

  /** The known conversations, without asking the phone. */
  known(): Iterable<Conversation> {
    return this.all.values()
  }

  /** The newest messages of a conversation: at least `count` after the message `after`, or all there are. @throws PhoneUnavailable */
  async messages(
    id: string,
    { after, count = Number.POSITIVE_INFINITY }: { after?: string; count?: number } = {},
  ): Promise<readonly Message[]> {
    await this.listed()
    const conversation = this.all.get(id)
    if (!conversation) return []
    const isEnough = () => {
      const at = after === undefined ? -1 : conversation.messages.findIndex((message) => message.id === after)
      return conversation.isWhole || (conversation.messages.length - at - 1 >= count && (after === undefined || at >= 0))
    }
    // One request at a time, because answers don't say which request they belong to.
    const loading = this.work.then(async () => {
      while (!isEnough()) await this.loadOlder(conversation)
    })
    this.work = loading.catch(() => {})
    await loading
    return conversation.messages
  }

  private list(): void {
    const { link } = this.options.connection
    // An answer would be indistinguishable from the list, so it is requested again afterwards.
    this.pending?.reject(link ? new Replaced() : new PhoneUnavailable(isAway))
    if (!link) {
      this.release()
      return
    }
    this.stopWaiting()
    this.isListing = true
    link.send('sms.request_conversations')
    // A phone without texts, or one not permitted to read them, stays silent.
    this.timer = setTimeout(() => this.finishListing(), this.options.timeout)
  }

  private finishListing(): void {
    // Without any answer the phone may just not be permitted to read texts: known conversations stay.
    if (this.all.size > 0) this.isListed = true
    this.release()
    if (this.isListed) this.report()
  }

  /** Resumes everything waiting for the end of the list. */
  private release(): void {
    this.stopWaiting()
    this.isListing = false
    for (const resolve of this.waiting) resolve()
    this.waiting.clear()
  }

  /** Waits until the phone has listed its conversations, if it does. */
  async settled(): Promise<void> {
    if (this.isListing) await new Promise<void>((resolve) => this.waiting.add(resolve))
  }

  private async listed(): Promise<void> {
    await this.settled()
    if (this.isListed) return
    throw new PhoneUnavailable(
      this.options.connection.link ? 'The phone shows no texts. Permit KDE Connect to read and send SMS there.' : isAway,
    )
  }

  private take(messages: readonly Message[]): void {
    if (this.pending?.accepts(messages)) {
      this.pending.resolve(messages)
      return
    }
    // It was asked again, and may be permitted to read texts by now.
    if (!this.isListed) this.isListing = true
    for (const message of messages) this.merge(message)
    if (!this.isListing) {
      this.report()
      return
    }
    this.stopWaiting()
    this.timer = setTimeout(() => {
      // If this machine was too busy to listen, the phone wasn't silent: pending packets are read first.
      this.turn = setImmediate(() => this.finishListing())
    }, this.options.quiet)
  }

  private stopWaiting(): void {
    clearTimeout(this.timer)
    clearImmediate(this.turn)
  }

  /** Adds a message that the phone sent unasked, or in its list of conversations. */
  private merge(message: Message): void {
    const conversation = this.conversationOf(message)
    const isNew = this.put(conversation, message)
    const newest = conversation.messages[0]
    // Others may have come before it while the phone was away.
    if (isNew && this.isListing && newest === message && conversation.messages.length > 1) {
      conversation.messages = [message]
      conversation.isWhole = false
    }
    if (!isNew || message.date <= this.latest) return
    if (this.isListed && message.type === messageTypes.inbox) this.arrived.push(message)
  }

  private conversationOf(message: Message): Conversation {
    const known = this.all.get(message.conversation)
    if (known) return known
    const made = { id: message.conversation, addresses: message.addresses, messages: [], isWhole: false }
    this.all.set(made.id, made)
    return made
  }

  /** @returns whether it is new */
  private put(conversation: Conversation, message: Message): boolean {
    const { messages } = conversation
    const known = messages.findIndex(({ id }) => id === message.id)
    if (known >= 0) {
      messages[known] = message
      return false
    }
    if (message.addresses.length > conversation.addresses.length) conversation.addresses = message.addresses
    const place = messages.findIndex(
      (other) => other.date < message.date || (other.date === message.date && isLater(message, other)),
    )
    messages.splice(place < 0 ? messages.length : place, 0, message)
    return true
  }

  private report(): void {
    this.limit()
    for (const { messages } of this.all.values()) this.latest = Math.max(this.latest, messages[0]?.date ?? 0)
    this.changes.emit({ arrived: this.arrived.splice(0) })
  }

  /** @throws PhoneUnavailable */
  private async loadOlder(conversation: Conversation): Promise<void> {
    const before = conversation.messages.at(-1)?.date ?? Number.MAX_SAFE_INTEGER
    const known = new Set(conversation.messages.filter(({ date }) => date === before).map(({ id }) => id))
    for (let size = most.page; ; ) {
      const got = await this.ask(conversation.id, before, size)
      // They are too long for one line, so request fewer.
      if (!got) {
        size = Math.floor(size / 4)
        if (size >= 1) continue
        conversation.isWhole = true
        return
      }
      const fresh = got.filter(({ id }) => !known.has(id)).sort((a, b) => (isLater(a, b) ? -1 : 1))
      // In one operation: all of them are older.
      conversation.messages = [...conversation.messages, ...fresh]
      if (got.length < size || conversation.messages.length >= most.messages) conversation.isWhole = true
      // So many messages have the same time that none is new.
      else if (fresh.length === 0) {
        size *= 4
        continue
      }
      this.limit(conversation)
      return
    }
  }

  /** @returns undefined if the page is too long for a line @throws PhoneUnavailable */
  private async ask(
    conversation: string,
    before: number,
    size: number,
    tries = most.replacements,
  ): Promise<readonly Message[] | undefined> {
    await this.settled()
    const { link } = this.options.connection
    if (!link) throw new PhoneUnavailable(isAway)
    const { promise, resolve, reject } = Promise.withResolvers<readonly Message[]>()
    const accepts = (messages: readonly Message[]) =>
      messages.every((message) => message.conversation === conversation && message.date <= before)
    const timer = setTimeout(() => reject(new PhoneUnavailable('The phone does not answer.')), this.options.timeout)
    this.pending = { accepts, resolve, reject }
    try {
      link.send('sms.request_conversation', {
        threadID: Number(conversation),
        rangeStartTimestamp: before,
        numberToRequest: size,
      })
      return await promise
    } catch (error) {
      if (error instanceof TooLong) return undefined
      if (!(error instanceof Replaced)) throw error
    } finally {
      clearTimeout(timer)
      this.pending = undefined
    }
    if (tries === 0) throw new PhoneUnavailable('The connection with the phone changes again and again.')
    return this.ask(conversation, before, size, tries - 1)
  }

  /** Drops older messages when all conversations together have too many; they can be loaded again. */
  private limit(except?: Conversation): void {
    const all = [...this.all.values()]
    const lengthOf = (messages: readonly Message[]) => messages.reduce((sum, { body }) => sum + body.length + 200, 0)
    let characters = all.reduce((sum, { messages }) => sum + lengthOf(messages), 0)
    for (const conversation of all) {
      if (characters <= most.characters) break
      if (conversation === except || conversation.messages.length <= keptMessages) continue
      characters -= lengthOf(conversation.messages.slice(keptMessages))
      conversation.messages = conversation.messages.slice(0, keptMessages)
      conversation.isWhole = false
    }
    let thumbnails = 0
    for (const { messages } of all)
      for (const attachment of messages.flatMap((message) => message.attachments)) {
        thumbnails += attachment.thumbnail?.base64.length ?? 0
        if (thumbnails > most.thumbnails) delete attachment.thumbnail
      }
  }
}

interface Pending {
  accepts(messages: readonly Message[]): boolean
  resolve(messages: readonly Message[]): void
  reject(error: Error): void
}

class TooLong extends Error {}

class Replaced extends Error {}

const isLater = (one: Message, other: Message) =>
  one.date > other.date || (one.date === other.date && BigInt(one.id) > BigInt(other.id))
