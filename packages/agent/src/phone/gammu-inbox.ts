// Takes the messages out of gammu-smsd's inbox. Its files stay there.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Conversations } from './conversations.ts'
import type { FoundChanges } from './found-changes.ts'
import { type InboxFile, readInboxName, readInboxText } from './spool.ts'

interface Options {
  folder: string
  conversations: Conversations
  log(line: string): void
  /** Where arrivals are added. */
  found: FoundChanges
}

type InboxText = NonNullable<ReturnType<typeof readInboxText>>

interface Files {
  /** Changes with every modification. */
  state: string
  /** When the latest one was modified, in seconds since 1970. */
  received: number
  /** Whether one of them was modified within some milliseconds. */
  isNewerThan(age: number): boolean
}

/** In milliseconds. A file changed more recently may be incomplete. */
export const settleTime = 150
/** In milliseconds. A file changed more recently may still grow after it was read: smsd appends each part of a long text. */
const growsFor = 60_000
/** In seconds. Messages older than this aren't news when first read. */
const newsFor = 24 * 60 * 60

/** Reads each message of the inbox once, and again while its files grow, and saves it in its conversation. */
export class GammuInbox {
  private readonly options: Options
  /** The messages that were read, each with the number of its parts. */
  private readonly taken = new Set<string>()
  /** The state, when they were read, of files that may still grow, by message. */
  private readonly growing = new Map<string, string>()

  constructor(options: Options) {
    this.options = options
  }

  /** Saves the new messages of the inbox. @throws Error when the folder cannot be read, or a message cannot be saved */
  receive(): void {
    const groups = Map.groupBy(
      readdirSync(this.options.folder).flatMap((name) => readInboxName(name) ?? []),
      ({ message }) => message,
    )
    const fresh = [...groups].filter(
      ([message, parts]) => !this.taken.has(takenKey(message, parts)) || this.hasGrown(message, parts),
    )
    for (const [message, parts] of fresh.sort(([a], [b]) => (a < b ? -1 : 1))) this.take(message, parts)
  }

  /** Whether the files of a message have changed since they were read. Forgets those that no longer grow. */
  private hasGrown(message: string, parts: readonly InboxFile[]): boolean {
    const read = this.growing.get(message)
    const files = read === undefined ? undefined : this.filesOf(parts)
    if (!files) return false
    if (read !== files.state) return true
    if (!files.isNewerThan(growsFor)) this.growing.delete(message)
    return false
  }

  /** Saves a message once, and again when more of it arrives. One that cannot be saved is taken again at the next check. */
  private take(message: string, parts: readonly InboxFile[]): void {
    let files: Files | undefined
    let text: InboxText | undefined
    try {
      files = this.filesOf(parts)
      if (!files || files.isNewerThan(settleTime)) return
      const more = parts.length - (this.options.conversations.find(message)?.message.parts ?? 0)
      if (more > 0 || (more === 0 && files.isNewerThan(growsFor))) text = this.readParts(parts)
    } catch (error) {
      // An unreadable message must not block the others. It is retried after a restart.
      this.options.log(`A text in the inbox of gammu-smsd cannot be read: ${(error as Error).message}`)
    }
    if (files && text) this.save(message, parts, files.received, text)
    this.taken.add(takenKey(message, parts))
    if (files?.isNewerThan(growsFor)) this.growing.set(message, files.state)
    else this.growing.delete(message)
  }

  private save(message: string, parts: readonly InboxFile[], received: number, { body, sender }: InboxText): void {
    const { conversations, found } = this.options
    const [first] = parts
    if (!first) return
    const known = conversations.find(message)?.message
    if (known) {
      if (known.parts === parts.length && known.body === body) return
      conversations.change(message, { body, parts: parts.length })
      found.addOther()
      return
    }
    const from = sender ?? first.sender
    // A modem's clock may be ahead; a message can't arrive in the future.
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
    if (isNews) found.addIncoming({ thread_id: kept.thread, title: conversations.nameOf(from), body, timestamp })
    else found.addOther()
  }

  private readParts(parts: readonly InboxFile[]): InboxText | undefined {
    const texts = [...parts]
      .sort((a, b) => a.part - b.part)
      .flatMap(({ name }) => readInboxText(readFileSync(join(this.options.folder, name))) ?? [])
    return texts.length === 0 ? undefined : { ...texts[0], body: texts.map((text) => text.body).join('') }
  }

  /** Undefined if one of the files is gone. */
  private filesOf(parts: readonly InboxFile[]): Files | undefined {
    const found = parts.flatMap(({ name }) => statSync(join(this.options.folder, name), { throwIfNoEntry: false }) ?? [])
    if (found.length < parts.length) return undefined
    const changed = found.map(({ mtimeMs }) => mtimeMs)
    return {
      state: found.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`).join(),
      received: Math.max(...changed) / 1_000,
      // The clock may have been set back.
      isNewerThan: (age) => changed.some((at) => Date.now() >= at && Date.now() - at < age),
    }
  }
}

const takenKey = (message: string, parts: readonly InboxFile[]) => `${message} ${parts.length}`
