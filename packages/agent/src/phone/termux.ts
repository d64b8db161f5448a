import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PhonebookEntry, PhoneThread, ThreadMessage } from '@waypost/protocol'
import { openProblemLog } from '../problem-log.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { addressKey, isSameAddress, readNumber } from './number.ts'
import {
  type IncomingSms,
  type OutgoingSms,
  type Phone,
  type PhoneChange,
  PhoneUnavailable,
  type SmsOutcome,
  SmsRefused,
  type SmsState,
} from './phone.ts'
import { addressOf, listContacts, listMessages, sendMessage, type TermuxMessage, timeOf } from './termux-commands.ts'

interface TermuxOptions {
  /** The folder of the journal of sent texts. */
  folder: string
  country?: string | undefined
  log(line: string): void
  /** How often to poll the messages, in milliseconds. */
  every?: number
  /** Where to find the commands, in place of `PATH`. */
  path?: string
}

/** A text in the journal. */
interface Noted {
  key: string
  state: SmsState
  /** False until the phone has certainly taken it. */
  handed: boolean
  /** Seconds since 1970. */
  at: number
  numbers: string[]
  message: string
  guid?: string
  /** The ids of the messages that it became. */
  ids?: number[]
}

/** How many of the latest messages are read, and how many texts the journal keeps. */
const maxEntries = { messages: 2_000, noted: 500 }
/** How much older than a text its message on the phone may seem, in seconds. */
const slack = 5
/** After this many seconds without a message on the phone, a text counts as sent: Android reports failures only. */
const believedAfter = 60

/**
 * The Android phone that this program runs on, through the commands of Termux:API (https://wiki.termux.com/wiki/Termux:API). Their formats
 * are defined in `SmsInboxAPI.java`, `SmsSendAPI.java` and `ContactListAPI.java` of github.com/termux/termux-api and the scripts of
 * github.com/termux/termux-api-package: lists are JSON with the latest message last; a command that fails prints `{"error": ...}` and exits
 * with 0. Android stores the conversations. A text to several people is sent to each of them, because the commands cannot send MMS.
 */
