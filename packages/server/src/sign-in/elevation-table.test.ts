import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { insertToken } from '../access-token/rows.ts'
import { saveLogin } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import { insertRow } from '../db/write-row.ts'
import { send as sendGotify } from '../gotify/test-gotify.ts'
import {
  ask,
  calls,
  changedBy,
  fill,
  kindsOf,
  type Person,
  person,
  server,
  setUpServer,
  sound,
} from '../http/hostile/test-hostile.ts'
import type { Json } from '../test-server.ts'
import { elevationRuleOf, elevationRules } from './elevation-table.ts'

// Every served call, by sessions that never proved who their user is. The list of calls is the server's own, so new calls are covered
// automatically.

setUpServer()

const needing = () => calls.filter((call) => (elevationRuleOf(call)?.proof ?? 'never') !== 'never')

const withCodes = ({ iden }: Person) =>
  server.app.db.write((tx) =>
    tx.run('INSERT INTO one_time_code (account, secret, created, confirmed, last_step) VALUES ($1, $2, $3, 1, 0)', [
      iden,
      'JBSWY3DPEHPK3PXP',
      microseconds(),
    ]),
  )

/** A session without any proof of who its user is, as on a phone that was signed in by another device. */
const unproved = ({ iden }: Person) => server.app.db.write((tx) => insertToken(tx, iden, { name: 'phone' }))

const makeAdministrator = ({ iden }: Person) =>
  server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [iden]))

test('every call that changes something and that apps or programs may not make is in the table, once', () => {
  const guarded = calls.filter(({ who, method }) => method !== 'GET' && (who === 'owner' || who === 'session'))
  expect(guarded.filter((call) => !elevationRuleOf(call)).map(({ name }) => name)).toEqual([])
  const named = elevationRules.flatMap((rule) => rule.calls.map(({ name }) => name))
  expect(new Set(named).size).toBe(named.length)
  expect(named.filter((name) => !calls.some((call) => call.name === name))).toEqual([])
})

test('a call that needs an elevated session says so, no other does, and no token for programs may make it in place of one', () => {
  const wrong = calls.filter((call) => call.refuses.includes('elevation_needed') !== needing().includes(call))
  expect(wrong.map(({ name }) => name)).toEqual([])
  // These also work for administrators' programs and for exports, as before.
  const alsoForPrograms = needing().filter(({ who }) => who !== 'session')
  expect(alsoForPrograms.map(({ name }) => name).toSorted()).toEqual(['deletePerson', 'endSessionsOf', 'exportData'])
})

test('a client of Gotify outlasts the session that makes it, so with one-time codes on it needs the same', async () => {
  const owner = await person()
  const make = (key: string) => sendGotify(server, '/client', { key, body: { name: 'phone' } })
  expect((await make(await unproved(owner))).status).toBe(200)
  await withCodes(owner)
  const refused = await make(await unproved(owner))
  expect([refused.status, refused.json.errorDescription]).toEqual([403, "Confirm it's you, then repeat this."])
  expect((await make(owner.token)).status).toBe(200)
})

test('a session ends itself without a proof, others with one; a token for programs ends no session of its account, even of an administrator', async () => {
  const owner = await person()
  await makeAdministrator(owner)
  await withCodes(owner)
  const { access_token } = (await server.request('/v3/create-access-token', { token: owner.token, body: {} })).body
  const endAll = `/v3/admin/people/${owner.iden}/sessions`
  expect((await server.request(endAll, { token: access_token, method: 'DELETE' })).status).toBe(403)
  const token = await unproved(owner)
  const { sessions } = (await server.request('/v3/sessions', { token })).body
  const end = (own: boolean) =>
    server.request(`/v3/sessions/${sessions.find(({ current }: Json) => current === own).iden}`, { token, method: 'DELETE' })
  expect((await end(false)).body.error.code).toBe('elevation_needed')
  expect((await end(true)).status).toBe(200)
})

