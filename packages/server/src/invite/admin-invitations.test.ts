// On the engines too: invitations are paged, and counted for writes at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationsPerAccount } from '../invitation/rows.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let admin: { token: string; account: Json }
let alice: { token: string; account: Json }
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  admin = await server.signUp('admin@example.org', 'Ada')
  alice = await server.signUp('alice@example.org', 'Alice')
  await server.request('/v3/admin/settings', { token: admin.token, body: { sign_up: 'invite' } })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const call = (path: string, body?: object, { token = admin.token, method }: { token?: string; method?: string } = {}) =>
  server.request(path, { token, ...(body && { body }), ...(method && { method }) })
const list = async (query = '') => (await call(`/v3/admin/invitations${query}`)).body
const inviteAs = async (token: string, email: string) =>
  (await call('/v3/send-invite', { email, send: false }, { token })).body as { iden: string; url: string }
const secretIn = (words: string) => /[#&?]invite=(\w+)/.exec(words)?.[1] as string
const signUp = (email: string, invite: string) =>
  server.request('/provider/local/sign-up', { body: { email, password: 'lamp river seventeen', invite } })
const audited = async () => (await call('/v3/admin/audit?limit=1')).body.entries[0]
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

test('an administrator invites an address by email, in their own name, and the audit log has it', async () => {
  const { status, body } = await call('/v3/admin/invitations', { email: 'Friend@example.org' })
  expect([status, body.sent]).toEqual([200, true])
  await server.app.jobs.processAll()
  const mail = mailbox.received.findLast(({ to }) => to.includes('Friend@example.org'))
  expect(mail?.headers['reply-to']).toBe('admin@example.org')
  expect((await signUp('friend@example.org', secretIn(mail?.text ?? ''))).status).toBe(200)
  expect(await audited()).toMatchObject({ act: 'invite', by: 'admin@example.org', details: { email: 'Friend@example.org' } })
  expect((await list('?search=friend')).invitations).toMatchObject([
    { email: 'Friend@example.org', state: 'open', sent: true, by: { email: 'admin@example.org', name: 'Ada' } },
  ])
  expect(JSON.stringify((await call('/v3/admin/audit')).body)).not.toContain(secretIn(body.url))
})

test('an address that has an account is told to an administrator, and a malformed one is refused', async () => {
  expect(codeOf(await call('/v3/admin/invitations', { email: 'ALICE@example.org' }))).toEqual([400, 'email_taken'])
  expect(codeOf(await call('/v3/admin/invitations', { email: 'nobody' }))).toEqual([400, 'invalid_param'])
})

test('another link for an invitation of any account lets its address in, and lasts two weeks from then', async () => {
  const { iden, url } = await inviteAs(alice.token, 'guest@example.org')
  await server.app.db.write((tx) => tx.run('UPDATE invite SET expires = expires - 1000000000000 WHERE iden = $1', [iden]))
  const before = (await list('?search=guest')).invitations[0].expires
  const made = (await call(`/v3/admin/invitations/${iden}/link`, {})).body
  expect(made.expires - before).toBeGreaterThan(900_000)
  expect(await audited()).toMatchObject({
    act: 'invitation-link',
    about: 'alice@example.org',
    details: { email: 'guest@example.org' },
  })
  expect((await signUp('other@example.org', secretIn(made.url))).body.error.code).toBe('invite_other')
  expect((await server.request('/v3/check-invitation', { body: { invite: secretIn(made.url) } })).body).toEqual({
    email: 'guest@example.org',
    invited_by: 'Alice',
  })
  expect((await server.request('/v3/check-invitation', { body: { invite: secretIn(url) } })).status).toBe(200)
})

test('an expired invitation is renewed by another link, and its earlier links stay ended', async () => {
  const { iden, url } = await inviteAs(alice.token, 'late@example.org')
  await server.app.db.write((tx) => tx.run('UPDATE invite SET expires = created WHERE iden = $1', [iden]))
  expect((await list('?search=late@')).invitations[0].state).toBe('expired')
  const made = (await call(`/v3/admin/invitations/${iden}/link`, {})).body
  expect((await list('?search=late@')).invitations[0].state).toBe('open')
  const check = (words: string) => server.request('/v3/check-invitation', { body: { invite: secretIn(words) } })
  expect([(await check(made.url)).status, codeOf(await check(url))]).toEqual([200, [403, 'invite_ended']])
})

test('a revoked invitation gets no other link, an unknown one neither, and revoking is recorded', async () => {
  const { iden, url } = await inviteAs(alice.token, 'gone@example.org')
  expect((await call(`/v3/admin/invitations/${iden}`, undefined, { method: 'DELETE' })).status).toBe(200)
  expect(await audited()).toMatchObject({
    act: 'revoke-invitation',
    about: 'alice@example.org',
    details: { email: 'gone@example.org' },
  })
  expect(codeOf(await signUp('gone@example.org', secretIn(url)))).toEqual([403, 'invite_ended'])
  expect(codeOf(await call(`/v3/admin/invitations/${iden}/link`, {}))).toEqual([403, 'invite_ended'])
  expect(codeOf(await call('/v3/admin/invitations/none/link', {}))).toEqual([404, 'not_found'])
  expect(codeOf(await call(`/v3/admin/invitations/${iden}`, undefined, { method: 'DELETE' }))).toEqual([404, 'not_found'])
})

test('the list comes in pages, the open ones first, then the newest, and is limited to a state', async () => {
  const made: string[] = []
  for (let count = 0; count < 6; count++) {
    const { iden } = await inviteAs(alice.token, `paged-${count}@example.org`)
    made.push(iden)
  }
  for (const iden of made.slice(4)) await call(`/v3/admin/invitations/${iden}`, undefined, { method: 'DELETE' })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(`?search=paged-&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    expect(page.invitations.length).toBeLessThanOrEqual(2)
    found.push(...page.invitations.map(({ email }: Json) => email))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(found).toEqual([3, 2, 1, 0, 5, 4].map((count) => `paged-${count}@example.org`))
  expect((await list('?search=paged-&state=revoked')).invitations).toHaveLength(2)
  expect((await list('?search=paged-&state=open')).invitations).toHaveLength(4)
  expect((await list('?search=paged-&state=used')).invitations).toHaveLength(0)
  expect((await list('?search=ALICE@')).invitations.length).toBeGreaterThanOrEqual(6)
  expect((await list('?search=%25')).invitations).toEqual([])
  for (const wrong of ['zzz', '12.5.uj', '0.1', "0.1.'"])
    expect(codeOf(await call(`/v3/admin/invitations?cursor=${encodeURIComponent(wrong)}`))).toEqual([400, 'invalid_cursor'])
})

test('only administrators list, make and revoke the invitations of others', async () => {
  const { iden } = await inviteAs(admin.token, 'mine@example.org')
  const { token } = alice
  for (const answer of [
    await call('/v3/admin/invitations', undefined, { token }),
    await call('/v3/admin/invitations', { email: 'x@example.org' }, { token }),
    await call(`/v3/admin/invitations/${iden}/link`, {}, { token }),
    await call(`/v3/admin/invitations/${iden}`, undefined, { token, method: 'DELETE' }),
  ])
    expect(codeOf(answer)).toEqual([403, 'forbidden'])
})

test('an account has so many invitations at most, also where several are made at the same time', async () => {
  const open = await startTestServer({ WAYPOST_RATE_LIMIT: 'off' })
  try {
    const { token, account } = await open.signUp('many@example.org')
    await open.app.db.write((tx) =>
      tx.run(
        `INSERT INTO invite (owner, email_normalized, created, iden, email, used)
         WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${invitationsPerAccount - 2})
         SELECT $1, 'x' || n || '@example.org', 1, $1 || n, 'x' || n || '@example.org', 1 FROM number`,
        [account.iden],
      ),
    )
    const invite = (index: number) =>
      open.request('/v3/send-invite', { token, body: { email: `one-${index}@example.org`, send: false } })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => invite(index)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array(6).fill(403)])
  } finally {
    await open.close()
  }
})
