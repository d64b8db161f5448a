// On the engines too: rows and bytes are counted in SQL, also for writes at once.

import { devicesPerAccount } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensPerApp } from '../access-token/rows.ts'
import { blocksPerAccount } from '../block/rows.ts'
import { microseconds } from '../change.ts'
import { chatsPerAccount } from '../chat/rows.ts'
import { clientsPerAccount } from '../client/rows.ts'
import { contactsPerAccount } from '../contact/rows.ts'
import type { Row } from '../db/db.ts'
import { tombstoneMilliseconds, tombstonesPerType } from '../db/room/deleted-objects.ts'
import { objectIden } from '../iden.ts'
import { waitingTextsPerAccount } from '../sms/rows.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

// The maximum rows of each kind per account, and the bytes of storage that each counts for.

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('admin@example.org')
})
afterAll(() => server.close())

const person = async () => {
  const { token, account } = await server.signUp(`room-${people++}@example.org`)
  return { token, iden: account.iden as string }
}
const usedBy = async (token: string): Promise<number> => (await server.request('/v3/usage', { token })).body.storage_used

interface Kind {
  table: string
  most: number
  path: string
  body(n: number, device: string): object
  /** The columns that differ between rows, besides `iden`. */
  unique?: string[]
  refusal: string
}

const kinds: Kind[] = [
  {
    table: 'contact',
    most: contactsPerAccount,
    path: '/v2/contacts',
    body: (n) => ({ name: `Contact ${n}`, email: `contact-${n}@example.org` }),
    unique: ['email_normalized'],
    refusal: 'An account has at most 20,000 contacts. Delete some first.',
  },
  {
    table: 'chat',
    most: chatsPerAccount,
    path: '/v2/chats',
    body: (n) => ({ email: `chat-${n}@example.org` }),
    unique: ['with_email_normalized'],
    refusal: 'An account has at most 20,000 chats. Hide some first.',
  },
  {
    table: 'block',
    most: blocksPerAccount,
    path: '/v2/blocks',
    body: (n) => ({ email: `block-${n}@example.org` }),
    unique: ['with_email_normalized'],
    refusal: 'An account has at most 10,000 blocked people. Unblock some first.',
  },
  {
    table: 'device',
    most: devicesPerAccount,
    path: '/v2/devices',
    body: (n) => ({ nickname: `Device ${n}` }),
    refusal: 'An account has at most 200 devices. Delete some first.',
  },
  {
    table: 'client',
    most: clientsPerAccount,
    path: '/v2/clients',
    body: (n) => ({ name: `App ${n}`, redirect_uri: 'https://app.example.org/back' }),
    unique: ['client_id'],
    refusal: 'An account has at most 100 apps that it registers. Delete some first.',
  },
  {
    table: 'text_message',
    most: waitingTextsPerAccount,
    path: '/v2/texts',
    body: (n, device) => ({ data: { target_device_iden: device, addresses: ['+15550100'], message: 'hi', guid: `guid-${n}` } }),
    unique: ['guid'],
    refusal: 'An account has at most 1,000 SMS that wait for its phone. Wait until it has sent some.',
  },
]

/** Copies an account's only row directly in the database, which is much faster than calls. */
async function multiply({ table, unique = [] }: Kind, owner: string, count: number, change: Row = {}): Promise<void> {
  await server.app.db.write(async (tx) => {
    const row = (await tx.one<Row>(`SELECT * FROM ${table} WHERE owner = $1`, [owner])) as Row
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
    for (let n = 0; n < count; n++) {
      const copy: Row = { ...row, ...change, iden: objectIden(owner) }
      for (const name of unique) copy[name] = `copy-${n}-${owner}@example.org`
      tx.send(
        sql,
        columns.map((name) => copy[name] ?? null),
      )
    }
  })
}

