import { openProblemLog } from '../problem-log.ts'
import { FoundChanges } from './found-changes.ts'
import { type Phone, PhoneUnavailable } from './phone.ts'
import { listMessages, type TermuxMessage } from './termux-commands.ts'
import { TermuxContacts } from './termux-contacts.ts'
import { arrivals, threadOf, threadsOf } from './termux-messages.ts'
import { TermuxSending } from './termux-sending.ts'

interface TermuxOptions {
  /** The folder of the record of sent texts. */
  folder: string
  country?: string | undefined
  log(line: string): void
  /** In milliseconds. */
  every?: number
  /** Where to find the commands, instead of `PATH`. */
  path?: string
}

/** How many of the latest messages are read. */
const maxMessages = 2_000

/**
 * The Android phone this program runs on, through the commands of Termux:API (https://wiki.termux.com/wiki/Termux:API). Their formats are
 * defined in `SmsInboxAPI.java`, `SmsSendAPI.java` and `ContactListAPI.java` of github.com/termux/termux-api and the scripts of
 * github.com/termux/termux-api-package: lists are JSON with the latest message last; a command that fails prints `{"error": ...}` and exits
 * with 0. Android stores the conversations. A text to several people is sent to each of them, because the commands can't send MMS.
 */
export function openTermux({ folder, country, log, every = 3_000, path = process.env.PATH ?? '' }: TermuxOptions): Phone {
  const found = new FoundChanges()
  const contacts = new TermuxContacts({ country, path })
  const sending = new TermuxSending({ folder, country, path, log, found, readMessages, onHanded: () => void pollMessages() })
  const problems = openProblemLog(log)
  let messages: TermuxMessage[] | undefined
  /** The ids and types of the messages at the last poll, as JSON. */
  let seen = ''
  /** The guids of messages sent from here, by message id. */
  let guids = new Map<number, string>()
  /** Empty if the phone could be read last time. */
  let trouble = ''
  let polling: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const nameOf = (address: string) => contacts.nameOf(address)

  void pollMessages()

  /** Overlapping calls share one poll. */
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
      if (await contacts.renew()) found.addOther()
      const latest = await readMessages()
      if (messages) found.addIncoming(...arrivals(messages, latest, nameOf))
      messages = latest
      const now = JSON.stringify(latest.map(({ _id, type }) => [_id, type]))
      if (now !== seen) found.addOther()
      seen = now
      trouble = ''
      sending.settle(latest)
      guids = sending.guidsOf(latest)
      problems.clear()
    } catch (error) {
      if (error instanceof PhoneUnavailable) trouble = error.message
      // A full disk, for example: the next poll tries again.
      else if ((error as NodeJS.ErrnoException).code === undefined) throw error
      if (!closed) problems.report((error as Error).message)
    }
    if (!closed) found.report()
  }

  // Doesn't touch what the last poll read: only a poll reports arrivals.
  function readMessages(): Promise<TermuxMessage[]> {
    return listMessages(maxMessages, path)
  }

  async function known(): Promise<TermuxMessage[]> {
    if (!messages) await pollMessages()
    if (!messages) throw new PhoneUnavailable(trouble || 'The messages of the phone are not known yet.')
    return messages
  }

  return {
    name: 'this phone, through Termux:API',
    hasMms: false,
    threads: async () => threadsOf(await known(), { nameOf, guids }),
    thread: async (id) => threadOf(id, await known(), { guids }),
    async phonebook() {
      await known()
      return contacts.entries()
    },
    send: (text) => sending.send(text),
    // Android sends at once, so nothing can be withdrawn.
    takeBack: async (key) => !sending.has(key),
    onChange: (listener) => found.on(listener),
    async close() {
      closed = true
      clearTimeout(timer)
      await sending.ended()
      await polling
    },
  }
}
