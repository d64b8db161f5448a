import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@waypost/protocol'
import { openProblemLog } from '../problem-log.ts'
import { openContacts } from './contacts.ts'
import { type Kept, openConversations } from './conversations.ts'
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
import { watchFolder } from './watch-folder.ts'

interface GammuOptions {
  /** The gammu-smsdrc that smsd runs with. */
  config: string
  /** Where the conversations are kept; a modem keeps none. */
  folder: string
  /** A file of vCards: the phone book. */
  contacts?: string | undefined
  /** The code of the country whose numbers are written without one, e.g. `+49`. */
  country?: string | undefined
  log(line: string): void
  /** Milliseconds between two looks into the folders. */
  every?: number
}

/** A file that was changed less long ago may not be written to its end, in milliseconds. */
const settleTime = 150
/** What lay in the inbox for longer is no news when it is read first, in seconds. */
const newsFor = 24 * 60 * 60
/** A text that was never put into the outbox has failed after so many seconds: the server has forgotten it by then. */
const givenUpAfter = limits.textFor / 1_000

/**
 * A modem behind gammu-smsd, over its spool folders (see `spool.ts`). A text lies in the outbox under a name that is made of its key, and
 * smsd moves it on to `sent` or `error` under that name: so what became of it can always be read from the folders, whoever was killed when.
 * While smsd does not run, texts wait in the outbox. Files of the inbox stay where they are.
 * @throws UserError when its configuration cannot be used
 */
export function openGammu({ config, folder, contacts: file, country, log, every = 500 }: GammuOptions): Phone {
  const spool = readSpool(config)
  const outbox = openOutbox(spool, join(folder, 'staging'))
  const contacts = openContacts({ file, country, log })
  const conversations = openConversations({ folder: join(folder, 'conversations'), country, nameOf: contacts.nameOf, log })
  const listeners = new Set<(change: PhoneChange) => void>()
  const taken = new Set<string>()
  /** Texts whose files were in no folder at the latest look. */
  const missing = new Set<string>()
  const untold: IncomingSms[] = []
  let closed = false
  const problems = openProblemLog(log)
  let work: Promise<unknown> = Promise.resolve()

  const timer = setInterval(look, every)
  const watchers = [spool.inbox, spool.sent, spool.error].map((path) =>
    watchFolder(path, () => setTimeout(look, settleTime + 50).unref()),
  )
  look()

  function look(): void {
    if (closed) return
    try {
      const before = taken.size
      const incoming = receive()
      const settled = settle()
      if (contacts.renew() || taken.size !== before || incoming.length + settled.length > 0) tell({ incoming, settled })
      problems.clear()
    } catch (error) {
      // A folder may be missing for a while, or a disk full: this is tried again.
      problems.report(`The folders of gammu-smsd cannot be used: ${(error as Error).message}`)
    }
  }

  function tell(change: PhoneChange): void {
    // What arrived while the companion was away is found before anybody listens.
    if (listeners.size === 0) untold.push(...change.incoming)
    for (const listener of listeners) listener(change)
  }

  function receive(): IncomingSms[] {
    const groups = Map.groupBy(
      readdirSync(spool.inbox).flatMap((name) => readInboxName(name) ?? []),
      ({ message }) => message,
    )
    const fresh = [...groups].filter(([message, parts]) => !taken.has(`${message} ${parts.length}`))
    return fresh
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([message, parts]) => {
        try {
          return take(message, parts) ?? []
        } catch (error) {
          // One that cannot be read must not keep the others away. It is tried again when the companion starts anew.
          taken.add(`${message} ${parts.length}`)
          log(`A text in the inbox of gammu-smsd cannot be read: ${(error as Error).message}`)
          return []
        }
      })
  }

  /** Keeps a message of the inbox, once; more of it when more of its parts have come. */
  function take(message: string, parts: readonly InboxFile[]): IncomingSms | undefined {
    const [first] = parts
    const known = conversations.find(message)
    const read = first && (known?.message.parts ?? 0) < parts.length ? readParts(parts) : undefined
    if (read === 'later') return undefined
    taken.add(`${message} ${parts.length}`)
    if (!first || !read) return undefined
    const { body, sender, received } = read
    if (known) {
      conversations.change(message, { body, parts: parts.length })
      tell({ incoming: [], settled: [] })
      return undefined
    }
    const from = sender ?? first.sender
    // A modem's clock may be ahead; nothing arrives before it was sent.
    const timestamp = Math.floor(Math.min(first.time, received))
    const kept = conversations.add([from], {
      key: message,
      type: 'sms',
      direction: 'incoming',
      timestamp,
      body,
      parts: parts.length,
    })
    const isNews = Date.now() / 1_000 - received < newsFor
    return isNews ? { thread_id: kept.thread, title: conversations.nameOf(from), body, timestamp } : undefined
  }

  function readParts(parts: readonly InboxFile[]): { body: string; sender?: string; received: number } | 'later' | undefined {
    const texts = []
    let received = 0
    for (const { name } of [...parts].sort((a, b) => a.part - b.part)) {
      const path = join(spool.inbox, name)
      const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      if (changed === undefined || (Date.now() - changed >= 0 && Date.now() - changed < settleTime)) return 'later'
      received = Math.max(received, changed / 1_000)
      const text = readInboxText(readFileSync(path))
      if (text) texts.push(text)
    }
    if (texts.length === 0) return undefined
    return { received, ...texts[0], body: texts.map((text) => text.body).join('') }
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

  function settleOne({ message: { key, body = '', handed, timestamp } }: Kept, places: Places): void {
    const found = chunksOf(body).map((_, chunk) => places.get(noteOf(key, chunk))?.place)
    const gone = found.includes(undefined)
    // Of a text that was never put into the outbox, whoever wanted it has given up by then.
    const late = Date.now() / 1_000 - timestamp > givenUpAfter
    if (!handed) {
      if (late) conversations.change(key, { status: 'failed' })
    } else if (found.includes('error')) {
      conversations.change(key, { status: 'failed' })
    } else if (!gone) {
      if (found.every((place) => place === 'sent')) conversations.change(key, { status: 'sent' })
    } else if (!missing.delete(key)) {
      // smsd may just be moving it. The second time it is gone.
      missing.add(key)
    } else {
      log('A text has disappeared from the outbox of gammu-smsd without being sent.')
      conversations.change(key, { status: 'failed' })
    }
  }

  /** What became of a text, which is a message to each of its recipients. */
  function stateOf(key: string): SmsState | undefined {
    const states = messagesOf(key).map(({ message }) => message.status)
    if (states.length === 0) return undefined
    if (states.includes('queued')) return 'queued'
    return states.includes('failed') ? 'failed' : 'sent'
  }

  function messagesOf(key: string): Kept[] {
    const found: Kept[] = []
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
    tell({ incoming: [], settled: [] })
    for (const kept of messagesOf(text.key)) await handOver(kept)
    // What became of others meanwhile is told as well.
    look()
    return stateOf(text.key) ?? 'failed'
  }

  /** Puts a message into the outbox, unless it is there or has been there. */
  async function handOver({ message: { key, id, body = '', handed, status }, thread }: Kept): Promise<void> {
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
    if (messages.length > 0) tell({ incoming: [], settled: [] })
    return true
  }

  /** One after the other: the folder in which gammu encodes is for one text at a time, and so is their order. */
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