for (const kind of kinds) {
  const { table, most, path, body, refusal } = kind
  test(`rows of ${table} have a number at most, also for several requests at once; existing rows stay, and can be deleted`, async () => {
    const { token, iden } = await person()
    const phone = (await server.request('/v2/devices', { token, body: { nickname: 'Phone', has_sms: true } })).body
    if (table === 'device') await server.request(`/v2/devices/${phone.iden}`, { token, method: 'DELETE' })
    if (table === 'device') await server.app.db.write((tx) => tx.run('DELETE FROM device WHERE owner = $1', [iden]))
    const create = (n: number) => server.request(path, { token, body: body(n, phone.iden) })
    const { body: first } = await create(0)
    await multiply(kind, iden, most - 2)
    const answers = await Promise.all([create(1), create(2), create(3)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
    const { error } = (answers.find(({ status }) => status === 403) as { body: Json }).body
    expect([error.code, error.message]).toEqual(['forbidden', refusal])
    // An older account that has more keeps them.
    await server.app.db.write((tx) => tx.run(`DELETE FROM ${table} WHERE owner = $1 AND iden = $2`, [iden, first.iden]))
    const { iden: other } = (await server.app.db.one<{ iden: string }>(`SELECT iden FROM ${table} WHERE owner = $1`, [
      iden,
    ])) as Json
    expect((await create(4)).status).toBe(200)
    expect((await create(5)).status).toBe(403)
    expect((await server.request(`${path}/${other}`, { token, method: 'DELETE' })).status).toBe(200)
    expect((await create(6)).status).toBe(200)
  })
}

test('rows that are no pushes count towards the storage, as long as they are there, and are refused when it is full', async () => {
  const { token, iden } = await person()
  const before = await usedBy(token)
  const name = 'n'.repeat(900)
  const { body: contact } = await server.request('/v2/contacts', { token, body: { name, email: 'big@example.org' } })
  await server.request('/v2/devices', { token, body: { nickname: name } })
  await server.request('/v2/drafts', { token, body: { conversation: 'self', body: name, base: 0, writer: 'w' } })
  await server.request('/v3/set-permanent', { token, body: { key: 'k', data: { name } } })
  const used = await usedBy(token)
  expect(used - before).toBeGreaterThan(4 * 1_400)
  expect(used - before).toBeLessThan(4 * 2_000)
  await server.request(`/v2/contacts/${contact.iden}`, { token, method: 'DELETE' })
  expect(used - (await usedBy(token))).toBeGreaterThan(1_000)
  await server.app.db.write((tx) => tx.run('UPDATE account SET storage_limit = $2 WHERE iden = $1', [iden, used]))
  await server.restart()
  const refused = await server.request('/v2/contacts', { token, body: { name, email: 'another@example.org' } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'storage_quota'])
  const kept = await server.request('/v3/set-permanent', { token, body: { key: 'more', data: { name } } })
  expect([kept.status, kept.body.error.code]).toEqual([400, 'storage_quota'])
  expect((await server.request('/v2/devices', { token, body: { nickname: 'Phone' } })).status).toBe(200)
  expect((await server.request('/v2/blocks', { token, body: { email: 'pest@example.org' } })).status).toBe(200)
  expect((await server.request('/v3/set-permanent', { token, body: { key: 'web_preferences', data: { a: 1 } } })).status).toBe(
    200,
  )
})

test('who is written to gets the chat, whatever room there is', async () => {
  const [alice, bob] = [await person(), await person()]
  await server.request('/v2/chats', { token: bob.token, body: { email: 'someone@example.org' } })
  await multiply(kinds[1] as Kind, bob.iden, chatsPerAccount - 1)
  const { email } = (await server.request('/v2/users/me', { token: bob.token })).body
  const sent = await server.request('/v2/pushes', { token: alice.token, body: { type: 'note', body: 'hi', email } })
  expect(sent.status).toBe(200)
  const { pushes } = (await server.request('/v2/pushes', { token: bob.token })).body
  expect(pushes).toMatchObject([{ body: 'hi', direction: 'incoming' }])
  expect((await server.request('/v2/chats', { token: bob.token, body: { email: 'new@example.org' } })).status).toBe(403)
})

test('creating and deleting in turn fills no database: tombstones of a month have a number at most, and older ones go', async () => {
  const { token, iden } = await person()
  const kind = kinds[3] as Kind
  const create = () => server.request('/v2/devices', { token, body: { nickname: 'again' } })
  await create()
  await multiply(kind, iden, tombstonesPerType, { active: 0, modified: microseconds() })
  const refused = await create()
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'This account has deleted too many devices within a month to add more now.',
  ])
  const rows = async () =>
    Number((await server.app.db.one<{ count: number }>('SELECT COUNT(*) AS count FROM device WHERE owner = $1', [iden]))?.count)
  const before = await rows()
  await server.app.db.write((tx) =>
    tx.run('UPDATE device SET modified = modified - $2 WHERE owner = $1 AND active = 0', [iden, tombstoneMilliseconds * 1_000]),
  )
  expect((await create()).status).toBe(200)
  expect(await rows()).toBeLessThan(before)
})

test('an app that exchanges codes again and again has so many tokens: the ones that were not used for the longest time end', async () => {
  const [owner, developer] = [await person(), await person()]
  const app = { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }
  const { client_id, client_secret } = (await server.request('/v2/clients', { token: developer.token, body: app })).body
  const exchange = async () => {
    const { code } = (await server.request('/oauth2/authorize', { token: owner.token, body: { client_id } })).body
    const body = { grant_type: 'authorization_code', client_id, client_secret, code }
    return (await server.request('/oauth2/token', { body })).body.access_token as string
  }
  const first = await exchange()
  expect((await server.request('/v2/users/me', { token: first })).status).toBe(200)
  for (let count = 0; count < tokensPerApp; count++) await exchange()
  await server.ended(first)
  const tokens = await server.app.db.all('SELECT 1 AS one FROM access_token WHERE account = $1 AND client_iden IS NOT NULL', [
    owner.iden,
  ])
  expect(tokens).toHaveLength(tokensPerApp)
})
