// On the engines too: challenges are used once, and the last way in stays for writes at once.

// The ways to misuse each passkey call are tested together, with shared helpers.

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { createSoftPasskey, type SoftPasskey } from './test-authenticator.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
let admin: string
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  admin = (await server.signUp('first@example.org')).token
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const password = 'a password for tests'
const next = 'lamp river seventeen'
const post = (path: string, body: object, token?: string, at = server) =>
  at.request(path, { body, ...(token !== undefined && { token }) })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const optionsOf = async (path: string, body: object = {}, token?: string, at = server): Promise<Json> =>
  (await post(path, body, token, at)).body.options

const authenticate = ({ access_token, type }: Json, more: object = {}) =>
  post('/v2/authenticate', { access_token, type, ...more })

async function signUp(email: string, name = 'Ana', at = server) {
  const options = await optionsOf('/provider/passkey/sign-up-options', { email, name }, undefined, at)
  const { response, passkey } = createSoftPasskey(at.origin, options)
  const { body: granted } = await post('/provider/passkey/sign-up', { passkey: response }, undefined, at)
  const { body: account } = await post('/v2/authenticate', { access_token: granted.access_token, type: 'local' }, undefined, at)
  return { passkey, account, token: account.api_key as string, options }
}

async function add(token: string, name?: string): Promise<{ passkey: SoftPasskey; iden: string }> {
  const { response, passkey } = createSoftPasskey(server.origin, await optionsOf('/v3/passkey-options', {}, token))
  const { body } = await post('/v3/passkeys', { passkey: response, ...(name && { name }) }, token)
  return { passkey, iden: body.iden }
}

/** The response to a passkey sign-in, before `authenticate`. */
async function begin(passkey: SoftPasskey, lies: Parameters<SoftPasskey['prove']>[1] = {}) {
  const options = await optionsOf('/provider/passkey/sign-in-options')
  return post('/provider/passkey/sign-in', { passkey: passkey.prove(options, lies) })
}

const signIn = async (passkey: SoftPasskey) => authenticate((await begin(passkey)).body)
const passkeysOf = async (token: string) => (await server.request('/v3/factors', { token })).body.passkeys
const remove = (token: string, iden: string) => server.request(`/v3/passkeys/${iden}`, { method: 'DELETE', token })
const pass = () => server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))

