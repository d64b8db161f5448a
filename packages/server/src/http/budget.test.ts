import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  budgetMilliseconds,
  budgetUnits,
  costOf,
  createEphemeral,
  createPush,
  getDevice,
  getEverything,
  requestBytes,
} from '@waypost/protocol'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { budgets, usualBudget } from './rate-limits.ts'

const opened: TestServer[] = []
async function start(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args)
  opened.push(server)
  return server
}
afterAll(() => Promise.all(opened.map((server) => server.close())))

test('a bucket is filled again when its time is over, and each caller has one', () => {
  let time = 1_000_000
  const { spend } = budgets({ capacity: 10, every: 60_000 }, { now: () => time })
  expect(spend('a', 6)).toEqual({ bucket: { left: 4, full: 1_060_000 }, enough: true })
  time += 59_999
  expect(spend('a', 6)).toEqual({ bucket: { left: 4, full: 1_060_000 }, enough: false })
  expect(spend('a', 4).enough).toBe(true)
  expect(spend('b', 10).enough).toBe(true)
  time += 1
  expect(spend('a', 6)).toEqual({ bucket: { left: 4, full: 1_120_000 }, enough: true })
})

test('of buckets the oldest are dropped, so that they do not grow without end', () => {
  const { spend } = budgets({ capacity: 1, every: 60_000 }, { now: () => 0, maxCallers: 100 })
  for (let count = 0; count < 1_000; count++) spend(String(count), 1)
  expect([spend('999', 1).enough, spend('0', 1).enough]).toEqual([false, true])
})

test('a call costs 1 and 4 for each time it asks the database, and thousands a minute are fine', () => {
  expect([getDevice, createPush, createEphemeral, getEverything].map(costOf)).toEqual([5, 9, 1, 49])
  expect(usualBudget).toEqual({ capacity: 32_768, every: 60_000 })
})

test('API-001 every answer has the budget that is left to the account, whichever of its tokens asks', async () => {
  const server = await start({}, { budget: usualBudget })
  const { token } = await server.signUp('a@example.org')
  const { access_token } = (await server.request('/v3/create-access-token', { token, method: 'POST' })).body
  const before = Math.floor(Date.now() / 1_000)
  // Each of the two nodes counts separately, and requests alternate: every other response comes from the same node.
  const answers = []
  for (const callerToken of [token, token, access_token, access_token])
    answers.push(await server.request('/v2/devices', { token: callerToken }))
  const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect((left[0] as number) - (left[2] as number)).toBeOneOf([5, 10])
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('32768')
    const reset = headers.get('x-ratelimit-reset') ?? ''
    expect(reset).toMatch(/^\d+$/)
    expect(Number(reset)).toBeGreaterThanOrEqual(before)
    expect(Number(reset)).toBeLessThanOrEqual(before + budgetMilliseconds / 1_000 + 2)
    expect(headers.get('access-control-expose-headers')).toContain('X-Ratelimit-Remaining')
  }
})

test('refusals say it too, also those without a caller', async () => {
  const server = await start()
  const { token } = await server.signUp('a@example.org')
  const device = { token, body: { nickname: 'x'.repeat(2_000) } }
  const large = { token, body: { nickname: 'x'.repeat(requestBytes) } }
  for (const [path, options, status] of [
    ['/v2/devices', device, 400],
    ['/v2/devices', large, 413],
    ['/v2/devices/none', { token }, 404],
    ['/v2/devices', {}, 401],
    ['/v2/nothing', { token }, 404],
    ['/v2/channel-info?tag=none', {}, 400],
    ['/oauth2/client-info?client_id=none', {}, 400],
  ] as const) {
    const answer = await server.request(path, options)
    expect([path, answer.status]).toEqual([path, status])
    for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  }
})

