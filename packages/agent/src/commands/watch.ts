import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@waypost/client'
import { type Push, Refusal } from '@waypost/protocol'
import type { Command } from 'commander'
import { namesOf } from '../device.ts'
import { linesOf } from '../line.ts'
import { asSignedIn, unreachable } from '../session.ts'
import type { SignIn } from '../settings.ts'
import { say, sayJson, tell } from '../terminal.ts'
import { addCommand, type Options } from './command.ts'

/** `waypost watch` */
export function addWatch(program: Command): void {
  addCommand(program, 'watch', 'Prints each push as it arrives, until Ctrl+C.', [
    'waypost watch',
    'waypost watch --json | jq --unbuffered -r .body',
  ]).action(watch)
}

/** The longest pause between two attempts to reach a server that has not answered yet, in milliseconds. */
const longestPause = 10_000

async function watch({ server, json }: Options): Promise<void> {
  await asSignedIn(server, async ({ client, signIn }) => {
    const ended = new AbortController()
    const { promise: end, resolve, reject } = Promise.withResolvers<void>()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    client.onSignedOut(() => reject(new Refusal('invalid_access_token')))
    try {
      await Promise.race([follow(client, signIn, json ?? false, ended.signal), end])
      await end
    } finally {
      ended.abort()
    }
  })
}

/** Prints what arrives, and says how the connection fares; ends when the client listens. */
async function follow(client: Client, signIn: SignIn, json: boolean, ended: AbortSignal): Promise<void> {
  await begin(client, signIn.server, ended)
  const begun = client.mirror.$baseline.get()
  const printed = new Set<string>()
  client.onPush((push) => {
    // Also told of changes: what was there before, or was printed already, does not arrive when it is dismissed.
    if (push.created <= begun || printed.has(push.iden)) return
    printed.add(push.iden)
    print(client, push, json)
  })

  let wasConnected = false
  client.$connection.subscribe((connection) => {
    if (ended.aborted || wasConnected === (connection === 'connected')) return
    wasConnected = !wasConnected
    tell(wasConnected ? `Connected to ${signIn.server} as ${signIn.account.email}.` : 'The connection is lost. Reconnecting.')
  })
}

/** Starts the client; as long as the server cannot be reached, again and again. @throws Refusal */
async function begin(client: Client, server: string, ended: AbortSignal): Promise<void> {
  for (let pause = 1_000; !ended.aborted; pause = Math.min(longestPause, pause * 2)) {
    await client.start()
    const state = client.$state.get()
    if (typeof state === 'string') return
    const { failed } = state
    // The server's own words, where the client has put others over them.
    if (!['network', 'unavailable'].includes(failed.code)) throw failed.cause instanceof Refusal ? failed.cause : failed
    if (pause === 1_000) tell(`${unreachable(server)} Trying again.`)
    await wait(pause, undefined, { signal: ended }).catch(() => {})
  }
}

function print(client: Client, push: Push, json: boolean): void {
  const names = namesOf(client.mirror.of('devices').get().rows.values())
  if (json) sayJson(push)
  else for (const line of linesOf([push], names)) say(line)
}