test('a person signs up with a passkey and without a password, and signs in with it', async () => {
  const { passkey, account, token, options } = await signUp('ana@example.org', 'Ana Lima')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Waypost' },
    user: { name: 'ana@example.org', displayName: 'Ana Lima' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(account).toMatchObject({ email: 'ana@example.org', name: 'Ana Lima' })
  expect((await server.request('/v3/factors', { token })).body).toMatchObject({
    password: false,
    passkeys: [{ name: 'Passkey 1' }],
  })
  const { status, body } = await signIn(passkey)
  expect([status, body.iden]).toEqual([200, account.iden])
  expect(body.api_key).not.toBe(token)
  const [shown] = await passkeysOf(token)
  expect(shown.last_used).toBeGreaterThanOrEqual(shown.created)
  // No password opens it, not even an empty one or the one against which unknown addresses are compared.
  for (const guess of ['', 'a password that is never accepted', 'x'])
    expect((await post('/provider/local/sign-in', { email: 'ana@example.org', password: guess })).status).toBe(400)
})

test('a sign-up with a passkey obeys the sign-up mode, invitations and taken addresses', async () => {
  const taken = await post('/provider/passkey/sign-up-options', { email: 'First@example.org' })
  expect(codeOf(taken)).toEqual([400, 'email_taken'])
  const own = await startTestServer({ WAYPOST_SIGNUP: 'closed' })
  const { account } = await signUp('first@example.org', 'First', own)
  expect(account.admin).toBe(true)
  expect(codeOf(await post('/provider/passkey/sign-up-options', { email: 'b@example.org' }, undefined, own))).toEqual([
    403,
    'sign_up_closed',
  ])
  await own.close()
  const invited = await startTestServer({ WAYPOST_SIGNUP: 'invite' })
  const { token } = await invited.signUp('host@example.org')
  const ask = (body: object) => post('/provider/passkey/sign-up-options', body, undefined, invited)
  expect(codeOf(await ask({ email: 'new@example.org' }))).toEqual([403, 'sign_up_closed'])
  const { body: sent } = await post('/v3/send-invite', { email: 'new@example.org' }, token, invited)
  const invite = /invite=(\w+)/.exec(sent.url)?.[1]
  expect(codeOf(await ask({ email: 'else@example.org', invite }))[1]).toBe('invite_other')
  const { body: asked } = await ask({ email: 'new@example.org', invite })
  const fresh = createSoftPasskey(invited.origin, asked.options)
  const { body: granted } = await post('/provider/passkey/sign-up', { passkey: fresh.response }, undefined, invited)
  const entered = await post('/v2/authenticate', { ...granted, type: 'local' }, undefined, invited)
  expect([entered.status, entered.body.email]).toEqual([200, 'new@example.org'])
  await invited.close()
  const options = await optionsOf('/provider/passkey/sign-up-options', { email: 'race@example.org' })
  await server.signUp('race@example.org')
  const { response } = createSoftPasskey(server.origin, options)
  expect(codeOf(await post('/provider/passkey/sign-up', { passkey: response }))).toEqual([400, 'email_taken'])
})

test('a sign-up that was not finished is finished by a sign-in with the passkey', async () => {
  const options = await optionsOf('/provider/passkey/sign-up-options', { email: 'later@example.org' })
  const { response, passkey } = createSoftPasskey(server.origin, options)
  expect((await post('/provider/passkey/sign-up', { passkey: response })).status).toBe(200)
  const { body: granted } = await begin(passkey)
  expect(granted.type).toBe('local')
  expect((await authenticate(granted)).body.email).toBe('later@example.org')
  expect((await begin(passkey)).body.type).toBe('passkey')
})

test('an account has several passkeys, each with a name, and every one signs in to it', async () => {
  const { token, account } = await server.signUp('many@example.org')
  const [phone, key] = [await add(token, 'Phone'), await add(token)]
  expect(phone.passkey.handle).toBe(key.passkey.handle)
  expect((await passkeysOf(token)).map(({ name }: Json) => name)).toEqual(['Phone', 'Passkey 2'])
  const renamed = await post(`/v3/passkeys/${key.iden}`, { name: ' Key ring ' }, token)
  expect(renamed.body).toMatchObject({ iden: key.iden, name: 'Key ring' })
  for (const { passkey } of [phone, key]) expect((await signIn(passkey)).body.iden).toBe(account.iden)
  // The browser is told which ones exist, so that an authenticator doesn't create a second.
  const options = await optionsOf('/v3/passkey-options', {}, token)
  expect(options.excludeCredentials.map(({ id }: Json) => id).sort()).toEqual([phone.passkey.id, key.passkey.id].sort())
  expect((await remove(token, phone.iden)).status).toBe(200)
  expect(codeOf(await begin(phone.passkey))).toEqual([400, 'passkey_unknown'])
  expect((await signIn(key.passkey)).status).toBe(200)
  await server.app.jobs.processAll()
  const mails = mailbox.received.filter(({ to }) => to[0] === 'many@example.org').map(({ text }) => text)
  expect(mails.map((text) => /A passkey was \w+/.exec(text)?.[0]).sort()).toEqual([
    'A passkey was added',
    'A passkey was added',
    'A passkey was removed',
  ])
})

test('the last way in cannot be removed, whatever the other ways were; two removals at the same time leave one', async () => {
  const { token } = await signUp('last@example.org')
  const [only] = await passkeysOf(token)
  expect(codeOf(await remove(token, only.iden))).toEqual([403, 'last_way_in'])
  expect(await passkeysOf(token)).toHaveLength(1)
  const { iden } = await add(token)
  const both = await Promise.all([remove(token, only.iden), remove(token, iden)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  // With a password, it is no longer the last way in.
  expect((await post('/provider/local/set-password', { new_password: next }, token)).status).toBe(200)
  const [left] = await passkeysOf(token)
  expect((await remove(token, left.iden)).status).toBe(200)
})

test('an identity of a provider is not removed if it is the last way in', async () => {
  const { token, account } = await signUp('connected@example.org')
  const body = { email: 'connected-2@example.org', password, name: 'C' }
  const { body: granted } = await post('/provider/local/sign-up', body)
  const { body: login } = await post('/v2/accounts', { type: 'local', access_token: granted.access_token }, token)
  const [only] = await passkeysOf(token)
  expect((await remove(token, only.iden)).status).toBe(200)
  expect(codeOf(await server.request(`/v2/accounts/${login.iden}`, { method: 'DELETE', token }))).toEqual([403, 'last_way_in'])
  const again = await post('/provider/local/sign-in', { email: 'connected-2@example.org', password })
  expect((await authenticate({ ...again.body, type: 'local' })).body.iden).toBe(account.iden)
})

test('a passkey proves both factors: with one-time codes on, it signs in and elevates by itself', async () => {
  const { token } = await server.signUp('both@example.org')
  const { passkey } = await add(token)
  const { body: codes } = await post('/v3/factors/codes', {}, token)
  const code = new TOTP({ secret: Secret.fromBase32(codes.secret) }).generate()
  expect((await post('/v3/factors/codes/confirm', { code }, token)).status).toBe(200)
  const { status, body } = await signIn(passkey)
  expect(status).toBe(200)
  await pass()
  const off = () => server.request('/v3/factors/codes', { method: 'DELETE', token: body.api_key })
  expect(codeOf(await off())).toEqual([403, 'elevation_needed'])
  const options = await optionsOf('/v3/elevate-options', {}, body.api_key)
  expect(options.allowCredentials).toEqual([expect.objectContaining({ id: passkey.id })])
  expect((await post('/v3/elevate', { passkey: passkey.prove(options) }, body.api_key)).status).toBe(200)
  expect((await off()).status).toBe(200)
})

test('what changes passkeys needs an elevated session', async () => {
  const { token } = await signUp('guarded@example.org')
  const [own] = await passkeysOf(token)
  const { response } = createSoftPasskey(server.origin, await optionsOf('/v3/passkey-options', {}, token))
  await pass()
  const answers = [
    await post('/v3/passkey-options', {}, token),
    await post('/v3/passkeys', { passkey: response }, token),
    await remove(token, own.iden),
    await post('/provider/local/set-password', { new_password: next }, token),
    await post('/v3/change-email', { email: 'elsewhere@example.org' }, token),
  ]
  for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'elevation_needed'])
  expect(codeOf(await post('/v3/elevate', { password: 'x' }, token))).toEqual([400, 'sign_in_failed'])
})

test('a signature for another site, challenge, kind, user or without the user is refused, and so is a changed one', async () => {
  const { passkey } = await signUp('lies@example.org')
  const { passkey: other } = await signUp('other@example.org')
  const lies: Parameters<SoftPasskey['prove']>[1][] = [
    { origin: 'https://evil.example.org' },
    { origin: `${server.origin}.evil.example.org` },
    { host: 'evil.example.org' },
    { challenge: Buffer.from('never asked').toString('base64url') },
    { challenge: 'x'.repeat(5_000) },
    { type: 'webauthn.create' },
    { unverified: true },
    { userHandle: other.handle },
  ]
  for (const lie of lies) expect([lie, ...codeOf(await begin(passkey, lie))]).toEqual([lie, 400, 'passkey_failed'])
  const options = await optionsOf('/provider/passkey/sign-in-options')
  const changed = passkey.prove(options)
  changed.response.signature = `${changed.response.signature.slice(0, -4)}AAAA`
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: changed }))).toEqual([400, 'passkey_failed'])
  const stolen = { ...other.prove(await optionsOf('/provider/passkey/sign-in-options')), id: passkey.id, rawId: passkey.id }
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: stolen }))).toEqual([400, 'passkey_failed'])
  for (const clientDataJSON of ['', '!!!', Buffer.from('[]').toString('base64url'), Buffer.from('null').toString('base64url')]) {
    const broken = passkey.prove(options)
    broken.response.clientDataJSON = clientDataJSON
    expect((await post('/provider/passkey/sign-in', { passkey: broken })).status).toBe(400)
  }
  expect((await signIn(passkey)).status).toBe(200)
})

