// On the engines too: an address is unique, and its change is a job and many rows.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { emailLinkMilliseconds } from '../mails.ts'

const password = 'a password for tests'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SUPPORT_EMAIL: 'help@example.org' })
  await server.signUp('first@example.org')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const call = (token: string | undefined, path: string, body?: object) =>
  server.request(path, { ...(token !== undefined && { token }), ...(body && { body }) })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const me = async (token: string) => (await call(token, '/v2/users/me')).body
const settle = () => server.app.jobs.processAll()
const only = async (token: string, path: string, name: string) => (await call(token, `${path}?active=true`)).body[name]

async function mailsTo(address: string) {
  await settle()
  return mailbox.received.filter(({ to }) => to[0] === address)
}

const secretIn = (mail: { text: string } | undefined) => /\/confirm-email#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

async function move(token: string, email: string) {
  expect((await call(token, '/v3/change-email', { email, password })).body).toEqual({ sent: true })
  const secret = secretIn((await mailsTo(email.toLowerCase())).at(-1))
  const answer = await call(undefined, '/v3/confirm-email', { token: secret })
  await settle()
  return { secret, answer }
}

async function signIn(email: string): Promise<[number, string | undefined]> {
  const { status, body } = await call(undefined, '/provider/local/sign-in', { email, password })
  return [status, body.error?.code]
}

test('a name and a picture are changed, cleared and refused; other people see them in their chats', async () => {
  const ana = await server.signUp('ana@example.org', 'Ana')
  const bob = await server.signUp('bob@example.org', 'Bob')
  await call(bob.token, '/v2/chats', { email: 'ana@example.org' })
  const image_url = 'https://example.org/ana.png'
  const { status, body } = await call(ana.token, '/v2/users/me', { name: ' Ana Lima ', image_url })
  expect([status, body.name, body.image_url]).toEqual([200, 'Ana Lima', image_url])
  expect(body.modified).toBeGreaterThan(ana.account.modified)
  expect(await me(ana.token)).toEqual(body)
  await settle()
  expect((await only(bob.token, '/v2/chats', 'chats'))[0].with).toMatchObject({ name: 'Ana Lima', image_url })
  expect((await only(ana.token, '/v2/accounts', 'accounts'))[0]).toMatchObject({ name: 'Ana Lima', image_url })
  for (const wrong of ['javascript:alert(1)', 'ftp://example.org/a.png', 'https://me:secret@example.org/a.png'])
    expect(codeOf(await call(ana.token, '/v2/users/me', { image_url: wrong }))).toEqual([400, 'invalid_param'])
  await call(ana.token, '/v2/users/me', { name: ' ', image_url: ' ' })
  expect(await me(ana.token)).not.toHaveProperty('name')
  await settle()
  expect((await only(bob.token, '/v2/chats', 'chats'))[0].with).not.toHaveProperty('image_url')
})

test('an uploaded picture stays when the message with the same file is deleted', async () => {
  const { token } = await server.signUp('picture@example.org')
  const { body: upload } = await call(token, '/v3/start-upload', { name: 'me.png', size: 4, type: 'image/png' })
  await fetch(upload.piece_urls[0], { method: 'POST', body: 'abcd' })
  const { body: file } = await call(token, '/v3/finish-upload', { id: upload.id })
  const { body: push } = await call(token, '/v2/pushes', { type: 'file', file_url: file.file_url, file_name: 'me.png' })
  await call(token, '/v2/users/me', { image_url: file.file_url })
  await server.request(`/v2/pushes/${push.iden}`, { token, method: 'DELETE' })
  await settle()
  expect((await fetch(file.file_url)).status).toBe(200)
})

