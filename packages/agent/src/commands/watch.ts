// Prints each push as it arrives: `waypost watch`.

import type { Session } from '@waypost/client'
import { type Push, Refusal } from '@waypost/protocol'
import type { Command } from 'commander'
import { namesOf } from '../device.ts'
import type { SignIn } from '../settings/settings.ts'
import { startSessionWithRetry, withSignedInSession } from '../sign-in/session.ts'
import { formatPushes } from '../terminal/format.ts'
import { print, printJson, printStatus } from '../terminal/terminal.ts'
import { addCommand, type Options } from './command.ts'

/** Adds `waypost watch`. */
export function addWatch(program: Command): void {
  addCommand(program, 'watch', 'Prints each push as it arrives, until Ctrl+C.', [
    'waypost watch',
    'waypost watch --json | jq --unbuffered -r .body',
  ]).action(watch)
}

async function watch({ server, json }: Options): Promise<void> {
  await withSignedInSession(server, async ({ session, signIn }) => {
    const ended = new AbortController()
    const { promise: end, resolve, reject } = Promise.withResolvers<void>()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    session.onSignedOut(() => reject(new Refusal('invalid_access_token')))
    try {
      await Promise.race([follow(session, signIn, json ?? false, ended.signal), end])
      await end
    } finally {
      ended.abort()
    }
  })
}

/** Resolves once the session is listening. */
async function follow(session: Session, signIn: SignIn, json: boolean, ended: AbortSignal): Promise<void> {
  await startSessionWithRetry(session, signIn.server, ended, printStatus)
  const begun = session.mirror.$baseline.get()
  const printed = new Set<string>()
  session.onPush((push) => {
    // onPush also fires for updates: skip pushes that are old or already printed.
    if (push.created <= begun || printed.has(push.iden)) return
    printed.add(push.iden)
    printPush(session, push, json)
  })

  let wasConnected = false
  session.$connection.subscribe((connection) => {
    if (ended.aborted || wasConnected === (connection === 'connected')) return
    wasConnected = !wasConnected
    printStatus(wasConnected ? `Connected to ${signIn.server} as ${signIn.account.email}.` : 'Connection lost. Reconnecting.')
  })
}

function printPush(session: Session, push: Push, json: boolean): void {
  const names = namesOf(session.mirror.of('devices').get().entries.values())
  if (json) printJson(push)
  else for (const line of formatPushes([push], names)) print(line)
}