export function openTermux({ folder, country, log, every = 3_000, path = process.env.PATH ?? '' }: TermuxOptions): Phone {
  const journalFile = join(folder, 'sent.json')
  const listeners = new Set<(change: PhoneChange) => void>()
  let journal: Noted[] = readJournal()
  let messages: TermuxMessage[] | undefined
  let seen = ''
  /** The guids of messages that were sent from here, by message id. */
  let guids = new Map<number, string>()
  let contacts: PhonebookEntry[] = []
  let contactsAt = 0
  let closed = false
  const problems = openProblemLog(log)
  /** Why the phone could not be read the last time; empty if it could. */
  let trouble = ''
  let polling: Promise<void> | undefined
  let work: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  void pollMessages()

  /** Polls the messages and reports new ones. Overlapping calls share one poll. */
  function pollMessages(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = undefined
      clearTimeout(timer)
      if (!closed) timer = setTimeout(() => void pollMessages(), every)
    })
    return polling
  }

  async function pollOnce(): Promise<void> {
    try {
      const changedContacts = await renewContacts()
      const latest = await listMessages(maxEntries.messages, path)
      const before = messages
      messages = latest
      const now = JSON.stringify(latest.map(({ _id, type }) => [_id, type]))
      const settled = settle()
      const changed = now !== seen || changedContacts
      seen = now
      guids = new Map(
        journal.flatMap((noted) => (noted.guid === undefined ? [] : messagesOf(noted).map(({ _id }) => [_id, noted.guid ?? '']))),
      )
      if (closed || (!changed && settled.length === 0)) return
      notifyListeners({ incoming: before ? arrivals(before, latest) : [], settled })
      trouble = ''
      problems.clear()
    } catch (error) {
      if (!(error instanceof PhoneUnavailable)) throw error
      trouble = error.message
      if (!closed) problems.report(trouble)
    }
  }

  function arrivals(before: readonly TermuxMessage[], latest: readonly TermuxMessage[]): IncomingSms[] {
    const newest = Math.max(0, ...before.map(({ _id }) => _id))
    return latest
      .filter(({ _id, type }) => _id > newest && type === 'inbox')
      .map((message) => ({
        thread_id: String(message.threadid),
        title: message.sender ?? nameOf(addressOf(message)) ?? addressOf(message),
        body: message.body ?? '',
        timestamp: timeOf(message),
      }))
  }

  /** Names rarely change, and reading them takes a while. */
  async function renewContacts(): Promise<boolean> {
    if (contactsAt !== 0 && Date.now() - contactsAt < 10 * 60_000) return false
    const before = JSON.stringify(contacts)
    contacts = await listContacts(path)
    contactsAt = Date.now()
    return JSON.stringify(contacts) !== before
  }

  function settle(): SmsOutcome[] {
    const settled: SmsOutcome[] = []
    for (const noted of journal.filter(({ state, handed }) => handed && state === 'queued')) {
      const found = messagesOf(noted)
      const types = found.map(({ type }) => type)
      const old = Date.now() / 1_000 - noted.at > believedAfter
      const all = found.length >= noted.numbers.length
      const state = types.includes('failed')
        ? 'failed'
        : (all && types.every((type) => type === 'sent')) || (found.length === 0 && old)
          ? 'sent'
          : 'queued'
      if (state === 'queued') continue
      note({ ...noted, state, ids: found.map(({ _id }) => _id) })
      settled.push({ key: noted.key, state })
    }
    return settled
  }

  /** The messages that a text became: one per number, with the same body, and not those of an earlier text with this body. */
  function messagesOf({ key, numbers, message, at, ids }: Noted): TermuxMessage[] {
    if (ids) return (messages ?? []).filter(({ _id }) => ids.includes(_id))
    const taken = new Set(journal.flatMap((other) => (other.key === key ? [] : (other.ids ?? []))))
    const left = (messages ?? []).filter(
      (each) => !taken.has(each._id) && each.type !== 'inbox' && each.body === message && timeOf(each) >= at - slack,
    )
    return numbers.flatMap((number) => left.find((each) => isSameAddress(addressKey(addressOf(each), country), number)) ?? [])
  }

  async function send({ key, guid, addresses, message, picture }: OutgoingSms): Promise<SmsState> {
    if (picture) throw new SmsRefused('This phone cannot send pictures.')
    const known = journal.find((each) => each.key === key)
    if (known?.handed) return known.state
    const numbers = [
      ...new Set(
        addresses.map((address) => {
          const number = readNumber(address, country)
          if (number === undefined) throw new SmsRefused(`"${address}" is not a phone number.`)
          return number
        }),
      ),
    ]
    const noted: Noted = known ?? {
      key,
      state: 'queued',
      handed: false,
      at: Math.floor(Date.now() / 1_000),
      numbers,
      message,
      ...(guid !== undefined && { guid }),
    }
    // Noted before sending, because the command may be interrupted at any point. If it is in the journal already, the phone knows the
    // outcome.
    if (known) {
      messages = await listMessages(maxEntries.messages, path)
      if (messagesOf(known).length === 0) await handOver(known)
    } else {
      note(noted)
      await handOver(noted)
    }
    note({ ...noted, handed: true })
    void pollMessages()
    return 'queued'
  }

  async function handOver({ numbers, message }: Noted): Promise<void> {
    await sendMessage(numbers, message, path)
  }

  function note(noted: Noted): void {
    const next = [...journal.filter(({ key }) => key !== noted.key), noted].slice(-maxEntries.noted)
    writeFileAtomically(journalFile, JSON.stringify(next))
    journal = next
  }

  function readJournal(): Noted[] {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      const read: unknown = JSON.parse(readFileSync(journalFile, 'utf8'))
      return Array.isArray(read) ? read : []
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`The record of sent texts is lost: ${journalFile} is damaged.`)
      return []
    }
  }

  function notifyListeners(change: PhoneChange): void {
    for (const listener of listeners) listener(change)
  }

  async function known(): Promise<TermuxMessage[]> {
    if (!messages) await pollMessages()
    if (!messages) throw new PhoneUnavailable(trouble || 'The messages of the phone are not known yet.')
    return messages
  }

  function nameOf(address: string): string | undefined {
    const key = addressKey(address, country)
    return contacts.find(({ phone }) => isSameAddress(addressKey(phone, country), key))?.name
  }

  function threadMessage(message: TermuxMessage): ThreadMessage {
    const incoming = message.type === 'inbox'
    const status = message.type === 'sent' ? 'sent' : message.type === 'failed' ? 'failed' : 'queued'
    const guid = guids.get(message._id)
    return {
      id: String(message._id),
      type: 'sms',
      timestamp: timeOf(message),
      direction: incoming ? 'incoming' : 'outgoing',
      body: message.body ?? '',
      ...(!incoming && { status, ...(guid !== undefined && { guid }) }),
    }
  }

  return {
    name: 'this phone, through Termux:API',
    hasMms: false,
    async threads() {
      const latest = new Map<string, TermuxMessage>()
      for (const message of [...(await known())].sort(byTime)) latest.set(String(message.threadid), message)
      const newestFirst = [...latest].sort(([, a], [, b]) => byTime(b, a))
      return newestFirst.map(([id, message]): PhoneThread => {
        const address = addressOf(message)
        return {
          id,
          recipients: [{ name: nameOf(address) ?? address, address, number: address }],
          latest: threadMessage(message),
        }
      })
    },
    async thread(id) {
      const own = (await known()).filter(({ threadid }) => String(threadid) === id)
      return own.sort((a, b) => byTime(b, a)).map(threadMessage)
    },
    async phonebook() {
      await known()
      return contacts
    },
    send(text) {
      const sending = work.then(() => send(text))
      work = sending.catch(() => {})
      return sending
    },
    // Android sends at once.
    takeBack: async (key) => !journal.some((noted) => noted.key === key),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await work
      await polling
    },
  }
}

const byTime = (a: TermuxMessage, b: TermuxMessage) => timeOf(a) - timeOf(b) || a._id - b._id
