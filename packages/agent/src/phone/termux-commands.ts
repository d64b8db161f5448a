// Runs the Termux:API commands that list and send SMS and list contacts.
// `path` is the PATH that the commands run with. Output formats are documented at `openTermux`.

import { spawn } from 'node:child_process'
import type { PhonebookEntry } from '@waypost/protocol'
import { PhoneUnavailable } from './phone.ts'

/** In milliseconds. The first command waits until the user grants the permission. */
const commandTimeout = 60_000

/** A message as printed by `termux-sms-list`. */
export interface TermuxMessage {
  _id: number
  threadid: number
  /** `inbox`, `sent`, `draft`, `failed`, `outbox`, or empty for a queued one. */
  type: string
  /** Local time, e.g. `2025-11-20 07:05:12`. */
  received: string
  address?: string
  number?: string
  sender?: string
  body?: string
}

/** Returns the latest messages without drafts, newest last. @throws PhoneUnavailable */
export async function listMessages(limit: number, path: string): Promise<TermuxMessage[]> {
  const read = await runCommand('termux-sms-list', ['-t', 'all', '-l', String(limit)], path)
  if (!Array.isArray(read)) throw new PhoneUnavailable('termux-sms-list printed something that is no list of messages.')
  return read.filter(
    (each): each is TermuxMessage => Number.isInteger(each?._id) && typeof each.received === 'string' && each.type !== 'draft',
  )
}

/** Returns the phone book. @throws PhoneUnavailable */
export async function listContacts(path: string): Promise<PhonebookEntry[]> {
  const read = await runCommand('termux-contact-list', [], path)
  if (!Array.isArray(read)) throw new PhoneUnavailable('termux-contact-list printed something that is no list of contacts.')
  return read.flatMap(({ name, number }: { name?: string; number?: string }) =>
    number ? [{ ...(name && { name }), phone: number }] : [],
  )
}

/** Sends a message to each of these numbers, which consist of digits and an optional leading plus. @throws PhoneUnavailable */
export async function sendMessage(numbers: readonly string[], message: string, path: string): Promise<void> {
  // Pass the text on stdin: given as an argument, the script's `echo` would alter it.
  await runCommand('termux-sms-send', ['-n', numbers.join(',')], path, message)
}

/** Returns the sender or recipient: a number, or the name of a service. */
export const addressOf = ({ address, number }: TermuxMessage) => address ?? number ?? ''

/** Returns when a message was received, in seconds since 1970. The commands run on the phone, so this process has its time zone. */
export function timeOf({ received }: TermuxMessage): number {
  const time = new Date(received.replace(' ', 'T')).getTime()
  return Number.isNaN(time) ? 0 : time / 1_000
}

/** @returns the parsed output; `undefined` if there is none @throws PhoneUnavailable */
async function runCommand(name: string, args: readonly string[], path: string, input = ''): Promise<unknown> {
  const output = await run(name, args, input, path)
  if (output.trim() === '') return undefined
  let read: unknown
  try {
    read = JSON.parse(output)
  } catch {
    throw new PhoneUnavailable(`${name} says: ${output.trim().slice(0, 300)}`)
  }
  const { error } = (read ?? {}) as { error?: unknown }
  if (typeof error === 'string') throw new PhoneUnavailable(`${name} says: ${error}`)
  return read
}

function run(name: string, args: readonly string[], input: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      env: { ...process.env, PATH: path },
      timeout: commandTimeout,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      const missing = 'is not installed. In Termux, run: pkg install termux-api, and install the app Termux:API.'
      reject(new PhoneUnavailable(`${name} ${code === 'ENOENT' ? missing : `could not be started (${code}).`}`))
    })
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const why = signal
        ? 'did not answer. Is the app Termux:API installed and open?'
        : `failed: ${(errors || output).trim().slice(0, 300)}`
      reject(new PhoneUnavailable(`${name} ${why}`))
    })
    // The command may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
