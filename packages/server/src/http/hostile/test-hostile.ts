import type { Call } from '@waypost/protocol'
import { afterAll, beforeAll } from 'vitest'
import { insertToken } from '../../access-token/rows.ts'
import { insertAccount } from '../../account/rows.ts'
import { microseconds } from '../../change.ts'
import { accountIden } from '../../iden.ts'
import { exampleOf } from '../../reference/examples.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { entriesOf } from '../call-fields.ts'

/** Sets up tests of hostile callers: a server, its calls, people who have one of everything, and snapshots of every table. */

export interface Person {
  iden: string
  email: string
  token: string
}

export let server: TestServer
/** All calls of the server. */
export let calls: readonly Call[]
let admin: { token: string }
let people = 0

/** Starts a server for the tests of a file. The first account is the administrator's. */
export function setUpServer(): void {
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signUp('first@example.org')
    calls = server.app.calls
  })
  afterAll(() => server.close())
}

/** The token of a person, or the administrator's for a call that only administrators make. */
export const fit = (call: Call, token: string): string => (call.scope === 'admin' ? admin.token : token)

/** Creates an account with a token of an elevated session, without a sign-in. */
export async function person(): Promise<Person> {
  const iden = accountIden()
  const email = `person-${people++}@example.org`
  const token = await server.app.db.write(async (tx) => {
    const now = microseconds()
    const who = { iden, email, email_normalized: email, name: `Person ${people}`, image_url: null }
    await insertAccount(tx, { ...who, created: now, modified: now, admin: 0, email_proven: 1 })
    return insertToken(tx, iden, { proved: now })
  })
  return { iden, email, token }
}

/** Sends a call. `input` has all fields, including those of the path. */
export function ask(server: TestServer, call: Call, input: object, options: { token?: string | undefined; from?: string } = {}) {
  const left: Record<string, unknown> = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_, name) => {
    const value = left[name]
    delete left[name]
    return encodeURIComponent(String(value ?? 'none'))
  })
  const post = call.method === 'POST'
  const query = post ? '' : queryOf(left)
  return server.request(query === '' ? path : `${path}?${query}`, {
    method: call.method,
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(post ? { body: left } : {}),
    headers: { 'x-forwarded-for': options.from ?? '192.0.2.1' },
  })
}

function queryOf(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return new URLSearchParams(pairs as [string, string][]).toString()
}

/** Every row by table, without the last use of tokens and accounts. Rows are JSON texts in an order independent of the store. */
async function dump(server: TestServer): Promise<Record<string, string[]>> {
  const { db } = server.app
  const tables = await db
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .catch(() =>
      db.all<{ name: string }>('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()'),
    )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const all = await db.all<{ last_used?: unknown; last_seen?: unknown; place?: unknown }>(`SELECT * FROM ${name}`)
    rows[name] = all.map(({ last_used, last_seen, place, ...row }) => JSON.stringify(row)).toSorted()
  }
  return rows
}

/** Creates one of everything that a person can have, each with a mark that nobody else may see. */
export async function fill(server: TestServer, { token }: Person, mark: string): Promise<Json> {
  const make = async (path: string, body: object) => (await server.request(path, { token, body })).body
  const device = await make('/v2/devices', { nickname: `phone ${mark}`, has_sms: true, push_token: mark })
  const client = await make('/v2/clients', { name: `lamp ${mark}`, redirect_uri: 'https://lamp.example.org/back' })
  const channel = await make('/v2/channels', { tag: `tag-${mark}`, name: 'news', subscribe: true })
  const upload = await make('/v3/start-upload', { name: `${mark}.txt`, size: 5 })
  await make('/oauth2/authorize', { client_id: client.client_id })
  await make('/v3/set-permanent', { key: `key-${mark}`, data: { mark } })
  const lists = async (path: string, name: string) => (await server.request(path, { token })).body[name][0]
  return {
    device,
    client,
    channel,
    upload: { ...upload, iden: upload.id },
    push: await make('/v2/pushes', { type: 'note', body: `secret ${mark}` }),
    chat: await make('/v2/chats', { email: `friend-${mark}@example.org` }),
    contact: await make('/v2/contacts', { email: `contact-${mark}@example.org`, name: mark }),
    block: await make('/v2/blocks', { email: `blocked-${mark}@example.org` }),
    text: await make('/v2/texts', {
      data: { target_device_iden: device.iden, addresses: ['+15550100'], message: `secret ${mark}` },
    }),
    subscription: await lists('/v2/subscriptions', 'subscriptions'),
    grant: await lists('/v2/grants', 'grants'),
  }
}

/** Creates a token of this person for an app. */
export async function appToken(server: TestServer, person: Person, developer: Person): Promise<string> {
  const body = { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }
  const { client_id, client_secret } = (await server.request('/v2/clients', { token: developer.token, body })).body
  const { code } = (await server.request('/oauth2/authorize', { token: person.token, body: { client_id } })).body
  const keys = { grant_type: 'authorization_code', client_id, client_secret, code }
  return (await server.request('/oauth2/token', { body: keys })).body.access_token
}

/** Returns the rows, by table, that some work changed. */
export async function changedBy(server: TestServer, work: () => Promise<unknown>, whose?: Person): Promise<string[]> {
  await server.app.jobs.processAll()
  const before = await dump(server)
  await work()
  await server.app.jobs.processAll()
  const after = await dump(server)
  return Object.keys(after).flatMap((table) => {
    const [was, is] = [before[table] ?? [], after[table] ?? []].map((rows) => rows.filter((row) => !whose || isOf(row, whose)))
    const gone = was?.filter((row) => !is?.includes(row)).map((row) => `- ${table} ${row}`) ?? []
    return [...gone, ...(is?.filter((row) => !was?.includes(row)).map((row) => `+ ${table} ${row}`) ?? [])]
  })
}

function isOf(row: string, { iden, email }: Person): boolean {
  const fields = JSON.parse(row) as Record<string, unknown>
  return (
    [fields.owner, fields.account, fields.iden].some((value) => String(value).startsWith(iden)) ||
    fields.email_normalized === email
  )
}

/** The kind of a field, for deriving invalid values. For `fields`, a list counts as an object without them. */
export type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'fields' | 'any'

/** The fields of a call with their kinds, and whether they are required. */
export function kindsOf(call: Call): { name: string; kind: Kind; required: boolean; inPath: boolean }[] {
  return Object.entries(entriesOf(call.takes)).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    required: (schema as { type: string }).type !== 'optional',
    inPath: call.path.includes(`/:${name}`),
  }))
}

function kindOf(schema: unknown): Kind {
  const { type, wrapped, pipe, options } = schema as {
    type: string
    wrapped?: unknown
    pipe?: unknown[]
    options?: { type: string }[]
  }
  if (wrapped !== undefined) return kindOf(wrapped)
  if (pipe !== undefined && pipe[0] !== schema && (pipe[0] as { type: string }).type !== type) return kindOf(pipe[0])
  if (type === 'union') return options?.some((option) => option.type === 'boolean') ? 'flag' : 'number'
  if (type === 'string' || type === 'picklist' || type === 'literal') return 'text'
  if (type === 'array') return 'list'
  if (type === 'object' || type === 'loose_object') return 'fields'
  if (type === 'custom' || type === 'record') return 'object'
  if (type === 'unknown' || type === 'any') return 'any'
  throw new Error(`A field has the type ${type}: add its invalid values to test-hostile.ts.`)
}

/** A valid request for the call. */
export const sound = exampleOf
