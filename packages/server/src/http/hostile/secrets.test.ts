import type { Call, Scope } from '@waypost/protocol'
import { scopes } from '@waypost/protocol'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer, unzip } from '../../test-server.ts'
import { ask, fill, kindsOf, sound } from './test-hostile.ts'

// Every served call, every stream, an export and the foreign interfaces, by every kind of caller: none reveals a secret to callers who may
// not see it.

let server: TestServer
let calls: readonly Call[]
let owner: { token: string; iden: string; email: string }
let objects: Json
let callers: Record<string, string>
let visible: Record<string, string>
/** Secrets that nobody sees again. */
let hidden: Record<string, string>

const marks = { push_token: 'push-token-x7', key_fingerprint: 'fingerprint-x7', webhook: 'https://hooks.example.org/secret-x7' }

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  calls = server.app.calls
  const admin = await server.signUp('first@example.org')
  const { token, account } = await server.signUp('owner@example.org')
  owner = { token, iden: account.iden, email: account.email }
  const developer = (await server.signUp('developer@example.org')).token
  const make = async (path: string, body: object, by = token) => (await server.request(path, { token: by, body })).body

  objects = await fill(server, owner, 'x7')
  const { iden } = objects.device
  await make(`/v2/devices/${iden}`, { push_token: marks.push_token, key_fingerprint: marks.key_fingerprint })
  objects.source = await make('/v2/sources', { name: 'Hooks', webhook_secret: 'hook-secret-x7' })
  objects.webhook = await make('/v3/outgoing-webhooks', { url: marks.webhook })
  const invited = await make('/v3/send-invite', { email: 'guest@example.org' })
  const gateway = await make('/v3/sms-gateway-code', {})
  await make('/v3/subscribe-web-push', {
    device_iden: iden,
    endpoint: 'https://push.example.org/endpoint-x7',
    p256dh: `${'B'.repeat(86)}A`,
    auth: 'x7'.repeat(11),
    app_guid: 'window',
  })
  const { secret: codes } = await make('/v3/factors/codes', {})
  const code = new TOTP({ secret: Secret.fromBase32(codes) }).generate()
  const { recovery_codes } = await make('/v3/factors/codes/confirm', { code })

  callers = { session: token }
  for (const scope of scopes)
    callers[`a token for programs with ${scope}`] = (await make('/v3/create-access-token', { scope })).access_token
  callers['an app with everything'] = await letIn(developer, 'everything')
  callers['an app with devices'] = await letIn(developer, 'devices channels files push:read texts')
  callers.support = (await make('/v3/admin-become', { email: owner.email }, admin.token)).access_token
  callers['an administrator'] = admin.token
  callers['a token of an administrator'] = (await make('/v3/create-access-token', { scope: 'admin' }, admin.token)).access_token

  visible = { client_secret: objects.client.client_secret, ...marks }
  hidden = {
    'key of the outgoing webhook': objects.webhook.secret,
    'ntfy token': objects.source.ntfy_token,
    'gotify token': objects.source.gotify_token,
    'webhook secret': 'hook-secret-x7',
    'link of an invitation': invited.url,
    'code of the gateway': `"${gateway.code}"`,
    'endpoint of a browser': 'endpoint-x7',
    'key of a browser': 'x7'.repeat(11),
    'secret of one-time codes': codes,
    ...Object.fromEntries(recovery_codes.map((one: string, index: number) => [`recovery code ${index}`, one])),
    ...Object.fromEntries(Object.entries(callers).map(([name, one]) => [`token of ${name}`, one])),
    ...(await hashesInStore()),
  }
})
afterAll(() => server.close())

async function letIn(developer: string, scope: string): Promise<string> {
  const body = { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }
  const { client_id, client_secret } = (await server.request('/v2/clients', { token: developer, body })).body
  const { code } = (await server.request('/oauth2/authorize', { token: owner.token, body: { client_id, scope } })).body
  const keys = { grant_type: 'authorization_code', client_id, client_secret, code }
  return (await server.request('/oauth2/token', { body: keys })).body.access_token
}

async function hashesInStore(): Promise<Record<string, string>> {
  const { db } = server.app
  const tables = await db
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .catch(() =>
      db.all<{ name: string }>('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()'),
    )
  const found: Record<string, string> = {}
  for (const { name } of tables)
    for (const [index, row] of (await db.all<Record<string, unknown>>(`SELECT * FROM ${name}`)).entries())
      for (const [column, value] of Object.entries(row))
        if (/hash|secret|^password|endpoint|^auth$|p256dh|private|signing|id_token/.test(column) && column !== 'client_secret')
          if (typeof value === 'string' && value.length > 7) found[`${name}.${column} ${index}`] = value
  return found
}

/** Calls that delete what others need, or end the caller's own access. */
const ends =
  /^(delete|end|signOut|clear|abort|unsubscribe|resetPassword|replaceSourceTokens|unshare|suspend|unsuspend|discard|makeAdministrator|unmake|changePassword|updateOutgoing)/

function inputOf(call: Call): object {
  const input: Record<string, unknown> = { ...(sound(call) as Json) }
  const first = call.path.split('/')[2] ?? ''
  const own: Record<string, string> = {
    devices: objects.device.iden,
    clients: objects.client.iden,
    channels: objects.channel.iden,
    sources: objects.source.iden,
    'outgoing-webhooks': objects.webhook.iden,
    pushes: objects.push.iden,
    texts: objects.text.iden,
    contacts: objects.contact.iden,
    subscriptions: objects.subscription.iden,
    admin: owner.iden,
  }
  for (const { name } of kindsOf(call)) {
    if (name === 'iden' && own[first]) input.iden = own[first]
    if (name === 'id') input.id = objects.upload.iden
    if (name === 'key') input.key = 'key-x7'
    if (name === 'conversation') delete input.conversation
  }
  return input
}