test('GAP-019 who has spent all is refused until the time that the refusal names, and no other caller is', async () => {
  const server = await start({}, { budget: { capacity: 12, every: 3_600_000 } })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const people = []
  for (const name of ['a', 'b']) people.push(await signUpFrom(server, name))
  const [a = '', b = ''] = people
  // Each node accepts two calls; the fifth finds no budget left on either.
  const answers = []
  for (let count = 0; count < 5; count++) {
    answers.push(await server.request('/v2/devices', { body: { nickname: `Phone ${count}` }, headers: { 'access-token': a } }))
  }
  expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
  const { status, body, headers } = answers[4] as (typeof answers)[number]
  expect([status, body.error.code, body.error.message]).toEqual([
    429,
    'ratelimited',
    'Too many requests. Try again in 60 minutes.',
  ])
  expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['12', '2'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_590)
  expect((await server.request('/v2/devices', { token: b })).body.devices).toEqual([])
  const made = answers.filter((answer) => answer.status === 200).length
  expect((await server.app.db.all('SELECT 1 FROM device')).length).toBe(made)

  const guesses = []
  for (let count = 0; count < 5; count++) {
    guesses.push((await server.request('/v2/users/me', { token: `guess-${count}`, ...from('192.0.2.1') })).status)
  }
  expect([guesses[0], guesses[4]]).toEqual([401, 429])
  expect((await server.request('/v2/users/me', { token: 'guess', ...from('192.0.2.2') })).status).toBe(401)
  expect((await server.request('/v2/users/me', { headers: { 'access-token': b, 'x-forwarded-for': '192.0.2.1' } })).status).toBe(
    200,
  )
})

test('a server limits its callers unless it is told not to', async () => {
  const ask = async (environment: Record<string, string>) => {
    const data = mkdtempSync(join(tmpdir(), 'waypost-budget-'))
    const app = await startApp(readConfig({ ...environment, WAYPOST_DATA: data, WAYPOST_PORT: '0', WAYPOST_LOG: 'silent' }))
    const response = await fetch(`${app.origin}/v2/users/me`)
    await app.close()
    rmSync(data, { recursive: true })
    return response.headers.get('x-ratelimit-remaining')
  }
  expect(await ask({})).toBe(String(budgetUnits - 5))
  expect(await ask({ WAYPOST_RATE_LIMIT: 'off' })).toBe(String(budgetUnits))
  expect(() => readConfig({ WAYPOST_RATE_LIMIT: 'no' })).toThrow('WAYPOST_RATE_LIMIT')
})

test('the bytes of a body cost too, whether or not their number is announced', async () => {
  const server = await start({}, { budget: { capacity: 1_000, every: 3_600_000 } })
  const token = await signUpFrom(server, 'c')
  const left = async (body: string | ReadableStream, streamed = false) => {
    const response = await fetch(`${server.origin}/v2/permanents/none`, { headers: { 'access-token': token } })
    const before = Number(response.headers.get('x-ratelimit-remaining'))
    const push = await fetch(`${server.origin}/v3/set-permanent`, {
      method: 'POST',
      headers: { 'access-token': token },
      body,
      ...(streamed && { duplex: 'half' as const }),
    })
    return { status: push.status, cost: before - Number(push.headers.get('x-ratelimit-remaining')) }
  }
  const body = JSON.stringify({ key: 'k', data: { text: 'x'.repeat(200_000) } })
  const small = await left(JSON.stringify({ key: 'k', data: { text: 'x' } }))
  const large = await left(body)
  const streamed = await left(new Blob([body]).stream(), true)
  expect([small.status, large.status, streamed.status]).toEqual([200, 200, 200])
  expect([large.cost - small.cost, streamed.cost - small.cost]).toEqual([195, 195])
  const refused = [await left(body), await left(body), await left(body)].at(-1)
  expect(refused?.status).toBe(429)
})

/** Signs up from a separate address, because each has a small budget. */
async function signUpFrom(server: TestServer, name: string): Promise<string> {
  const ask = async (path: string, body: object, last: number) =>
    (await server.request(path, { body, headers: { 'x-forwarded-for': `198.51.${name.charCodeAt(0)}.${last}` } })).body
  const granted = await ask('/provider/local/sign-up', { email: `${name}@example.org`, password: 'a password for tests' }, 1)
  return (await ask('/v2/authenticate', { type: 'local', access_token: granted.access_token }, 2)).api_key
}
