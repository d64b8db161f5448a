// Sends a note, a link or files: `waypost push`.

import { statSync } from 'node:fs'
import { platform, type Session } from '@waypost/client'
import { messageOf } from '@waypost/client/conversations/push'
import { createPush, type Push, type Takes } from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { type OutgoingFile, openFiles, sendFile } from '../outgoing-files.ts'
import { addressOf, findRecipient, type Recipient, toHelp } from '../recipient.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { askOnTerminal } from '../terminal/question.ts'
import { plain, print, printJson, printStatus } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'
import { readInput } from './input.ts'

interface PushOptions extends Options {
  title?: string
  link?: string
  file?: string[]
  text?: boolean
  name?: string
  to: string
}

/** Adds `waypost push`. */
export function addPush(program: Command): void {
  addCommand(program, 'push', 'Sends a note, a link or files.', [
    'waypost push Remember the milk',
    'waypost push https://example.org --to phone',
    'waypost push --to ana --title Lunch "Today at one?"',
    'waypost push "From the garden" --file *.jpg',
    'make 2>&1 | waypost push --title "Build log"',
    'tar cz notes | waypost push --file - --name notes.tgz',
    'waypost push -- --words that --look like options',
  ])
    .argument('[words...]', "the text; by default, or with '-', the standard input")
    .option('--title <title>', 'a title')
    .option('--link <address>', 'a link; a text that is only a link becomes one automatically', readLink)
    .option('--file <path...>', "files; '-' sends the input. Put the text before this option")
    .option('--text', 'sends a single word as text even if a file has that name')
    .option('--name <name>', "the file name for '--file -'")
    .option('--to <recipient>', toHelp, 'me')
    .action(push)
}

async function push(words: readonly string[], options: PushOptions): Promise<void> {
  if (options.file && options.text) throw new UserError('Give either --file or --text: waypost push --help')
  if (options.file) return pushFiles(words, options, options.file)
  const path = options.text ? undefined : fileMeant(words, options)
  if (path !== undefined && (await isFileWanted(path))) return pushFiles([], options, [path])
  if (options.name !== undefined) throw new UserError('--name is for --file: waypost push --help')
  await withSignedInSession(options.server, async ({ session, signIn }) => {
    // Find the recipient before reading the text, so a mistyped one is reported before the user types the text.
    const recipient = await findRecipient(session, options.to)
    const message = messageOf({
      body: await textOf(words),
      ...(options.title !== undefined && { title: options.title }),
      ...(options.link !== undefined && { url: options.link }),
    })
    if (!message) throw new UserError('There is nothing to send. Give a text, a title, a link or a file: waypost push --help')
    const sent = await send(session, recipient, signIn.device, { ...message })
    if (options.json) printJson(sent)
    else print(plain(`Sent to ${nameOf(recipient)}.`))
  })
}

function fileMeant(words: readonly string[], { link, name }: PushOptions): string | undefined {
  const [word, ...others] = words
  if (word === undefined || others.length > 0 || link !== undefined || name !== undefined) return undefined
  return statSync(word, { throwIfNoEntry: false })?.isFile() ? word : undefined
}

/**
 * Asks on a terminal whether a file is meant or its name. Without a terminal there is nobody to ask: the word is sent as text, as scripts
 * rely on, and a line on stderr says how to send the file.
 */
async function isFileWanted(path: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    printStatus(`"${path}" is sent as text. To send the file: waypost push --file ${path}`)
    return false
  }
  for (;;) {
    const answer = (await askOnTerminal(`Send the file ${path} or the text? [file/text] `))?.toLowerCase()
    if (answer === undefined) throw new UserError('Nothing was sent.')
    if (answer !== '' && 'file'.startsWith(answer)) return true
    if (answer !== '' && 'text'.startsWith(answer)) return false
  }
}

async function pushFiles(words: readonly string[], options: PushOptions, paths: readonly string[]): Promise<void> {
  if (options.link !== undefined)
    throw new UserError('Send the link and the file separately: a push can only contain one of them.')
  if (words.length === 1 && words[0] === '-') throw new UserError('To send the input as a file: waypost push --file -')
  const piped = paths.filter((path) => path === '-').length
  if (piped > 1) throw new UserError("'-' can be given once.")
  if (options.name !== undefined && (piped === 0 || paths.length > 1))
    throw new UserError('--name is the file name for "--file -". Other files keep their names.')
  const body = words.join(' ').trim()
  const title = options.title?.trim()
  await withSignedInSession(options.server, async ({ session, signIn }) => {
    const recipient = await findRecipient(session, options.to)
    // Open all files before sending any: a mistyped name is reported at once.
    const files = await openFiles(paths, { session, name: options.name })
    let sent = 0
    try {
      for (const file of files) {
        const uploaded = await sendFile(file, session)
        // The fields that apply to all files go with the first.
        const more = sent === 0 ? { ...(title && { title }), ...(body && { body }) } : {}
        const pushed = await send(session, recipient, signIn.device, { type: 'file', ...uploaded, ...more })
        sent++
        if (options.json) printJson(pushed)
        else print(plain(`Sent ${file.name} to ${nameOf(recipient)}.`))
      }
    } catch (error) {
      const left = files.slice(sent + 1).map(({ name }) => name)
      if (error instanceof Error && left.length > 0) error.message += ` Not sent either: ${left.join(', ')}.`
      throw error
    } finally {
      await Promise.all(files.map((file: OutgoingFile) => file.close()))
    }
  })
}

function send(
  session: Session,
  recipient: Recipient,
  device: string | undefined,
  content: Takes<typeof createPush>,
): Promise<Push> {
  return session.call(createPush, {
    ...content,
    ...addressOf(recipient),
    guid: platform.unique(),
    ...(device && { source_device_iden: device }),
  })
}

/** What to do with input that isn't text. */
const asFile = 'Send it as a file: waypost push --file -'

async function textOf(words: readonly string[]): Promise<string> {
  const piped = words.length === 0 && !process.stdin.isTTY
  return piped || (words.length === 1 && words[0] === '-') ? readInput(asFile) : words.join(' ')
}

const schemesWithoutSlashes = ['mailto:', 'tel:', 'sms:', 'geo:', 'magnet:', 'news:', 'urn:', 'xmpp:', 'bitcoin:']

/** @throws InvalidArgumentError if it is not an absolute URL */
function readLink(text: string): string {
  const address = text.trim()
  const url = !/[\s\p{Cc}]/u.test(address) && URL.canParse(address) ? new URL(address) : undefined
  const web = url?.protocol === 'http:' || url?.protocol === 'https:'
  const isLink =
    url &&
    (schemesWithoutSlashes.includes(url.protocol) || (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) && (!web || url.hostname !== '')))
  if (isLink) return address
  const bare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]\S*)?$/u.test(address)
  throw new InvalidArgumentError(
    bare ? `Did you mean https://${address}?` : 'It is not a link. Give a full address such as https://example.org.',
  )
}

function nameOf(recipient: Recipient): string {
  if (recipient.type === 'device') return recipient.name
  if (recipient.type === 'me') return 'all your devices'
  return recipient.name ? `${recipient.name} (${recipient.email})` : recipient.email
}