async function heardBy(token: string): Promise<[name: string, text: string][]> {
  const heard: [string, string][] = []
  const everything = { modified_after: 0, drafts: true, read_markers: true, scheduled_pushes: true, limit: 500 }
  for (const call of calls.filter(({ who, name }) => who !== 'anyone' && !ends.test(name))) {
    const input = call.name === 'getEverything' ? everything : { ...inputOf(call), ...(call.method === 'GET' && limitOf(call)) }
    const { body } = await ask(server, call, input, { token })
    heard.push([call.name, JSON.stringify(body)])
  }
  return heard
}

const limitOf = (call: Call) => (kindsOf(call).some(({ name }) => name === 'limit') ? { limit: 500 } : {})

const seesAll: Record<string, readonly string[]> = {
  session: ['client_secret', 'push_token', 'key_fingerprint', 'webhook'],
  support: ['key_fingerprint'],
  'a token for programs with everything': ['push_token', 'key_fingerprint'],
  'a token for programs with devices': ['push_token', 'key_fingerprint'],
}

test('no call shows a secret of an account to those who may not see it, and none shows a hash, a token or a key to anybody', async () => {
  for (const [kind, token] of Object.entries(callers)) {
    // Restores what a call changed, so that the next caller finds the marks.
    const body = { push_token: marks.push_token, key_fingerprint: marks.key_fingerprint }
    await server.request(`/v2/devices/${objects.device.iden}`, { token: owner.token, body })
    const heard = await heardBy(token)
    const shows = (secret: string) =>
      heard.filter(([, text]) => text.includes(JSON.stringify(secret).slice(1, -1))).map(([name]) => name)
    const leaked = Object.entries(hidden).map(([name, secret]) => [name, shows(secret)])
    expect([kind, leaked.filter(([, where]) => where?.length !== 0)]).toEqual([kind, []])
    const seen = Object.keys(visible).filter((name) => shows(visible[name] as string).length > 0)
    expect([kind, seen]).toEqual([kind, seesAll[kind] ?? []])
  }
})

test('no stream tells a secret to those who may not see it', async () => {
  const kinds = Object.entries(callers).filter(([kind]) => !/with (push|push:write|files|admin)$|administrator/.test(kind))
  for (const [kind, token] of kinds) {
    const stream = await openStream(server.origin, token, '?delta=1')
    const make = (path: string, body: object) => server.request(path, { token: owner.token, body })
    const mark = `changed for ${kind}`
    const { push_token, key_fingerprint } = marks
    await make(`/v2/clients/${objects.client.iden}`, { name: mark })
    await make(`/v2/devices/${objects.device.iden}`, { push_token, key_fingerprint, has_sms: true, nickname: mark })
    const last = [
      await make(`/v2/channels/${objects.channel.iden}`, { description: mark }),
      await make('/v2/texts', { data: { target_device_iden: objects.device.iden, addresses: ['+15550100'], message: mark } }),
      await make('/v2/pushes', { type: 'note', body: 'the last word' }),
    ]
    expect(last.map(({ status }) => status)).toEqual([200, 200, 200])
    const frames: string[] = []
    do frames.push(await stream.next())
    while (!frames.at(-1)?.includes(lastFor(kind)))
    const heard = frames.join('\n')
    const seen = Object.keys(visible).filter((name) => name !== 'webhook' && heard.includes(visible[name] as string))
    const expected = (seesAll[kind] ?? []).filter((name) => name !== 'webhook')
    expect([kind, seen]).toEqual([kind, expected])
    expect(Object.values(hidden).filter((secret) => heard.includes(secret))).toEqual([])
    stream.close()
  }
})

/** The text that the last frame of changes contains for a kind of caller. */
const lastFor = (kind: string) =>
  /^a token.* with (devices|channels|texts)$/.test(kind) ? `changed for ${kind}` : 'the last word'

test('an export has no secret, and the push about it has no link to it', async () => {
  const request = () => server.request('/v3/export-data', { token: owner.token, body: {} })
  await request()
  await server.app.jobs.processAll()
  const { file_url } = (await request()).body
  const zip = unzip(Buffer.from(await (await fetch(file_url)).arrayBuffer()))
  const text = [...zip.values()].join('\n')
  expect(text).toContain(objects.client.iden)
  for (const secret of [...Object.values(visible), ...Object.values(hidden)])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  const reads = (scope: Scope) => callers[`a token for programs with ${scope}`] as string
  const { pushes } = (await server.request('/v2/pushes', { token: reads('push:read') })).body
  expect(pushes.some(({ title }: Json) => title === 'Your Waypost export')).toBe(true)
  expect(JSON.stringify(pushes)).not.toContain(file_url)
})

test('the interfaces of Gotify and ntfy show no secret, whichever token asks', async () => {
  const paths = ['/application', '/client', '/message', '/current/user', '/v1/account', `/${objects.source.topic}/json?poll=1`]
  for (const token of Object.values(callers))
    for (const path of paths) {
      const response = await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } })
      const text = await response.text()
      const shown = [...Object.entries(visible), ...Object.entries(hidden)].filter(([, secret]) => text.includes(secret))
      expect([path, shown]).toEqual([path, []])
    }
})
