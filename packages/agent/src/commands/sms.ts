import { setTimeout as wait } from 'node:timers/promises'
import { type Client, platform } from '@waypost/client'
import { isSealed } from '@waypost/client/encryption'
import { compareKeys } from '@waypost/client/key-fingerprint'
import { notOpened, textObstacle } from '@waypost/client/key-obstacle'
import { deviceName } from '@waypost/client/targets'
import {
  createText,
  type Device,
  getPermanent,
  listTexts,
  type PhonebookEntry,
  type PhoneThread,
  phonebookKey,
  type Text,
  type ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { devicesOf } from '../device.ts'
import { Failed } from '../failed.ts'
import { tableOf, timeOf } from '../line.ts'
import { addressKey, isSameAddress, readNumber } from '../phone/number.ts'
import { asSignedIn } from '../session.ts'
import { signInAt } from '../settings.ts'
import { paint, plain, say, sayJson, tell } from '../terminal.ts'
import { addCommand, type Options } from './command.ts'
import { readInput } from './input.ts'

interface SmsOptions extends Options {
  device?: string
}

interface ListOptions extends SmsOptions {
  limit: number
}

interface SendOptions extends SmsOptions {
  wait: boolean
  timeout: number
}

const whoHelp = "a phone number, or a name in the phone's phone book"

/** `waypost sms list | read | send` */
export function addSms(program: Command): void {
  const sms = program.command('sms').description('Reads and sends text messages through your phone.')
  const add = (name: string, description: string, examples: readonly string[]) =>
    addCommand(sms, name, description, examples).option('--device <phone>', "the phone's name or iden; the first one if left out")

  add('list', 'Shows the conversations, the latest one last.', ['waypost sms list', 'waypost sms list --limit 5 --json'])
    .option('--limit <number>', 'how many', readCount, 20)
    .action(list)
  add('read', 'Shows the latest messages of a conversation, the newest last.', [
    'waypost sms read "+1 555 0100"',
    'waypost sms read Ana --limit 50',
  ])
    .argument('<who>', whoHelp)
    .option('--limit <number>', 'how many', readCount, 20)
    .action(read)
  add('send', 'Sends a text message, and ends when the phone has sent it.', [
    'waypost sms send "+1 555 0100" On my way',
    'waypost sms send Ana "Running late" --no-wait',
    'date | waypost sms send 5550100',
  ])
    .argument('<who>', whoHelp)
    .argument('[words...]', "the text; without any, or with '-', what is piped in")
    .option('--no-wait', 'end when the server has it')
    .option('--timeout <seconds>', 'how long to wait for the phone', readCount, 60)
    .action(send)
}

async function list(options: ListOptions): Promise<void> {
  await withPhone(options, async (phone) => {
    const threads = (await phone.threads()).slice(0, options.limit).reverse()
    if (options.json) {
      for (const thread of threads) sayJson(thread)
      return
    }
    const rows = threads.map((thread) => [
      thread.latest ? timeOf(thread.latest.timestamp) : '',
      namesOf(thread),
      thread.recipients.map(numberOf).join(', '),
      thread.latest?.body ?? '',
    ])
    if (rows.length === 0) tell('There are no messages yet.')
    else for (const line of tableOf(['time', 'who', 'number', 'latest'], rows)) say(line)
  })
}

async function read(who: string, options: ListOptions): Promise<void> {
  await withPhone(options, async (phone) => {
    const number = await phone.find(who)
    const thread = (await phone.threads()).find(({ recipients }) => recipients.length === 1 && recipients.some(isSameAs(number)))
    const messages = thread ? (await phone.messages(thread.id)).slice(0, options.limit).reverse() : []
    for (const message of messages) {
      if (options.json) sayJson(message)
      else say(lineOf(message, thread))
    }
    if (messages.length === 0 && !options.json) tell(`There are no messages with ${who}.`)
  })
}

function lineOf(message: ThreadMessage, thread: PhoneThread | undefined): string {
  const sender = thread?.recipients[message.recipient_index ?? 0]
  const from = message.direction === 'outgoing' ? 'me' : (sender?.name ?? numberOf(sender ?? {}))
  const status = message.status === 'queued' || message.status === 'failed' ? paint('dim', ` (${message.status})`) : ''
  const pictures = message.image_urls?.map((url) => paint('cyan', plain(url.startsWith('data:') ? '[picture]' : url))) ?? []
  const said = [message.body && plain(message.body), ...pictures].filter(Boolean).join('  ')
  return `${timeOf(message.timestamp)}  ${paint('bold', plain(from))}: ${said}${status}`
}

async function send(who: string, words: readonly string[], options: SendOptions): Promise<void> {
  // Asked first: nobody should type a text for nothing.
  signInAt(options.server)
  const piped = words.length === 0 && !process.stdin.isTTY
  const message = (piped || (words.length === 1 && words[0] === '-') ? await readInput() : words.join(' ')).trim()
  if (message === '') throw new Failed('There is nothing to send. Give a text: waypost sms send --help')

  await withPhone(options, async (phone) => {
    const number = await phone.find(who)
    if (readNumber(number) === undefined) throw new Failed(`A text cannot be sent to "${number}".`)
    const obstacle = await phone.obstacle()
    if (obstacle !== undefined) throw new Failed(`${obstacle}\nTo set it on a machine: waypost settings set password`)
    const text = await phone.send(number, message)
    const sent = options.wait ? await untilSent(phone.client, text, options.timeout) : text
    if (options.json) sayJson(sent)
    else say(plain(options.wait ? `Sent to ${who}.` : `${deviceName(phone.device)} will send it to ${who}.`))
  })
}

/** Waits until the phone says that it has sent a text. @throws Failed */
async function untilSent(client: Client, text: Text, seconds: number): Promise<Text> {
  const end = Date.now() + seconds * 1_000
  for (let pause = 200; ; pause = Math.min(2_000, pause * 1.3)) {
    const { texts } = await client.call(listTexts, { modified_after: text.created - 1 })
    const now = texts.find(({ iden }) => iden === text.iden) ?? text
    if (now.data?.status === 'sent') return now
    if (now.data?.failure === 'cannot_open') throw new Failed(notOpened)
    if (now.data?.status === 'failed') throw new Failed('The phone could not send it.')
    if (!now.active) throw new Failed('It was taken back before the phone had sent it.')
    if (Date.now() > end)
      throw new Failed(`The phone has not sent it within ${seconds} s. It will when it is there again within an hour.`)
    await wait(pause)
  }
}

/** The phone of an account, as far as the server knows it. */
interface AccountPhone {
  client: Client
  device: Device
  threads(): Promise<PhoneThread[]>
  /** The newest first. */
  messages(thread: string): Promise<ThreadMessage[]>
  /** Why the phone cannot open a text from here and what to do; undefined where it can. */
  obstacle(): Promise<string | undefined>
  /** The number that a person means. @throws Failed when nobody is called so, or several are */
  find(who: string): Promise<string>
  send(number: string, message: string): Promise<Text>
}

async function withPhone(options: SmsOptions, work: (phone: AccountPhone) => Promise<void>): Promise<void> {
  await asSignedIn(options.server, async ({ client }) => work(phoneOf(client, await findDevice(client, options.device))))
}

async function findDevice(client: Client, wanted: string | undefined): Promise<Device> {
  const phones = (await devicesOf(client)).filter(({ has_sms }) => has_sms)
  const called = (device: Device) => deviceName(device).toLowerCase() === wanted?.trim().toLowerCase()
  const found = wanted === undefined ? phones : phones.filter((device) => device.iden === wanted.trim() || called(device))
  const [first, second] = found
  if (first && (wanted === undefined || !second)) return first
  if (second) throw new Failed(`Several phones are called "${wanted}". Name one by its iden: waypost devices`)
  if (phones.length > 0) throw new Failed(`There is no phone called "${wanted}". See them all with: waypost devices`)
  throw new Failed('None of your devices sends text messages. See: waypost run --help')
}

function phoneOf(client: Client, device: Device): AccountPhone {
  async function kept<T>(permanent: string, field: string): Promise<T[]> {
    const { data } = await client.call(getPermanent, { key: permanent })
    const opened = await client.encryption.openData(data)
    if (!opened)
      throw new Failed("The phone's messages are encrypted. Set the same password here as there: waypost settings set password")
    const list = opened[field]
    return Array.isArray(list) ? (list as T[]) : []
  }
  const threads = () => kept<PhoneThread>(threadsKey(device.iden), 'threads')

  return {
    client,
    device,
    threads,
    messages: (thread) => kept<ThreadMessage>(threadKey(device.iden, thread), 'thread'),
    async obstacle() {
      const match = compareKeys(await client.encryption.fingerprint(), device.key_fingerprint)
      const refused = textObstacle(match, deviceName(device))
      if (refused === undefined || device.key_fingerprint !== undefined) return refused
      // Some phones do not tell their fingerprint. One whose conversations can be opened here has the key.
      const { data } = await client.call(getPermanent, { key: threadsKey(device.iden) })
      return isSealed(data) && (await client.encryption.openData(data)) ? undefined : refused
    },
    async find(who) {
      if (readNumber(who) !== undefined) return who
      const wanted = who.trim().toLowerCase()
      const [contacts, all] = await Promise.all([kept<PhonebookEntry>(phonebookKey(device.iden), 'phonebook'), threads()])
      const alone = all.flatMap(({ recipients }) => (recipients.length === 1 ? recipients : []))
      const people = [
        ...contacts.map(({ name = '', phone }) => ({ name, number: phone })),
        ...alone.map((recipient) => ({ name: recipient.name ?? '', number: numberOf(recipient) })),
      ]
      const named = people.filter(({ name }) => name.toLowerCase() === wanted)
      const first = named[0]
      if (!first) throw new Failed(`Nobody is called "${who}" in the phone book. Give a number, such as "+1 555 0100".`)
      const others = named.filter(({ number }) => !isSameAddress(addressKey(number), addressKey(first.number)))
      if (others.length > 0)
        throw new Failed(`"${who}" has several numbers. Give one of them:\n${numbersOf([first, ...others]).join('\n')}`)
      return first.number
    },
    async send(number, message) {
      const guid = platform.unique()
      // The server tells by the guid whether it has the text already.
      const sealed = { ...(await client.encryption.sealData({ addresses: [number], message, guid })), guid }
      return client.call(createText, { data: { target_device_iden: device.iden, ...sealed } })
    },
  }
}

type Recipient = PhoneThread['recipients'][number]

const numberOf = ({ number, address }: Recipient): string => number ?? address ?? ''
const namesOf = ({ recipients }: PhoneThread) => recipients.map((recipient) => recipient.name ?? numberOf(recipient)).join(', ')
const isSameAs = (number: string) => (recipient: Recipient) => isSameAddress(addressKey(numberOf(recipient)), addressKey(number))
const numbersOf = (people: readonly { number: string }[]) => [...new Set(people.map(({ number }) => `  ${number}`))]

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number from 1 up.')
  return count
}
