import { verify } from '@node-rs/argon2'
import { afterEach, expect, test } from 'vitest'
import type { Writer } from '../db/db.ts'
import { defaultRateLimits, noRateLimits, type RateLimits } from '../http/rate-limits.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { localProvider } from './local/local.ts'

let server: TestServer
let close: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of close) await each()
  close = []
})

const right = { email: 'ana@example.org', password: 'a password for tests' }
const wrong = { ...right, email: 'ANA@example.org', password: 'a wrong password' }

async function start(rateLimits: RateLimits, environment: Record<string, string> = {}): Promise<void> {
  // Each node counts separately.
  server = await startTestServer(environment, { rateLimits, nodes: 1 })
  close.unshift(() => server.close())
  await server.signUp('ana@example.org')
}

async function signIn(body: object, from: string): Promise<string | undefined> {
  const { body: answer } = await server.request('/provider/local/sign-in', { body, headers: { 'x-forwarded-for': from } })
  return answer.error?.code
}

test('wrong passwords from one network address do not keep the owner out from another, nor right ones', async () => {
  await start(defaultRateLimits)
  for (let count = 0; count < 10; count++) expect(await signIn(wrong, '192.0.2.1')).toBe('sign_in_failed')
  expect(await signIn(wrong, '192.0.2.1')).toBe('ratelimited')
  expect(await signIn(right, '192.0.2.1')).toBe('ratelimited')
  for (let count = 0; count < 20; count++) expect(await signIn(right, '198.51.100.7')).toBeUndefined()
})

test('many network addresses together are slowed down for one account, but not where the owner has signed in before', async () => {
  await start({ ...noRateLimits, forAccountOverall: { burst: 4, every: 120_000 } })
  expect(await signIn(right, '198.51.100.7')).toBeUndefined()
  for (let count = 0; count < 4; count++) expect(await signIn(wrong, `192.0.2.${count}`)).toBe('sign_in_failed')
  expect(await signIn(wrong, '192.0.2.9')).toBe('ratelimited')
  expect(await signIn(right, '203.0.113.5')).toBe('ratelimited')
  expect(await signIn(right, '198.51.100.7')).toBeUndefined()
  expect(await signIn({ ...wrong, email: 'other@example.org' }, '192.0.2.9')).toBe('sign_in_failed')
})

test('the owner is told by email of many wrong passwords, once a day; nobody is for an address without an account', async () => {
  const mailbox = await startMailbox()
  close.push(() => mailbox.close())
  await start(noRateLimits, { WAYPOST_SMTP_URL: mailbox.url })
  for (let count = 0; count < 25; count++) {
    await signIn(wrong, `192.0.2.${count}`)
    await signIn({ ...wrong, email: 'nobody@example.org' }, `192.0.2.${count}`)
  }
  await server.app.jobs.processAll()
  const notices = mailbox.received.filter(({ headers }) => headers.subject?.includes('tries to sign in'))
  expect(notices.map(({ to }) => to)).toEqual([['ana@example.org']])
})

test('the time until a refusal does not tell whether an address has an account: the same is done for both', async () => {
  await start(noRateLimits)
  const { db, jobs } = server.app
  let done: string[] = []
  const { prove } = localProvider({
    db: {
      ...db,
      one: (sql: string, values: string[]) => [done.push(sql), db.one(sql, values)][1],
      write: (work: (tx: Writer) => Promise<unknown>) => [done.push('write'), db.write(work)][1],
    },
    jobs: { ...jobs, handle() {} },
    config: {},
    rateLimits: noRateLimits,
    origin: () => server.origin,
    passwordCost: { memoryCost: 8, timeCost: 1 },
    verify: (hash: string, password: string) => [done.push(hash.replace(/\$[^$]*\$[^$]*$/, '')), verify(hash, password)][1],
  } as unknown as Parameters<typeof localProvider>[0])
  async function workOfRefusals(email: string): Promise<string[][]> {
    const all: string[][] = []
    for (let count = 0; count < 12; count++) {
      done = []
      await expect(prove(email, wrong.password, '192.0.2.1')).rejects.toMatchObject({ code: 'sign_in_failed' })
      all.push(done)
    }
    return all
  }
  const known = await workOfRefusals('ana@example.org')
  expect(await workOfRefusals('nobody@example.org')).toEqual(known)
  expect(known[0]).toEqual([expect.stringContaining('FROM local_identity'), '$argon2id$v=19$m=8,t=1,p=1'])
  expect(known[9]).toEqual([...(known[0] ?? []), 'write'])
})
