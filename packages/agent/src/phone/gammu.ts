import { watch } from 'node:fs'
import { join } from 'node:path'
import { openProblemLog } from '../problem-log.ts'
import { openContacts } from './contacts.ts'
import { openConversations } from './conversations.ts'
import { FoundChanges } from './found-changes.ts'
import { GammuInbox, settleTime } from './gammu-inbox.ts'
import { GammuSending } from './gammu-sending.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { openOutbox } from './outbox.ts'
import type { OutgoingSms, Phone, SmsState } from './phone.ts'
import { readSpool } from './spool.ts'

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
  /** In milliseconds. */
  every?: number
}

/**
 * A modem, through the spool folders of gammu-smsd (see `spool.ts`). A text's file name in the outbox contains a hash of its key, and smsd
 * keeps the name when it moves the file to `sent` or `error`. So the folders always tell the outcome, even if a process was killed. While
 * smsd isn't running, texts wait in the outbox. Files in the inbox are left there.
 * @throws UserError if the configuration can't be used
 */
export function openGammu({ config, folder, contacts: file, country, log, every = 500 }: GammuOptions): Phone {
  const spool = readSpool(config)
  const outbox = openOutbox(spool, join(folder, 'staging'))
  const contacts = openContacts({ file, country, log })
  const conversations = openConversations({ folder: join(folder, 'conversations'), country, nameOf: contacts.nameOf, log })
  const found = new FoundChanges()
  const inbox = new GammuInbox({ folder: spool.inbox, conversations, log, found })
  const sending = new GammuSending({ outbox, conversations, country, log, found })
  /** In sequence: gammu's staging folder holds one text at a time, and order is preserved. */
  const turns = new OneAtATime()
  const problems = openProblemLog(log)
  let closed = false

  const timer = setInterval(poll, every)
  const watchers = [spool.inbox, spool.sent, spool.error].map((path) =>
    watchFolder(path, () => setTimeout(poll, settleTime + 50).unref()),
  )
  poll()

  function poll(): void {
    if (closed) return
    try {
      inbox.receive()
      sending.settle()
      if (contacts.renew()) found.addOther()
      problems.clear()
    } catch (error) {
      // A folder may be missing temporarily, or a disk full. The next check retries.
      problems.report(`The folders of gammu-smsd cannot be used: ${(error as Error).message}`)
    }
    found.report()
  }

  /** Tells the listeners that a conversation has changed. */
  function reportChange(): void {
    found.addOther()
    found.report()
  }

  async function send(text: OutgoingSms): Promise<SmsState> {
    sending.add(text)
    reportChange()
    await sending.handOver(text.key)
    // Other outcomes found in the meantime are reported too.
    poll()
    return sending.stateOf(text.key) ?? 'failed'
  }

  function takeBack(key: string): boolean {
    const became = sending.takeBack(key)
    if (became === 'removed') reportChange()
    return became !== 'kept'
  }

  return {
    name: 'a modem behind gammu-smsd',
    hasMms: false,
    threads: async () => conversations.threads(),
    thread: async (id) => conversations.thread(id),
    phonebook: async () => contacts.entries(),
    send: (text) => turns.run(() => send(text)),
    takeBack: (key) => turns.run(() => takeBack(key)),
    onChange: (listener) => found.on(listener),
    async close() {
      closed = true
      clearInterval(timer)
      for (const stop of watchers) stop()
      await turns.ended()
    },
  }
}

/** Notices changes before the next poll; not every file system supports that. @returns a function that stops it */
function watchFolder(path: string, onChange: () => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