test('an address changes by the link to it: it signs in, the old one does not, the old one is told, and this session stays', async () => {
  const { token, account } = await server.signUp('old@example.org', 'Olga')
  await call(token, '/v3/change-email', { email: 'New@example.org', password })
  expect((await me(token)).email).toBe('old@example.org')
  const [mail] = await mailsTo('New@example.org')
  const secret = secretIn(mail)
  expect((await call(undefined, '/v3/check-email-link', { token: secret })).body).toEqual({
    email: 'old@example.org',
    new_email: 'New@example.org',
  })
  expect(await signIn('new@example.org')).toEqual([400, 'sign_in_failed'])
  expect((await call(undefined, '/v3/confirm-email', { token: secret })).body).toEqual({ email: 'New@example.org' })
  expect(await me(token)).toMatchObject({ iden: account.iden, email: 'New@example.org', email_normalized: 'new@example.org' })
  expect(await signIn('new@example.org')).toEqual([200, undefined])
  expect(await signIn('old@example.org')).toEqual([400, 'sign_in_failed'])
  expect((await only(token, '/v2/accounts', 'accounts'))[0]).toMatchObject({ email: 'New@example.org', primary: true })
  const [notice] = await mailsTo('old@example.org')
  expect(notice?.headers.subject).toBe('The email address of your Waypost account was changed')
  expect(notice?.text).toContain('New@example.org')
  expect(notice?.text).toContain(
    'If it was not you, someone else is signed in to your account. Write to help@example.org at once',
  )
  expect(codeOf(await call(undefined, '/v3/confirm-email', { token: secret }))).toEqual([400, 'link_expired'])
  expect((await server.signUp('old@example.org')).account.iden).not.toBe(account.iden)
})

test('the link needs the password; a newer one ends it, and so does a day', async () => {
  const { token } = await server.signUp('careful@example.org')
  const ask = (email: string, given: string | undefined = password) =>
    call(token, '/v3/change-email', { email, ...(given && { password: given }) })
  for (const wrong of ['not this one', ''])
    expect(codeOf(await ask('careful-2@example.org', wrong))).toEqual([400, 'sign_in_failed'])
  expect(await mailsTo('careful-2@example.org')).toEqual([])
  expect(codeOf(await ask('careful@example.org'))).toEqual([400, 'invalid_param'])
  await ask('careful-2@example.org')
  await ask('careful-3@example.org')
  const first = secretIn((await mailsTo('careful-2@example.org'))[0])
  const second = secretIn((await mailsTo('careful-3@example.org'))[0])
  expect(codeOf(await call(undefined, '/v3/confirm-email', { token: first }))).toEqual([400, 'link_expired'])
  await server.app.db.write((tx) => tx.run('UPDATE one_time_link SET expires = expires - $1', [emailLinkMilliseconds * 1_000]))
  expect(codeOf(await call(undefined, '/v3/confirm-email', { token: second }))).toEqual([400, 'link_expired'])
  expect((await me(token)).email).toBe('careful@example.org')
})

test('an address with an account is refused in the mail, not to the one who asks; one that gets an account meanwhile is refused at the link', async () => {
  const { token } = await server.signUp('wants@example.org')
  await server.signUp('has@example.org')
  const free = await call(token, '/v3/change-email', { email: 'free@example.org', password })
  const [offer] = await mailsTo('free@example.org')
  const taken = await call(token, '/v3/change-email', { email: 'HAS@example.org', password })
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  const [mail] = await mailsTo('HAS@example.org')
  expect(mail?.text).toContain('there is an account with this address already')
  expect(mail?.text).not.toContain('wants@example.org')
  expect(secretIn(mail)).toBe('')
  await server.signUp('free@example.org')
  expect(codeOf(await call(undefined, '/v3/confirm-email', { token: secretIn(offer) }))).toEqual([400, 'email_taken'])
  expect((await me(token)).email).toBe('wants@example.org')
})

test('a sign-up that was never finished does not keep an address from the person who reads its mail', async () => {
  const { token } = await server.signUp('reader@example.org')
  const squatted = { email: 'mine@example.org', password: 'someone else wrote this' }
  await call(undefined, '/provider/local/sign-up', squatted)
  expect((await move(token, 'mine@example.org')).answer.status).toBe(200)
  expect(await signIn('mine@example.org')).toEqual([200, undefined])
  expect(codeOf(await call(undefined, '/provider/local/sign-in', squatted))).toEqual([400, 'sign_in_failed'])
})

