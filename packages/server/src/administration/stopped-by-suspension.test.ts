// On the engines too: sources, channels and browsers are looked up with the suspension in SQL.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StoppedBySuspension, stoppedBySuspension } from '../access-token/suspension.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(request.url ?? '')
  request.resume().on('end', () => response.writeHead(204).end())
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

let server: TestServer
let admin: string
let bob: string
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  admin = (await server.signUp('admin@example.org')).token
  bob = (await server.signUp('bob@example.org')).token
})
afterAll(async () => {
  receiver.close()
  await server.close()
})

const call = (path: string, token: string | undefined, body?: object) =>
  server.request(path, { ...(token && { token }), ...(body && { body }) })
const isOk = async (answer: Promise<{ status: number }>) => (await answer).status === 200

interface Alice {
  iden: string
  email: string
  token: string
}

/** Prepares something of an account. @returns whether it works, asked before, during and after a suspension */
type Probe = (alice: Alice) => Promise<() => Promise<boolean>>
/** A test in another file, in place of a probe here. */
interface Elsewhere {
  file: string
  title: string
}

const password = 'a password for tests'

async function uploaded(
  token: string,
  name: string,
): Promise<{ upload_url: string; file_url: string; send(): Promise<Response> }> {
  const { upload_url, data, file_url } = (await call('/v2/upload-request', token, { file_name: name, file_type: 'text/plain' }))
    .body
  const form = new FormData()
  for (const [key, value] of Object.entries(data ?? {})) form.set(key, String(value))
  form.set('file', new Blob(['words']), name)
  return { upload_url, file_url, send: () => fetch(upload_url, { method: 'POST', body: form }) }
}

async function channel(token: string, tag: string): Promise<void> {
  await call('/v2/channels', token, { tag, name: tag })
  await call('/v2/subscriptions', bob, { channel_tag: tag })
  await call('/v2/pushes', token, { type: 'note', body: 'hello', channel_tag: tag })
}

const publish = (topic: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/${topic}`, { method: 'POST', body: 'x', headers })

const probes: Record<StoppedBySuspension, Probe | Elsewhere> = {
  'signing in':
    async ({ email }) =>
    async () => {
      const { access_token } = (await call('/provider/local/sign-in', undefined, { email, password })).body
      return isOk(call('/v2/authenticate', undefined, { type: 'local', access_token }))
    },
  tokens:
    async ({ token }) =>
    () =>
      isOk(call('/v2/users/me', token)),
  passwords:
    async ({ email }) =>
    () =>
      isOk(publish('of-alice', { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` })),
  uploads: async ({ token }) => {
    const { body } = await call('/v3/start-upload', token, { name: 'b.txt', size: 3 })
    return () => isOk(fetch(body.piece_urls[0], { method: 'POST', body: 'abc' }))
  },
  files: async ({ token }) => {
    const { file_url, send } = await uploaded(token, 'a.txt')
    await send()
    return () => isOk(fetch(file_url))
  },
  'channel posts': async ({ token }) => {
    await channel(token, 'posts')
    return async () => {
      const { recent_pushes, suspended } = (await call('/v2/channel-info?tag=posts', undefined)).body
      const feed = await (await fetch(`${server.origin}/v3/channel-feeds/posts.atom`)).text()
      expect([suspended === true, feed.includes('hello')]).toEqual([recent_pushes.length === 0, recent_pushes.length > 0])
      return recent_pushes.length > 0
    }
  },
  'channel directory': async ({ token }) => {
    await channel(token, 'listed')
    return async () => (await call('/config/channels.json', undefined)).body[0].tags.includes('listed')
  },
  'feeds of channels': {
    file: 'push/feed/feed.test.ts',
    title: 'the feed of a suspended person is not read, and the items of that time are posted when the suspension is over',
  },
  'own apps': async ({ token }) => {
    const { client_id } = (await call('/v2/clients', token, { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' })).body
    return async () => {
      const { code, error } = (await call('/oauth2/authorize', bob, { client_id })).body
      expect([code === undefined, error === undefined]).toContain(false)
      return code !== undefined && (await isOk(call(`/oauth2/client-info?client_id=${client_id}`, undefined)))
    }
  },
  'tokens of sources': async ({ token }) => {
    const { ntfy_token } = (await call('/v2/sources', token, { name: 'Backup', topic: 'backups-of-alice' })).body
    return () => isOk(publish('backups-of-alice', { authorization: `Bearer ${ntfy_token}` }))
  },
  'topics of sources': async ({ token }) => {
    await call('/v2/sources', token, { name: 'Open', topic: 'open-of-alice', open: true })
    return () => isOk(publish('open-of-alice'))
  },
  'scheduled pushes': {
    file: 'push/scheduled/scheduled.test.ts',
    title: 'a waiting push follows its receiver to a new address, and is not sent by a suspended account',
  },
  'web push': {
    file: 'web-push/subscribe.test.ts',
    title: 'that expires or is revoked takes its subscription along, and one of a suspended account gets nothing meanwhile',
  },
  'outgoing webhooks': async ({ token, email, iden }) => {
    await call('/v3/outgoing-webhooks', token, { url: `${hook}/${iden}` })
    return async () => {
      received.length = 0
      await call('/v2/pushes', bob, { type: 'note', email, body: 'hello' })
      await server.app.jobs.processAll()
      return received.length > 0
    }
  },
  'SMS gateway': { file: 'sms-gateway/gateway.test.ts', title: 'the phone of a suspended account is refused' },
  'phones of the server': {
    file: 'phone-peer/peer.test.ts',
    title:
      'the phones of another account are chosen by its address; the program ends while that is suspended, and its keys go with it',
  },
}

test('each line of the table works, is stopped by a suspension, and works again after it', async () => {
  const { token, account } = await server.signUp('alice@example.org')
  const alice = { iden: account.iden, email: 'alice@example.org', token }
  const tried: [string, () => Promise<boolean>][] = []
  for (const [what, probe] of Object.entries(probes)) if (typeof probe === 'function') tried.push([what, await probe(alice)])
  const working = async () => {
    const found: Json = {}
    for (const [what, works] of tried) found[what] = await works()
    return found
  }
  const all = (works: boolean) => Object.fromEntries(tried.map(([what]) => [what, works]))
  expect(await working()).toEqual(all(true))
  await call(`/v3/admin/people/${alice.iden}/suspend`, admin, {})
  expect(await working()).toEqual(all(false))
  await call(`/v3/admin/people/${alice.iden}/unsuspend`, admin, {})
  expect(await working()).toEqual(all(true))
})

test('a line of the table that is tried elsewhere names a test that exists', () => {
  expect(Object.keys(probes)).toEqual(Object.keys(stoppedBySuspension))
  for (const probe of Object.values(probes)) {
    if (typeof probe === 'function') continue
    const path = join(import.meta.dirname, '..', probe.file)
    expect([probe.file, existsSync(path) && readFileSync(path, 'utf8').includes(probe.title)]).toEqual([probe.file, true])
  }
})