test('a challenge works once, for five minutes, and only for its purpose', async () => {
  const { passkey, token } = await signUp('once@example.org')
  const { passkey: stranger, token: strangers } = await signUp('stranger@example.org')
  const options = await optionsOf('/provider/passkey/sign-in-options')
  const proof = passkey.prove(options)
  expect((await post('/provider/passkey/sign-in', { passkey: proof })).status).toBe(200)
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: proof }))).toEqual([400, 'passkey_failed'])
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: passkey.prove(options) }))).toEqual([400, 'passkey_failed'])
  // A sign-in challenge doesn't elevate, an elevation challenge doesn't sign in, and an account's challenge is not valid for another.
  const forSignIn = passkey.prove(await optionsOf('/provider/passkey/sign-in-options'))
  expect(codeOf(await post('/v3/elevate', { passkey: forSignIn }, token))).toEqual([400, 'passkey_failed'])
  const forElevation = passkey.prove(await optionsOf('/v3/elevate-options', {}, token))
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: forElevation }))).toEqual([400, 'passkey_failed'])
  const ofStranger = stranger.prove(await optionsOf('/v3/elevate-options', {}, strangers))
  expect(codeOf(await post('/v3/elevate', { passkey: ofStranger }, token))).toEqual([400, 'passkey_failed'])
  const foreign = stranger.prove(await optionsOf('/v3/elevate-options', {}, token))
  expect(codeOf(await post('/v3/elevate', { passkey: foreign }, token))).toEqual([400, 'passkey_unknown'])
  const late = passkey.prove(await optionsOf('/provider/passkey/sign-in-options'))
  await server.app.db.write((tx) => tx.run('UPDATE passkey_challenge SET expires = expires - $1', [300_000_001]))
  expect(codeOf(await post('/provider/passkey/sign-in', { passkey: late }))).toEqual([400, 'passkey_failed'])
})

