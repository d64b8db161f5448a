import { platform } from '@waypost/client'
import { readDraft } from '@waypost/client/push'
import { createPush } from '@waypost/protocol'
import type { Command } from 'commander'
import { Failed } from '../failed.ts'
import { findRecipient, type Recipient, toHelp } from '../recipient.ts'
import { asSignedIn } from '../session.ts'
import { signInAt } from '../settings.ts'
import { plain, say, sayJson } from '../terminal.ts'
import { addCommand, type Options } from './command.ts'
import { readInput } from './input.ts'

interface PushOptions extends Options {
  title?: string
  link?: string
  to: string
}

/** `waypost push` */
export function addPush(program: Command): void {
  addCommand(program, 'push', 'Sends a note or a link, and ends when the server has it.', [
    'waypost push Remember the milk',
    'waypost push https://example.org --to phone',
    'waypost push --to ana@example.org --title Lunch "Today at one?"',
    'make 2>&1 | waypost push --title "Build log"',
    'waypost push -- --words that --look like options',
  ])
    .argument('[words...]', "the text; without any, or with '-', what is piped in")
    .option('--title <title>', 'a title')
    .option('--link <address>', 'a link; a text that is nothing but a link becomes one by itself')
    .option('--to <recipient>', toHelp, 'me')
    .action(push)
}

async function push(words: readonly string[], options: PushOptions): Promise<void> {
  // Asked first: nobody should type a text for nothing.
  signInAt(options.server)
  const body = await textOf(words)
  const message = readDraft({
    body,
    ...(options.title !== undefined && { title: options.title }),
    ...(options.link !== undefined && { url: options.link }),
  })
  if (!message) throw new Failed('There is nothing to send. Give a text, a title or a link: waypost push --help')

  await asSignedIn(options.server, async ({ client, signIn }) => {
    const recipient = await findRecipient(client, options.to)
    const sent = await client.call(createPush, {
      ...message,
      ...addressOf(recipient),
      guid: platform.unique(),
      ...(signIn.device && { source_device_iden: signIn.device }),
    })
    if (options.json) sayJson(sent)
    else say(plain(`Sent to ${nameOf(recipient)}.`))
  })
}

async function textOf(words: readonly string[]): Promise<string> {
  const piped = words.length === 0 && !process.stdin.isTTY
  return piped || (words.length === 1 && words[0] === '-') ? readInput() : words.join(' ')
}

function addressOf(recipient: Recipient): { device_iden?: string; email?: string } {
  if (recipient.type === 'device') return { device_iden: recipient.iden }
  return recipient.type === 'person' ? { email: recipient.email } : {}
}

function nameOf(recipient: Recipient): string {
  if (recipient.type === 'device') return recipient.name
  return recipient.type === 'person' ? recipient.email : 'all your devices'
}
