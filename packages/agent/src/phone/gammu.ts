// Sends and receives SMS with a modem, through gammu-smsd.

import { readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { textMilliseconds } from '@waypost/protocol'
import { openProblemLog } from '../problem-log.ts'
import { openContacts } from './contacts.ts'
import { openConversations, type StoredMessage } from './conversations.ts'
import { readNumber } from './number.ts'
import { chunksOf, noteOf, openOutbox, type Places } from './outbox.ts'
import {
  type IncomingSms,
  type OutgoingSms,
  type Phone,
  type PhoneChange,
  type SmsOutcome,
  SmsRefused,
  type SmsState,
} from './phone.ts'
import { type InboxFile, readInboxName, readInboxText, readSpool } from './spool.ts'

interface GammuOptions {
  /** The path of smsd's gammu-smsdrc. */
  config: string
  /** The folder for conversations, because a modem stores none. */
  folder: string
  /** The path of the phone book, a vCard file. */
  contacts?: string | undefined
  /** The default country code for numbers without one, e.g. `+49`. */
  country?: string | undefined
  log(line: string): void
  /** How often to check the folders, in milliseconds. */
  every?: number
}

/** A file changed more recently may be incomplete, in milliseconds. */
const settleTime = 150
/** A file changed more recently than this may still grow after it was read, in milliseconds: smsd appends each part of a long text. */
const growsFor = 60_000
/** Messages older than this are not news when they are first read, in seconds. */
const newsFor = 24 * 60 * 60
/** A text that never reached the outbox has failed after this time, in seconds. The server has deleted it by then. */
const givenUpAfter = textMilliseconds / 1_000

/** The files of a message in the inbox. */
interface Files {
  /** Differs after each change. */
  state: string
  /** When the latest one was changed, in seconds since 1970. */
  received: number
  /** Whether one of them was changed within some milliseconds. */
  isNewerThan(age: number): boolean
}

/**
 * A modem, through the spool folders of gammu-smsd (see `spool.ts`). A text's file name in the outbox contains a hash of its key, and smsd
 * keeps the name when it moves the file to `sent` or `error`. So the folders always tell the outcome, even if a process was killed. While
 * smsd does not run, texts wait in the outbox. Files in the inbox are left there.
 * @throws UserError when the configuration cannot be used
 */
export function openGammu({ config, folder, contacts: file, country, log, every = 500 }: GammuOptions): Phone {
  const spool = readSpool(config)
  const outbox = openOutbox(spool, join(folder, 'staging'))
  const contacts = openContacts({ file, country, log })
  const conversations = openConversations({ folder: join(folder, 'conversations'), country, nameOf: contacts.nameOf, log })
  const listeners = new Set<(change: PhoneChange) => void>()
  const taken = new Set<string>()
  /** The state of the files that may still grow when they were read, by message. */
  const growing = new Map<string, string>()
  /** Texts whose files were in no folder at the last check. */
  const missing = new Set<string>()
  const untold: IncomingSms[] = []
  let closed = false
  const problems = openProblemLog(log)
  let work: Promise<unknown> = Promise.resolve()

  const timer = setInterval(poll, every)
  const watchers = [spool.inbox, spool.sent, spool.error].map((path) =>
    watchFolder(path, () => setTimeout(poll, settleTime + 50).unref()),
  )
  poll()

  function poll(): void {
    if (closed) return
    try {
      const before = taken.size
      const incoming = receive()
      const settled = settle()
      if (contacts.renew() || taken.size !== before || incoming.length + settled.length > 0)
        notifyListeners({ incoming, settled })
      problems.clear()
    } catch (error) {
      // A folder may be missing for a while, or a disk full. The next check tries again.
      problems.report(`The folders of gammu-smsd cannot be used: ${(error as Error).message}`)
    }
  }

  function notifyListeners(change: PhoneChange): void {
    // Messages that arrived before the start may be found before there is a listener.
    if (listeners.size === 0) untold.push(...change.incoming)
    for (const listener of listeners) listener(change)
  }

  function receive(): IncomingSms[] {
    const groups = Map.groupBy(
      readdirSync(spool.inbox).flatMap((name) => readInboxName(name) ?? []),
      ({ message }) => message,
    )
    const fresh = [...groups].filter(([message, parts]) => !taken.has(`${message} ${parts.length}`) || hasGrown(message, parts))
    return fresh
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([message, parts]) => {
        try {
          return take(message, parts) ?? []
        } catch (error) {
          // An unreadable message must not block the others. It is tried again after a restart.
          taken.add(`${message} ${parts.length}`)
          log(`A text in the inbox of gammu-smsd cannot be read: ${(error as Error).message}`)
          return []
        }
      })
  }

  /** Whether the files of a message have changed since they were read. Forgets those that no longer grow. */
  function hasGrown(message: string, parts: readonly InboxFile[]): boolean {
    const read = growing.get(message)
    const files = read === undefined ? undefined : filesOf(parts)
    if (!files) return false
    if (read !== files.state) return true
    if (!files.isNewerThan(growsFor)) growing.delete(message)
    return false
  }

  /** Saves a message of the inbox once, and again when more of it arrives. */
  function take(message: string, parts: readonly InboxFile[]): IncomingSms | undefined {
    const [first] = parts
    const known = conversations.find(message)
    const files = filesOf(parts)
    if (!files || files.isNewerThan(settleTime)) return undefined
    taken.add(`${message} ${parts.length}`)
    const mayGrow = files.isNewerThan(growsFor)
    if (mayGrow) growing.set(message, files.state)
    const more = parts.length - (known?.message.parts ?? 0)
    const read = more > 0 || (more === 0 && mayGrow) ? readParts(parts) : undefined
    if (!first || !read) return undefined
    const { body, sender } = read
    if (known) {
      if (more === 0 && known.message.body === body) return undefined
      conversations.change(message, { body, parts: parts.length })
      notifyListeners({ incoming: [], settled: [] })
      return undefined
    }
    const from = sender ?? first.sender
    // A modem's clock may be ahead; a message cannot arrive in the future.
    const timestamp = Math.floor(Math.min(first.time, files.received))
    const kept = conversations.add([from], {
      key: message,
      type: 'sms',
      direction: 'incoming',
      timestamp,
      body,
      parts: parts.length,
    })
    const isNews = Date.now() / 1_000 - files.received < newsFor
    return isNews ? { thread_id: kept.thread, title: conversations.nameOf(from), body, timestamp } : undefined
  }

  function readParts(parts: readonly InboxFile[]): { body: string; sender?: string } | undefined {
    const texts = [...parts]
      .sort((a, b) => a.part - b.part)
      .flatMap(({ name }) => readInboxText(readFileSync(join(spool.inbox, name))) ?? [])
    return texts.length === 0 ? undefined : { ...texts[0], body: texts.map((text) => text.body).join('') }
  }

  /** The state of the files of a message; undefined when one of them is gone. */
  function filesOf(parts: readonly InboxFile[]): Files | undefined {
    const found = parts.flatMap(({ name }) => statSync(join(spool.inbox, name), { throwIfNoEntry: false }) ?? [])
    if (found.length < parts.length) return undefined
    const changed = found.map(({ mtimeMs }) => mtimeMs)
    return {
      state: found.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`).join(),
      received: Math.max(...changed) / 1_000,
      // A clock may have been set back.
      isNewerThan: (age) => changed.some((at) => Date.now() >= at && Date.now() - at < age),
    }
  }

  function settle(): SmsOutcome[] {
    const waiting = conversations.queued()
    if (waiting.length === 0) return []
    const places = outbox.places()
    for (const kept of waiting) settleOne(kept, places)
    return [...new Set(waiting.map(({ message }) => textOf(message.key)))].flatMap((key) => {
      const state = stateOf(key)
      return state === 'sent' || state === 'failed' ? [{ key, state }] : []
    })
  }

  function settleOne({ message: { key, body = '', handed, timestamp } }: StoredMessage, places: Places): void {
    const found = chunksOf(body).map((_, chunk) => places.get(noteOf(key, chunk))?.place)
    const gone = found.includes(undefined)
    // The server has given up a text that never reached the outbox by now.
    const late = Date.now() / 1_000 - timestamp > givenUpAfter
    if (!handed) {
      if (late) conversations.change(key, { status: 'failed' })
    } else if (found.includes('error')) {
      conversations.change(key, { status: 'failed' })
    } else if (!gone) {
      if (found.every((place) => place === 'sent')) conversations.change(key, { status: 'sent' })
    } else if (!missing.delete(key)) {
      // smsd may be moving the file right now. It counts as gone at the second check.
      missing.add(key)
    } else {
      log('A text has disappeared from the outbox of gammu-smsd without being sent.')
      conversations.change(key, { status: 'failed' })
    }
  }

  /** The state of a text, which is one message to each recipient. */
  function stateOf(key: string): SmsState | undefined {
    const states = messagesOf(key).map(({ message }) => message.status)
    if (states.length === 0) return undefined
    if (states.includes('queued')) return 'queued'
    return states.includes('failed') ? 'failed' : 'sent'
  }

  function messagesOf(key: string): StoredMessage[] {
    const found: StoredMessage[] = []
    for (let kept = conversations.find(messageKey(key, 0)); kept; kept = conversations.find(messageKey(key, found.length)))
      found.push(kept)
    return found
  }

  async function send(text: OutgoingSms): Promise<SmsState> {
    const numbers = new Set(
      text.addresses.map((address) => {
        const number = readNumber(address, country)
        if (number === undefined) throw new SmsRefused(`"${address}" is not a phone number.`)
        return number
      }),
    )
    if (text.picture) throw new SmsRefused('This phone cannot send pictures.')
    for (const [index, number] of [...numbers].entries()) {
      const key = messageKey(text.key, index)
      if (!conversations.find(key)) {
        conversations.add([number], {
          key,
          type: 'sms',
          direction: 'outgoing',
          timestamp: Math.floor(Date.now() / 1_000),
          body: text.message,
          status: 'queued',
          handed: false,
          ...(text.guid !== undefined && { guid: text.guid }),
        })
      }
    }
    notifyListeners({ incoming: [], settled: [] })
    for (const kept of messagesOf(text.key)) await handOver(kept)
    // Other outcomes found in the meantime are reported too.
    poll()
    return stateOf(text.key) ?? 'failed'
  }

  /** Puts a message into the outbox, unless it is or was there. */
  async function handOver({ message: { key, id, body = '', handed, status }, thread }: StoredMessage): Promise<void> {
    if (handed || status !== 'queued') return
    const number = addressOf(thread)
    const places = outbox.places()
    try {
      for (const [chunk, words] of chunksOf(body).entries()) {
        const note = noteOf(key, chunk)
        if (!places.has(note)) await outbox.put(number, words, `${id.padStart(8, '0')}${String(chunk).padStart(2, '0')}`, note)
      }
    } catch (error) {
      if (error instanceof SmsRefused) conversations.change(key, { status: 'failed' })
      throw error
    }
    conversations.change(key, { handed: true })
  }

  const addressOf = (thread: string) => conversations.threads().find(({ id }) => id === thread)?.recipients[0]?.number ?? ''

  function takeBack(key: string): boolean {
    const messages = messagesOf(key).map(({ message }) => message)
    const places = outbox.places()
    const files: string[] = []
    for (const { key, body = '', status, handed } of messages) {
      const found = chunksOf(body).map((_, chunk) => places.get(noteOf(key, chunk)))
      const moving = status === 'queued' && handed && found.includes(undefined)
      if (status === 'sent' || moving || found.some((file) => file?.place === 'sent')) return false
      files.push(...found.flatMap((file) => (file?.place === 'outbox' ? file.path : [])))
    }
    for (const file of files) rmSync(file, { force: true })
    for (const message of messages) conversations.remove(message.key)
    if (messages.length > 0) notifyListeners({ incoming: [], settled: [] })
    return true
  }

  /** In sequence: gammu's staging folder holds one text at a time, and the order is kept. */
  function inTurn<T>(next: () => T | Promise<T>): Promise<T> {
    const done = work.then(next)
    work = done.catch(() => {})
    return done
  }

  return {
    name: 'a modem behind gammu-smsd',
    hasMms: false,
    threads: async () => conversations.threads(),
    thread: async (id) => conversations.thread(id),
    phonebook: async () => contacts.entries(),
    send: (text) => inTurn(() => send(text)),
    takeBack: (key) => inTurn(() => takeBack(key)),
    onChange(listener) {
      listeners.add(listener)
      if (untold.length > 0) listener({ incoming: untold.splice(0), settled: [] })
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      clearInterval(timer)
      for (const stop of watchers) stop()
      await work
    },
  }
}

const messageKey = (text: string, index: number) => `out ${index} ${text}`
const textOf = (messageKey: string) => messageKey.replace(/^out \d+ /, '')

/** Watches a folder, to notice changes sooner than the next poll; not every file system supports it. Returns a function that stops it. */
function watchFolder(path: string, onChange: () => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
