// On the engines too: of two sign-ups at once one account comes.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { proofMailsPerDay } from '../address/proof.ts'
import { proofMilliseconds } from '../mails.ts'
import { triesPerCode } from '../wrong-passwords-and-codes.ts'

const password = 'lamp river seventeen'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
/** Open to everyone, and reachable from other machines. */
let server: TestServer
let host: { token: string }
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url }, { config: { proveAddresses: true } })
  host = await server.signUp('host@example.org', 'Host')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const signUp = (email: string, more: object = {}, at = server) =>
  at.request('/provider/local/sign-up', { body: { email, password, ...more } })
const confirm = (body: object, at = server) => at.request('/provider/local/confirm-sign-up', { body })
const enter = async (access_token: string, at = server) =>
  (await at.request('/v2/authenticate', { body: { type: 'local', access_token } })).body
const signIn = (email: string, secret: string) => server.request('/provider/local/sign-in', { body: { email, password: secret } })

async function mailsTo(email: string, at = server) {
  await at.app.jobs.processAll()
  return mailbox.received.filter(({ to }) => to.includes(email))
}

async function proofTo(email: string, at = server) {
  const { text = '' } = (await mailsTo(email, at)).at(-1) ?? {}
  return { code: /^(\d{6})\r?$/m.exec(text)?.[1] ?? '', token: /[#&](?:confirm|token)=(\w+)/.exec(text)?.[1] ?? '' }
}

test('where other machines reach the server, a sign-up waits for the emailed code, which works once', async () => {
  const { body } = await signUp('ana@example.org', { name: 'Ana' })
  expect(body).toEqual({ handle: expect.stringMatching(/^\w{32}$/), expires_in: 1_800 })
  const { code } = await proofTo('ana@example.org')
  expect((await signIn('ana@example.org', password)).body.error.code).toBe('sign_in_failed')
  const granted = await confirm({ handle: body.handle, code })
  const account = await enter(granted.body.access_token)
  expect(account).toMatchObject({ email: 'ana@example.org', name: 'Ana' })
  expect(account).not.toHaveProperty('email_unproven')
  expect((await confirm({ handle: body.handle, code })).body.error.code).toBe('link_expired')
  expect(await server.app.db.all("SELECT * FROM pending_sign_up WHERE email = 'ana@example.org'")).toEqual([])
})

test('the emailed link completes a sign-up too: in the same browser as it is, in another one with a new password', async () => {
  const mallory = await signUp('victim@example.org', { password: 'the password of a stranger' })
  const { token } = await proofTo('victim@example.org')
  const check = () => server.request('/provider/local/check-sign-up', { body: { token } })
  expect((await check()).body).toEqual({ email: 'victim@example.org' })
  // The owner of the mailbox opens the link of a stranger's sign-up.
  expect((await confirm({ token })).body.error.param).toBe('password')
  expect((await confirm({ token, handle: 'x'.repeat(32) })).body.error.param).toBe('password')
  expect((await confirm({ token, password: 'password' })).body.error.code).toBe('password_weak')
  expect((await confirm({ token, password })).status).toBe(200)
  expect((await check()).body.error.code).toBe('link_expired')
  expect((await signIn('victim@example.org', 'the password of a stranger')).status).toBe(400)
  expect((await signIn('victim@example.org', password)).status).toBe(200)
  expect((await confirm({ handle: mallory.body.handle, code: '000000' })).body.error.code).toBe('link_expired')

  const { body } = await signUp('same@example.org')
  expect((await confirm({ token: (await proofTo('same@example.org')).token, handle: body.handle })).status).toBe(200)
})

const anHourLater = () =>
  server.app.db.write(async (tx) => {
    for (const { subject, times } of await tx.all<{ subject: string; times: string }>('SELECT * FROM wrong_code')) {
      const earlier = (JSON.parse(times) as number[]).map((time) => time - 3_600_000_000)
      await tx.run('UPDATE wrong_code SET times = $2 WHERE subject = $1', [subject, JSON.stringify(earlier)])
    }
  })

test('of an address five codes an hour may be wrong, in however many sign-ups; then its link still works, and codes an hour later', async () => {
  const handles: string[] = []
  for (let count = 0; count < 4; count++) handles.push((await signUp('target@example.org')).body.handle)
  const [own = '', ...others] = handles
  const { code: right } = await proofTo('target@example.org')
  const wrong = right === '111111' ? '222222' : '111111'
  const tries = await Promise.all([...others, ...others].map((handle) => confirm({ handle, code: wrong })))
  const answers = tries.map(({ status, body }) => [status, body.error.param ?? body.error.code])
  expect(answers.filter(([, why]) => why === 'code')).toHaveLength(5)
  expect(answers.filter(([, why]) => why === 'ratelimited')).toHaveLength(1)
  const refused = await confirm({ handle: own, code: '000000' })
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'Too many wrong codes for this address. Open the link in the email, or try again in 60 minutes.',
  ])
  await server.restart()
  expect((await confirm({ handle: own, code: '000000' })).body.error.code).toBe('ratelimited')
  const { handle } = (await signUp('bystander@example.org')).body
  expect((await confirm({ handle, code: 'no code' })).body.error.param).toBe('code')
  const { token } = await proofTo('target@example.org')
  expect((await server.request('/provider/local/check-sign-up', { body: { token } })).status).toBe(200)
  await anHourLater()
  expect((await confirm({ handle: own, code: '000000' })).body.error.param).toBe('code')
  expect((await confirm({ token, password })).status).toBe(200)
})