const asked = (call: Call): object => ({
  ...(sound(call) as Json),
  ...Object.fromEntries(
    kindsOf(call).flatMap(({ name }): [string, unknown][] => {
      if (name === 'approve') return [['approve', true]]
      if (name === 'url' || name === 'redirect_uri') return [[name, 'https://elsewhere.example.org/']]
      return []
    }),
  ),
})

test('with one-time codes on, a session that never proved itself is refused all that outlasts or replaces it, and an elevated one is not', async () => {
  const owner = await person()
  await makeAdministrator(owner)
  await withCodes(owner)
  const token = await unproved(owner)
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of needing()) {
      const { status, body } = await ask(server, call, asked(call), { token })
      if (status !== 403 || body.error.code !== 'elevation_needed') wrong.push([call.name, status, body])
    }
  })
  expect({ wrong, changed }).toEqual({ wrong: [], changed: [] })
  for (const call of needing()) {
    const elevated = await person()
    await makeAdministrator(elevated)
    await withCodes(elevated)
    const { body } = await ask(server, call, asked(call), { token: elevated.token })
    if (body.error?.code === 'elevation_needed') wrong.push(call.name)
  }
  expect(wrong).toEqual([])
})

test('an account without a second factor is asked by the calls that always ask, and by no others', async () => {
  const wrong: unknown[] = []
  for (const call of needing()) {
    const owner = await person()
    await makeAdministrator(owner)
    const { body } = await ask(server, call, asked(call), { token: await unproved(owner) })
    const isAsked = body.error?.code === 'elevation_needed'
    // A new address requires the password or an elevated session, and this account has no password.
    if (isAsked !== (elevationRuleOf(call)?.proof === 'always' || call.name === 'changeEmail')) wrong.push([call.name, body])
  }
  expect(wrong).toEqual([])
})

test('an account with passkeys and no other way in has a second factor; with a password or a provider besides it has none', async () => {
  const { db } = server.app
  const owner = await person()
  const passkey = {
    iden: `${owner.iden}p`,
    credential: owner.iden,
    public_key: 'x',
    name: 'Key',
    user_handle: owner.iden,
    transports: '',
  }
  await db.write((tx) => insertRow(tx, 'passkey', { ...passkey, account: owner.iden, created: microseconds(), counter: 0 }))
  const token = await unproved(owner)
  const make = async () => (await server.request('/v3/create-access-token', { token, body: {} })).body.error?.code
  expect(await make()).toBe('elevation_needed')
  const login = {
    iden: `${owner.iden}l`,
    owner: owner.iden,
    active: 1,
    created: 0,
    modified: 0,
    is_primary: 1,
    email: null,
    name: null,
  }
  await server.app.deps.change([owner.iden], (tx) =>
    saveLogin(tx, { ...login, type: 'google', subject: owner.iden, image_url: null }),
  )
  expect(await make()).toBeUndefined()
})

/** Tables whose rows let somebody in, or send or show something, beyond the session. */
const outlasting =
  'access_code access_token account account_export app_grant client device_sign_in gateway_code gateway_phone invite local_identity local_token login oidc_token one_time_code one_time_link outgoing_webhook passkey passkey_token pending_sign_up recovery_code sign_in_step source web_push_subscription'.split(
    ' ',
  )

/** All other tables. A new one must be added to the right list. */
const others =
  'audit_entry block box channel channel_feed chat contact daily_count device draft error_report fan_out gateway_message health job link_preview link_preview_wait mail_address migration oidc_visit outgoing_webhook_attempt passkey_challenge permanent plan plan_purchase post_update push push_search read_marker referral refused_mail reply_count scheduled_push server_setting source_event source_payload subscription subscription_shown text_message upload upload_piece web_push_key web_push_notified wrong_code'.split(
    ' ',
  )