test("other people's chats, histories and read markers move to the new address", async () => {
  const { token } = await server.signUp('moves@example.org', 'Mo')
  const bob = (await server.signUp('friend@example.org', 'Fred')).token
  for (const body of ['one', 'two']) await call(token, '/v2/pushes', { type: 'note', body, email: 'friend@example.org' })
  await call(bob, '/v2/pushes', { type: 'note', body: 'three', email: 'moves@example.org' })
  const [chat] = await only(bob, '/v2/chats', 'chats')
  await call(bob, '/v2/read_markers', { markers: [{ conversation: 'email:moves@example.org', read_to: Date.now() / 1_000 }] })
  await call(token, '/v2/read_markers', { markers: [{ conversation: 'email:friend@example.org', read_to: Date.now() / 1_000 }] })
  await call(bob, `/v2/chats/${chat.iden}`, { muted: true })
  await move(token, 'moved@example.org')
  expect(await only(bob, '/v2/chats', 'chats')).toEqual([
    {
      ...chat,
      muted: true,
      modified: expect.any(Number),
      with: { ...chat.with, email: 'moved@example.org', email_normalized: 'moved@example.org' },
    },
  ])
  const history = async (address: string) => (await call(bob, `/v2/history?conversation=email:${address}`)).body.pushes
  expect((await history('moved@example.org')).map(({ body }: Json) => body).toSorted()).toEqual(['one', 'three', 'two'])
  expect(await history('moves@example.org')).toEqual([])
  const markers = await only(bob, '/v2/read_markers', 'read_markers')
  const marker = (address: string) => markers.find((one: Json) => one.conversation === `email:${address}`)
  const { read_to, their_read_to } = marker('moves@example.org')
  expect(their_read_to).toBeGreaterThan(0)
  expect(marker('moved@example.org')).toMatchObject({ read_to, their_read_to })
  await call(token, '/v2/pushes', { type: 'note', body: 'four', email: 'friend@example.org' })
  expect(await history('moved@example.org')).toHaveLength(4)
  expect(await only(bob, '/v2/chats', 'chats')).toHaveLength(1)
})

test('a chat at the new address, from before the person had it, becomes the one chat with the person', async () => {
  const { token } = await server.signUp('two@example.org')
  const bob = (await server.signUp('both@example.org')).token
  await call(token, '/v2/pushes', { type: 'note', body: 'from the old address', email: 'both@example.org' })
  await call(bob, '/v2/pushes', { type: 'note', body: 'to the new address', email: 'two-new@example.org' })
  await move(token, 'two-new@example.org')
  const chats = await only(bob, '/v2/chats', 'chats')
  expect(chats.map((chat: Json) => [chat.with.type, chat.with.email])).toEqual([['user', 'two-new@example.org']])
  const { body } = await call(bob, '/v2/history?conversation=email:two-new@example.org')
  expect(body.pushes).toHaveLength(2)
})

test('a block follows the person to another address, also one from before there was an account', async () => {
  const [early, late] = [(await server.signUp('early@example.org')).token, (await server.signUp('late@example.org')).token]
  await call(early, '/v2/blocks', { email: 'pest@example.org' })
  const pest = (await server.signUp('pest@example.org')).token
  await call(late, '/v2/blocks', { email: 'pest@example.org' })
  await move(pest, 'pest-again@example.org')
  for (const [token, email] of [
    [early, 'early@example.org'],
    [late, 'late@example.org'],
  ] as const) {
    await call(pest, '/v2/pushes', { type: 'note', body: 'it is me', email })
    expect(await only(token, '/v2/pushes', 'pushes')).toEqual([])
    expect((await only(token, '/v2/blocks', 'blocks'))[0].user.email).toBe('pest-again@example.org')
  }
})

test('an account that signs in with another provider only changes its address without a password', async () => {
  const { token, account } = await server.signUp('google@example.org')
  await server.app.db.write(async (tx) => {
    await tx.run("UPDATE login SET type = 'google', subject = '7' WHERE owner = $1", [account.iden])
    await tx.run("DELETE FROM local_identity WHERE email_normalized = 'google@example.org'")
  })
  await call(token, '/v3/change-email', { email: 'plain@example.org' })
  const [mail] = await mailsTo('plain@example.org')
  expect((await call(undefined, '/v3/confirm-email', { token: secretIn(mail) })).status).toBe(200)
  expect((await me(token)).email).toBe('plain@example.org')
  expect((await only(token, '/v2/accounts', 'accounts'))[0].email).toBe('google@example.org')
})