test('after five wrong codes, and after 30 minutes, a sign-up has to begin again', async () => {
  const { handle } = (await signUp('guess@example.org')).body
  const { code } = await proofTo('guess@example.org')
  const wrong = code === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < triesPerCode.email; tries++)
    expect((await confirm({ handle, code: wrong })).body.error.param).toBe('code')
  expect((await confirm({ handle, code })).body.error.code).toBe('ratelimited')
  await anHourLater()
  expect((await confirm({ handle, code })).body.error.code).toBe('link_expired')
  const again = (await signUp('guess@example.org')).body
  const fresh = await proofTo('guess@example.org')
  await server.app.db.write((tx) => tx.run('UPDATE pending_sign_up SET expires = expires - $1', [proofMilliseconds * 1_000]))
  expect((await confirm({ handle: again.handle, code: fresh.code })).body.error.code).toBe('link_expired')
  expect((await confirm({ token: fresh.token, handle: again.handle })).body.error.code).toBe('link_expired')
})

test('of two confirmations at once one account comes', async () => {
  const { handle } = (await signUp('twice@example.org')).body
  const { code, token } = await proofTo('twice@example.org')
  const both = await Promise.all([confirm({ handle, code }), confirm({ handle, token })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an address with an account gets the same answer; its owner is told by email, and no code of it works', async () => {
  const { body: fresh } = await signUp('nobody@example.net')
  const { status, body } = await signUp('Host@example.org')
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(fresh).toSorted())
  const [mail] = await mailsTo('host@example.org')
  expect(mail?.headers.subject).toBe('You already have a Waypost account')
  expect(mail?.text).toContain('sign in instead')
  expect(mail?.text).not.toMatch(/^\d{6}\r?$/m)
  expect((await confirm({ handle: body.handle, code: '000000' })).body.error.param).toBe('code')
})

test('a mailbox cannot be flooded with codes, and the answer does not show it', async () => {
  for (let count = 0; count < proofMailsPerDay + 2; count++)
    expect((await signUp('flood@example.org')).body.handle).toMatch(/^\w{32}$/)
  expect(await mailsTo('flood@example.org')).toHaveLength(proofMailsPerDay)
})

test('on this machine alone a sign-up needs no proof, nor does the first account, nor one with an emailed invitation', async () => {
  const local = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  try {
    await local.signUp('first@example.org')
    expect((await signUp('ben@example.org', {}, local)).body.access_token).toBeDefined()
    expect((await signUp('ben@example.org', {}, local)).body.error.code).toBe('email_taken')
  } finally {
    await local.close()
  }
  await server.request('/v3/send-invite', { token: host.token, body: { email: 'guest@example.org' } })
  const invite = /invite=(\w+)/.exec((await mailsTo('guest@example.org')).at(-1)?.text ?? '')?.[1]
  const { body } = await signUp('guest@example.org', { invite })
  expect(await enter(body.access_token)).not.toHaveProperty('email_unproven')
})

test('a link to hand over lets in only after proof of the address, because the person who invites knows it too', async () => {
  const { url } = (
    await server.request('/v3/send-invite', { token: host.token, body: { email: 'quiet@example.org', send: false } })
  ).body
  const { body } = await signUp('quiet@example.org', { invite: url.split('invite=')[1] })
  expect(body).not.toHaveProperty('access_token')
  const { code } = await proofTo('quiet@example.org')
  expect((await confirm({ handle: body.handle, code })).status).toBe(200)
})

test('where accounts are by invitation, an invited address without the secret gets in after proof; others get no email', async () => {
  const own = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SIGNUP: 'invite' })
  try {
    const { token } = await own.signUp('admin@example.org')
    await own.request('/v3/send-invite', { token, body: { email: 'old@example.org', send: false } })
    const { body } = await signUp('old@example.org', {}, own)
    const stranger = await signUp('stranger@example.org', {}, own)
    expect(Object.keys(stranger.body).toSorted()).toEqual(Object.keys(body).toSorted())
    const { code } = await proofTo('old@example.org', own)
    expect((await confirm({ handle: body.handle, code }, own)).status).toBe(200)
    expect(await mailsTo('stranger@example.org', own)).toEqual([])
  } finally {
    await own.close()
  }
})

test('a new address of an account and a sign-up with the same address at the same time: one of them is refused, and the server goes on', async () => {
  const own = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  try {
    await own.signUp('admin2@example.org')
    for (let round = 0; round < 5; round++) {
      const [before, wanted] = [`mover${round}@example.org`, `wanted${round}@example.org`]
      const mover = await own.signUp(before)
      await own.request('/v3/change-email', { token: mover.token, body: { email: wanted, password: 'a password for tests' } })
      const { token } = await proofTo(wanted, own)
      expect(token).not.toBe('')
      const granted = (await signUp(wanted, {}, own)).body.access_token
      const [moved, entered] = await Promise.all([
        own.request('/v3/confirm-email', { body: { token } }),
        own.request('/v2/authenticate', { body: { type: 'local', access_token: granted } }),
      ])
      const statuses = [moved.status, entered.status]
      expect([200, 400]).toEqual(expect.arrayContaining(statuses))
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const accounts = await own.app.db.all('SELECT * FROM account WHERE email_normalized = $1', [wanted])
      expect(accounts).toHaveLength(1)
    }
  } finally {
    await own.close()
  }
})