/** Changes to these tables that calls without a proof may make, and why they are harmless. */
const leaves: Readonly<Record<string, RegExp>> = {
  // Ends the session itself.
  signOut: /^- access_token /,
  // A link that lets nobody in before it is approved.
  startPhoneSignIn: /^[+-] one_time_link .*"purpose":"phone"/,
  // An invitation to create an account of one's own.
  sendInvite: /^[+-] (invite|one_time_link) /,
  inviteTargets: /^[+-] (invite|one_time_link) /,
  adminInvite: /^[+-] (invite|one_time_link) /,
  adminCreateInvitationLink: /^[+-] (invite|one_time_link) /,
  // It ends with the session.
  subscribeWebPush: /^\+ web_push_subscription /,
  // Fields that every session shows, and those that administrators set.
  updateMe: /^[+-] account /,
  setStorageLimit: /^[+-] account /,
  // A link sent to the account's own mailbox.
  sendProof: /^\+ one_time_link .*"purpose":"prove/,
  // An app that nobody has authorized, and a source, to which its tokens may only write.
  createClient: /^\+ client /,
  updateClient: /^[+-] client /,
  createSource: /^\+ source /,
  updateSource: /^[+-] source /,
  replaceSourceTokens: /^[+-] source /,
}

const isEnding = ({ name }: Call) => /^(delete|revoke|unshare|adminRevoke|abort)/.test(name)

/** Calls that delete what others need come last. */
const isLast = ({ name }: Call) => /^(delete|clear|unshare|revoke|adminRevoke|abort|signOut|unsubscribe)/.test(name)

test('every table of the store is known as one whose rows outlast a session, or as another', async () => {
  const { db } = server.app
  const tables = await db
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .catch(() =>
      db.all<{ name: string }>('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()'),
    )
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('push_search_'))
  expect(names.filter((name) => !outlasting.includes(name) && !others.includes(name))).toEqual([])
})

test('no call of such a session leaves something behind that the table does not know of', async () => {
  const owner = await person()
  const make = async (path: string, body: object) => (await server.request(path, { token: owner.token, body })).body
  const objects = await fill(server, owner, 'unproved')
  objects.source = await make('/v2/sources', { name: 'Hooks' })
  const webhook = await make('/v3/outgoing-webhooks', { url: 'https://hooks.example.org/' })
  await make(`/v3/outgoing-webhooks/${webhook.iden}`, { paused: true })
  await makeAdministrator(owner)
  await withCodes(owner)
  const left: unknown[] = []
  for (const call of calls.filter(({ who }) => who !== 'anyone').toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const { user_code } = (await server.request('/v3/device-sign-in', { body: { name: 'box' } })).body
    const token = await unproved(owner)
    const part = call.path.split('/')[2]
    const kind = Object.keys(objects).find((name) => part === `${name}s` || part === `${name}es`)
    const iden = (part === 'outgoing-webhooks' ? webhook : objects[kind ?? ''])?.iden ?? owner.iden
    const aimed = { email: owner.email, user_code, approve: true, ...(call.path.includes(':iden') && { iden }) }
    const own = kindsOf(call).map(({ name }) => name)
    const input = Object.fromEntries(Object.entries({ ...asked(call), ...aimed }).filter(([name]) => own.includes(name)))
    const changed = await changedBy(server, async () => {
      const { status } = await ask(server, call, input, { token })
      if (status >= 500) left.push([call.name, status])
    })
    const rows = changed.filter((row) => outlasting.includes(row.split(' ')[1] ?? '') && !leaves[call.name]?.test(row))
    const more = isEnding(call)
      ? rows.filter((row) => row.startsWith('- access_token') || /^\+ (?!.*"active":0)/.test(row))
      : rows
    if (more.length > 0) left.push([call.name, more])
  }
  expect(left).toEqual([])
})

/** The table as docs/security.md shows it. */
function shown(): string {
  const lines = elevationRules.map((rule) => {
    const names = rule.calls.map(({ name }) => `\`${name}\``).join(', ')
    const proof = { always: 'always', 'second factor': 'with a second factor', never: 'no' }[rule.proof]
    return `| ${names} | ${proof}${rule.when ? `, ${rule.when.words}` : ''} | ${rule.why} |`
  })
  return ['| calls | elevated session | why |', '|---|---|---|', ...lines].join('\n')
}

test('docs/security.md shows the table', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8')
  expect(doc.includes(shown()) ? '' : shown()).toBe('')
})
