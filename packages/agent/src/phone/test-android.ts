import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

// For tests: stand-ins for the commands of Termux:API, over a file that plays the phone.

interface AndroidMessage {
  threadid: number
  type: string
  read: boolean
  sender?: string
  address: string
  number: string
  received: string
  body: string
  _id: number
}

interface Android {
  messages: AndroidMessage[]
  contacts: { name: string; number: string }[]
  /** The error that commands print instead of doing anything. */
  error?: string
  /** The only command that prints the error; all of them if left out. */
  refuses?: string
  /** The type that a sent message gets; `sent` if left out. */
  becomes?: string
  /** In order. */
  runs: { recipients: string; text: string }[]
  /** Whether to kill the calling process once the message is sent. */
  kills?: boolean
}

export interface TestAndroid {
  readonly folder: string
  readonly path: string
  read(): Android
  /** How often the messages were listed, or were about to be. */
  lists(): number
  change(changes: Partial<Android>): void
  receive(address: string, body: string, thread: number): void
  close(): void
}

/** A file with one byte for each list. In one of its own, because tests change the phone's while commands run. */
const listsOf = (file: string) => `${file}.lists`

/** Local time, as the command prints it. */
const now = () => {
  const date = new Date()
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

export function openTestAndroid(): TestAndroid {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-android-'))
  const commands = join(folder, 'bin')
  const file = join(folder, 'phone.json')
  mkdirSync(commands)
  const read = (): Android => JSON.parse(readFileSync(file, 'utf8'))
  const write = (phone: Android) => writeFileSync(file, JSON.stringify(phone))
  write({ messages: [], contacts: [], runs: [] })
  for (const name of ['termux-sms-list', 'termux-sms-send', 'termux-contact-list']) {
    const program = join(commands, name)
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${import.meta.filename}" "${file}" ${name} "$@"\n`)
    chmodSync(program, 0o755)
  }
  return {
    folder,
    path: `${commands}${delimiter}${process.env.PATH}`,
    read,
    lists: () => (existsSync(listsOf(file)) ? readFileSync(listsOf(file), 'utf8').length : 0),
    change: (changes) => write({ ...read(), ...changes }),
    receive(address, body, thread) {
      const phone = read()
      write({ ...phone, messages: [...phone.messages, messageOf(phone, { address, body, threadid: thread, type: 'inbox' })] })
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function messageOf(
  { messages, contacts }: Android,
  { address, body, threadid, type }: { address: string; body: string; threadid: number; type: string },
): AndroidMessage {
  const name = contacts.find(({ number }) => number === address)?.name
  const sender = name && { sender: type === 'inbox' ? name : 'You' }
  return { threadid, type, read: true, ...sender, address, number: address, received: now(), body, _id: messages.length + 1 }
}

function main([file = '', name = '', ...args]: readonly string[]): void {
  if (name === 'termux-sms-list') appendFileSync(listsOf(file), '.')
  const phone: Android = JSON.parse(readFileSync(file, 'utf8'))
  const option = (letter: string) => args[args.indexOf(`-${letter}`) + 1] ?? ''
  if (phone.error !== undefined && (phone.refuses ?? name) === name)
    console.log(JSON.stringify({ error: phone.error }, undefined, 2))
  else if (name === 'termux-contact-list') console.log(JSON.stringify(phone.contacts, undefined, 2))
  else if (name === 'termux-sms-list') {
    const wanted = phone.messages.slice(-Number(option('l')))
    console.log(JSON.stringify(option('t') === 'all' ? wanted : wanted.filter(({ type }) => type === option('t')), undefined, 2))
  } else {
    const text = readFileSync(0, 'utf8')
    const recipients = option('n')
    phone.runs.push({ recipients, text })
    for (const address of recipients.split(',')) {
      const thread = phone.messages.find((message) => message.address === address)?.threadid ?? phone.messages.length + 100
      phone.messages.push(messageOf(phone, { address, body: text, threadid: thread, type: phone.becomes ?? 'sent' }))
    }
    writeFileSync(file, JSON.stringify(phone))
    if (phone.kills) process.kill(process.ppid, 'SIGKILL')
  }
}

if (import.meta.main && existsSync(process.argv[2] ?? '')) main(process.argv.slice(2))
