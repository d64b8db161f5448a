import type { WebPushMessage } from '@waypost/protocol'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { microseconds } from '../change.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { type PushService, startPushService } from './test-push-service.ts'

type Browser = Awaited<ReturnType<PushService['subscribe']>>

interface Person {
  token: string
  email: string
  iden: string
}

/** A short form of a message: its body or kind, and the pushes that it closes. */
export function shortly(message: WebPushMessage): unknown[] {
  if (message.kind === 'close') return ['close', ...message.idens.toSorted()]
  if (message.kind === 'push') return [message.push.body, ...(message.closes ?? []).toSorted()]
  return [message.kind]
}

/**
 * Starts a server and a push service for the tests of a file, and gives each test two people, Alice with a browser. `environment` returns
 * more variables for the server.
 */
export function withBrowser(environment: () => Record<string, string> = () => ({})) {
  let server: TestServer
  let service: PushService
  let alice: Person
  let bob: Person
  let browser: Browser
  let people = 0
  let ends = 0

  beforeAll(async () => {
    const usual = { WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_SUPPORT_EMAIL: 'help@example.org' }
    // Each node counts its messages separately.
    server = await startTestServer({ ...usual, ...environment() }, { nodes: 1 })
    service = await startPushService()
  })
  beforeEach(async () => {
    alice = await person('Alice')
    bob = await person('Bob')
    browser = await service.subscribe(server, alice.token)
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  async function person(name: string): Promise<Person> {
    const email = `person-${++people}@example.org`
    const { token, account } = await server.signUp(email, name)
    return { token, email, iden: account.iden }
  }

  const ask = async (path: string, { token }: { token: string }, body?: object): Promise<Json> =>
    (await server.request(path, { token, ...(body && { body }) })).body
  const send = (body: string, fields: object = {}, from = bob): Promise<Json> =>
    ask('/v2/pushes', from, { body, email: alice.email, ...fields })

  const newest = async (): Promise<Json> =>
    (await ask('/v2/pushes?limit=500', alice)).pushes.sort((a: Json, b: Json) => b.created - a.created)[0]
  const elsewhere = async (): Promise<{ token: string }> => ({
    token: (await ask('/v3/create-access-token', alice, {})).access_token,
  })

  async function notified(which = browser) {
    const { message, ...received } = await which.next()
    if (message.kind !== 'push') throw new Error(`A message of the kind ${message.kind} came.`)
    return { ...received, message, push: message.push, target: message.target }
  }

  return {
    server: () => server,
    service: () => service,
    alice: () => alice,
    bob: () => bob,
    browser: () => browser,
    person,
    ask,
    send,
    ownPush: (body: string, fields: object = {}) => send(body, { email: undefined, ...fields }, alice),
    newest,
    remove: (path: string, { token }: { token: string }) => server.request(path, { token, method: 'DELETE' }),
    elsewhere,
    async read(conversation: string, read_to?: number): Promise<void> {
      const markers = [{ conversation, read_to: read_to ?? (await newest()).created }]
      await ask('/v2/read_markers', await elsewhere(), { markers })
    },
    dismiss: async (iden: string): Promise<Json> => ask(`/v2/pushes/${iden}`, await elsewhere(), { dismissed: true }),
    notified,
    /** Runs the jobs that close outdated notifications, some seconds ahead. */
    closing: (seconds = 2) => server.app.jobs.processAll(microseconds() + seconds * 1_000_000),
    /** The bodies of the pushes in a browser's unread notifications. Nothing else may have arrived. */
    async toldOf(which = browser): Promise<string[]> {
      await server.app.jobs.processAll()
      const end = `the end ${++ends}`
      await send(end)
      const told: string[] = []
      for (;;) {
        const { push } = await notified(which)
        if (push.body === end) return told
        if (!push.body?.startsWith('the end')) told.push(push.body ?? '')
      }
    },
  }
}