test('a new passkey for another site, challenge, kind or account, or without the user, is refused, and a known one is not taken over', async () => {
  const { token } = await server.signUp('new@example.org')
  const { token: others } = await server.signUp('new-other@example.org')
  const ask = () => optionsOf('/v3/passkey-options', {}, token)
  for (const lie of [
    { origin: 'https://evil.example.org' },
    { host: 'evil.example.org' },
    { challenge: 'none' },
    { type: 'webauthn.get' },
    { unverified: true },
  ] as const) {
    const { response } = createSoftPasskey(server.origin, await ask(), lie)
    expect([lie, ...codeOf(await post('/v3/passkeys', { passkey: response }, token))]).toEqual([lie, 400, 'passkey_failed'])
  }
  const { response } = createSoftPasskey(server.origin, await ask())
  expect(codeOf(await post('/v3/passkeys', { passkey: response }, others))).toEqual([400, 'passkey_failed'])
  expect(await passkeysOf(token)).toEqual([])
  const made = createSoftPasskey(server.origin, await ask())
  expect((await post('/v3/passkeys', { passkey: made.response }, token)).status).toBe(200)
  expect(codeOf(await post('/v3/passkeys', { passkey: made.response }, token))).toEqual([400, 'passkey_failed'])
  const [own] = await passkeysOf(token)
  for (const answer of [await remove(others, own.iden), await post(`/v3/passkeys/${own.iden}`, { name: 'Mine' }, others)])
    expect(codeOf(answer)).toEqual([404, 'not_found'])
  expect(await passkeysOf(token)).toMatchObject([{ name: 'Passkey 1' }])
})

