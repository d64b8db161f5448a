import { type Account, syncedTypes } from '@waypost/protocol'
import type { Client, ClientOptions, History, HistoryRow } from './client.ts'
import { openClient } from './open.ts'
import { type HttpAnswer, type Platform, platform } from './platform.ts'
import { savedInMemory } from './saved.ts'
import type { Target } from './target.ts'
import { until } from './until.ts'

// For tests: clients of a server, and what tests ask of them.

export interface Person {
  token: string
  account: Account
}

export interface TestClients {
  /** A client that has not started. */
  open(person: Person, options?: Partial<ClientOptions>): Client
  /** A client that is connected and up to date. */
  started(person: Person, options?: Partial<ClientOptions>): Promise<Client>
  closeAll(): void
}

export function testClients(origin: () => string): TestClients {
  const clients: Client[] = []
  function open({ token }: Person, options: Partial<ClientOptions> = {}): Client {
    const client = openClient({ origin: origin(), token, saved: savedInMemory(), agent: 'test/1', ...options })
    clients.push(client)
    return client
  }
  return {
    open,
    async started(person, options) {
      const client = open(person, options)
      await client.start()
      const state = client.$state.get()
      if (typeof state === 'object') throw state.failed
      await until(client.$connection, (connection) => connection === 'connected')
      await client.mirror.catchUp()
      return client
    },
    closeAll() {
      for (const client of clients.splice(0)) client.close()
    },
  }
}

/** The real network with an ear on every call, e.g. `GET /v2/pushes?self=true`, and a hand on those that `handle` cares for. */
export function watched(
  handle: (call: string, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer> = (_call, send) => send(),
): { calls: string[]; platform: Platform } {
  const calls: string[] = []
  const watching: Platform = {
    ...platform,
    fetch(url, request) {
      const call = `${request.method} ${url.replace(/^https?:\/\/[^/]+/, '')}`
      calls.push(call)
      return handle(call, () => platform.fetch(url, request))
    },
  }
  return { calls, platform: watching }
}

/** A network whose live streams stay silent. */
export function mute(on: Platform = platform): Platform {
  return { ...on, openSocket: () => ({ onmessage: null, onerror: null, onclose: null, close() {} }) }
}

/** Time that runs faster, so that a test need not wait for a back-off. */
export function hasty(times: number, on: Platform = platform): Platform {
  return { ...on, after: (milliseconds, work) => platform.after(milliseconds / times, work) }
}

/** A promise that waits for `open`. */
export function gate(): { passed: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

export function rowsOf(client: Client, target: Target = client.target.me): readonly HistoryRow[] {
  return client.push.history(target).get().rows
}

/** Waits until a history has so many pushes that the server has. */
export function settled(client: Client, count: number, target: Target = client.target.me): Promise<History> {
  const isSettled = (row: HistoryRow) => row.state === 'settled'
  return until(client.push.history(target), ({ rows }) => rows.filter(isSettled).length === count)
}

export function bodies(rows: readonly HistoryRow[]): (string | undefined)[] {
  return rows.map((row) => row.push.body)
}

/** What a client knows, for comparing one with another. */
export function contents(client: Client): unknown {
  const byIden = (a: { iden: string }, b: { iden: string }) => (a.iden < b.iden ? -1 : 1)
  return syncedTypes.map((type) => [type, [...client.mirror.of(type).get().rows.values()].sort(byIden)])
}

export function chatWith(client: Client, person: Person): Target {
  const target = client.target.find('people', person.account.email)
  if (!target) throw new Error('There is no such target.')
  return target
}
