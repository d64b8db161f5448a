import { expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'
import { addressKey, defaultRateLimits, noRateLimits, passwordRateLimits, throttle } from './rate-limits.ts'

function refused(work: () => void): string | undefined {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

test('so many tries at once, then one more each time that another is due, by key', () => {
  let time = 1_000_000
  const tries = throttle({ burst: 2, every: 60_000 }, { now: () => time })
  const take = (key = 'a') => refused(() => tries.take(key))
  expect([take(), take()]).toEqual([undefined, undefined])
  expect(take()).toBe('Too many attempts. Try again in 1 minute.')
  expect(take('b')).toBeUndefined()
  time += 59_000
  expect(take()).toBe('Too many attempts. Try again in 1 second.')
  time += 1_000
  expect(take()).toBeUndefined()
  expect(take()).toBe('Too many attempts. Try again in 1 minute.')
  tries.giveBack('a')
  expect(take()).toBeUndefined()
})

test('the table does not grow without end', () => {
  const tries = throttle({ burst: 1, every: 60_000 }, { now: () => 0, maxKeys: 100 })
  for (let count = 0; count < 1_000; count++) tries.take(String(count))
  expect(refused(() => tries.take('0'))).toBeUndefined()
  expect(refused(() => tries.take('999'))).toBeDefined()
})

test('one IPv6 network counts as one address, however it is written', () => {
  expect(addressKey('2001:db8:1:2:3::4')).toBe(addressKey('2001:db8:1:2:ffff::1'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('::ffff:192.0.2.1')).toBe(addressKey('192.0.2.1'))
})

test('API-055 passwords and sign-ups from one address are slowed down, other addresses are not', async () => {
  const slow = { burst: 2, every: 60_000 }
  const server = await startTestServer({}, { rateLimits: { ...noRateLimits, fromAddress: slow, signUp: slow, exchange: slow } })
  const ask = async (path: string, body: object, from: string) =>
    (await server.request(path, { body, headers: { 'x-forwarded-for': from } })).status
  for (const [path, body, usual] of [
    ['/provider/local/sign-in', { email: 'a@example.org', password: 'wrong password' }, 400],
    ['/provider/local/sign-up', { email: 'b@example.org', password: 'right password' }, 400],
    ['/v2/authenticate', { type: 'local', access_token: 'x' }, 400],
  ] as const) {
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await ask(path, body, '192.0.2.1'))
    expect([answers[1], answers[4], await ask(path, body, '192.0.2.9')]).toEqual([usual, 429, usual])
  }
  await server.close()
})

test('main is slowed down unless it is told otherwise', () => {
  for (const { burst } of Object.values(defaultRateLimits)) expect(burst).toBeLessThan(100)
  // Even without rate limits, passwords can't be guessed.
  expect(passwordRateLimits).toMatchObject({
    fromAddress: defaultRateLimits.fromAddress,
    forAccount: defaultRateLimits.forAccount,
    forAccountOverall: defaultRateLimits.forAccountOverall,
  })
  expect(passwordRateLimits.signUp).toEqual(noRateLimits.signUp)
})