test('a passkey whose authenticator has counted no further is refused: it may be a copy', async () => {
  const { passkey } = await signUp('counter@example.org')
  expect((await begin(passkey, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0])
    expect([counter, ...codeOf(await begin(passkey, { counter }))]).toEqual([counter, 400, 'passkey_failed'])
  expect((await begin(passkey, { counter: 8 })).status).toBe(200)
  // Many authenticators do not count at all.
  const { passkey: still } = await signUp('still@example.org')
  for (let uses = 0; uses < 2; uses++) expect((await begin(still, { counter: 0 })).status).toBe(200)
})

test('a sign-in token works once, and neither after its passkey is removed nor after the sessions have ended', async () => {
  const { token } = await server.signUp('token@example.org')
  const { passkey, iden } = await add(token)
  const { body: granted } = await begin(passkey)
  expect((await authenticate(granted)).status).toBe(200)
  expect(codeOf(await authenticate(granted))).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await authenticate({ access_token: 'o.none', type: 'passkey' }))).toEqual([400, 'sign_in_failed'])
  const { body: waiting } = await begin(passkey)
  await post('/provider/local/change-password', { password, new_password: next }, token)
  expect(codeOf(await authenticate(waiting))).toEqual([400, 'sign_in_failed'])
  const { body: orphan } = await begin(passkey)
  expect((await remove(token, iden)).status).toBe(200)
  expect(codeOf(await authenticate(orphan))).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await post('/v2/accounts', { type: 'passkey', access_token: 'o.none' }, token))).toEqual([
    400,
    'provider_unknown',
  ])
})

test('a person without a password sets one in the settings or by the emailed link, and has both ways in', async () => {
  const { token, passkey, account } = await signUp('set@example.org')
  expect(codeOf(await post('/provider/local/set-password', { new_password: 'sunshine2024' }, token))).toEqual([
    400,
    'password_weak',
  ])
  expect((await post('/provider/local/set-password', { new_password: next }, token)).status).toBe(200)
  expect(codeOf(await post('/provider/local/set-password', { new_password: 'another river of lamps' }, token))).toEqual([
    403,
    'forbidden',
  ])
  const { body: granted } = await post('/provider/local/sign-in', { email: 'set@example.org', password: next })
  expect((await authenticate({ ...granted, type: 'local' })).body.iden).toBe(account.iden)
  expect((await signIn(passkey)).body.iden).toBe(account.iden)
  await signUp('reset@example.org')
  await post('/provider/local/forgot', { email: 'reset@example.org' })
  await server.app.jobs.processAll()
  const mail = mailbox.received.find(({ to, text }) => to[0] === 'reset@example.org' && text.includes('#reset='))
  const secret = /#reset=(\S+)/.exec(mail?.text ?? '')?.[1]
  expect((await post('/provider/local/reset', { token: secret, password: next })).status).toBe(200)
  expect((await post('/provider/local/sign-in', { email: 'reset@example.org', password: next })).status).toBe(200)
})

test('an administrator removes lost passkeys, and a link to a new password lets the person in again', async () => {
  const { passkey } = await signUp('lost@example.org')
  const { body } = await post('/v3/admin/remove-factors', { email: 'lost@example.org' }, admin)
  expect(body).toEqual({ codes: false, passkeys: 1 })
  expect(codeOf(await begin(passkey))).toEqual([400, 'passkey_unknown'])
  const { body: link } = await post('/v3/admin/reset-link', { email: 'lost@example.org' }, admin)
  const { body: granted } = await post('/provider/local/reset', { token: link.url.split('reset=')[1], password: next })
  expect((await authenticate({ ...granted, type: 'local' })).body.email).toBe('lost@example.org')
})

test('deleting an account deletes its passkeys', async () => {
  const { token, passkey } = await signUp('gone@example.org')
  expect((await server.request('/v2/users/me', { token, method: 'DELETE' })).status).toBe(200)
  expect(codeOf(await begin(passkey))).toEqual([400, 'passkey_unknown'])
})
