import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import { whyNotSent } from '@waypost/client/sms/failure'
import { canTextMany } from '@waypost/client/sms/phone'
import { listTexts, type PhoneThread, type Text, type ThreadMessage } from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { readNumber } from '../phone/number.ts'
import { signInAt } from '../settings/settings.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { formatTable, formatTime } from '../terminal/format.ts'
import { plain, print, printJson, printStatus, styled } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'
import { readInput } from './input.ts'
import { type AccountPhone, findDevice, namesOf, numberOf, phoneOf } from './sms-phone.ts'
import { readPicture } from './sms-picture.ts'

interface SmsOptions extends Options {
  device?: string
}

interface ListOptions extends SmsOptions {
  limit: number
  all?: boolean
}

interface SendOptions extends SmsOptions {
  picture?: string
  wait: boolean
  timeout: number
}

const whoHelp = "a phone number, or a name in the phone's phone book; of a group, several with commas between them"

/** Adds `waypost sms list | read | send`. */
export function addSms(program: Command): void {
  const sms = program.command('sms').description('Reads and sends text messages through your phone.')
  const add = (name: string, description: string, examples: readonly string[]) =>
    addCommand(sms, name, description, examples).option(
      '--device <phone>',
      "the phone's name or iden, by default the first phone",
    )

  add('list', 'Shows the conversations, the latest one last.', ['waypost sms list', 'waypost sms list --limit 5 --json'])
    .option('--limit <number>', 'how many', readCount, 20)
    .option('--all', 'all that the phone has')
    .action(list)
  add('read', 'Shows the latest messages of a conversation, the newest last.', [
    'waypost sms read "+1 555 0100"',
    'waypost sms read Ana --limit 500',
    'waypost sms read "Ana, Ben" --all',
  ])
    .argument('<who>', whoHelp)
    .option('--limit <number>', 'how many', readCount, 20)
    .option('--all', 'all that the phone has')
    .action(read)
  add('send', 'Sends a text message, and ends when the phone has sent it.', [
    'waypost sms send "+1 555 0100" On my way',
    'waypost sms send Ana "Running late" --no-wait',
    'waypost sms send "Ana, +1 555 0100" See you there --picture map.png',
    'date | waypost sms send 5550100',
  ])
    .argument('<who>', whoHelp)
    .argument('[words...]', "the text; by default, or with '-', the standard input")
    .option('--picture <file>', 'a PNG or JPEG to send with it')
    .option('--no-wait', 'do not wait for the phone')
    .option('--timeout <seconds>', 'how long to wait for the phone', readCount, 60)
    .action(send)
}

async function list(options: ListOptions): Promise<void> {
  await withPhone(options, async (phone) => {
    const threads = (await phone.threads(countOf(options))).reverse()
    if (options.json) {
      for (const thread of threads) printJson(thread)
      return
    }
    const rows = threads.map((thread) => [
      thread.latest ? formatTime(thread.latest.timestamp) : '',
      namesOf(thread),
      thread.recipients.map(numberOf).join(', '),
      thread.latest?.body ?? '',
    ])
    if (rows.length === 0) printStatus('There are no messages yet.')
    else for (const line of formatTable(['time', 'who', 'number', 'latest'], rows)) print(line)
  })
}

async function read(who: string, options: ListOptions): Promise<void> {
  await withPhone(options, async (phone) => {
    const addresses = await phone.find(who)
    const thread = await phone.threadWith(addresses)
    const messages = thread ? (await phone.messages(thread.id, countOf(options))).reverse() : []
    for (const message of messages) {
      if (options.json) printJson(message)
      else print(lineOf(message, thread))
    }
    if (messages.length === 0 && !options.json) printStatus(`There are no messages with ${who}.`)
  })
}

function lineOf(message: ThreadMessage, thread: PhoneThread | undefined): string {
  const sender = thread?.recipients[message.recipient_index ?? 0]
  const from = message.direction === 'outgoing' ? 'me' : (sender?.name ?? numberOf(sender ?? {}))
  const status = message.status === 'queued' || message.status === 'failed' ? styled('dim', ` (${message.status})`) : ''
  const pictures = message.image_urls?.map((url) => styled('cyan', plain(url.startsWith('data:') ? '[picture]' : url))) ?? []
  const said = [message.body && plain(message.body), ...pictures].filter(Boolean).join('  ')
  return `${formatTime(message.timestamp)}  ${styled('bold', plain(from))}: ${said}${status}`
}

async function send(who: string, words: readonly string[], options: SendOptions): Promise<void> {
  // Find the recipients before reading the text, so it isn't typed in vain.
  signInAt(options.server)
  // A picture needs no text.
  const picture = options.picture === undefined ? undefined : await readPicture(options.picture)
  const piped = words.length === 0 && !process.stdin.isTTY && !picture
  const message = (piped || (words.length === 1 && words[0] === '-') ? await readInput() : words.join(' ')).trim()
  if (message === '' && !picture) throw new UserError('There is nothing to send. Give a message: waypost sms send --help')

  await withPhone(options, async (phone) => {
    const addresses = await phone.find(who)
    for (const number of addresses)
      if (readNumber(number) === undefined && !(phone.device.has_mms && number.includes('@')))
        throw new UserError(`A text cannot be sent to "${number}".`)
    if (addresses.length > 1 && !canTextMany(phone.device))
      throw new UserError('This phone cannot send to several people at once.')
    if (picture && !phone.device.has_mms) throw new UserError('This phone cannot send pictures.')
    const obstacle = await phone.obstacle()
    if (obstacle !== undefined) throw new UserError(`${obstacle}\nTo set it on a machine: waypost settings set password`)
    const text = await phone.send(addresses, message, picture)
    const sent = options.wait ? await untilSent(phone.session, text, options.timeout) : text
    if (options.json) printJson(sent)
    else print(plain(options.wait ? `Sent to ${who}.` : `${deviceName(phone.device)} will send it to ${who}.`))
  })
}

/** @throws UserError */
async function untilSent(session: Session, text: Text, seconds: number): Promise<Text> {
  const end = Date.now() + seconds * 1_000
  for (let pause = 200; ; pause = Math.min(2_000, pause * 1.3)) {
    const { texts } = await session.call(listTexts, { modified_after: text.created - 1 })
    const now = texts.find(({ iden }) => iden === text.iden) ?? text
    if (now.data?.status === 'sent') return now
    if (now.data?.status === 'failed') throw new UserError(whyNotSent(now.data) ?? 'The phone could not send it.')
    if (!now.active) throw new UserError('It was taken back before the phone sent it.')
    if (Date.now() > end)
      throw new UserError(`The phone has not sent it within ${seconds} s. It will be sent if the phone is back within an hour.`)
    await wait(pause)
  }
}

async function withPhone(options: SmsOptions, work: (phone: AccountPhone) => Promise<void>): Promise<void> {
  await withSignedInSession(options.server, async ({ session }) =>
    work(phoneOf(session, await findDevice(session, options.device))),
  )
}

const countOf = ({ limit, all }: ListOptions): number => (all ? Number.POSITIVE_INFINITY : limit)

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number from 1 up.')
  return count
}
