import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { plainForwarding } from './forwarded.ts'

test.each([
  ['x-forwarded-for', '203.0.113.7', '203.0.113.7'],
  ['x-forwarded-for', '203.0.113.7:4711', '203.0.113.7'],
  ['x-forwarded-for', ' 198.51.100.1 ,203.0.113.7:80', '198.51.100.1, 203.0.113.7'],
  ['x-forwarded-for', '[2001:db8::1]:443', '2001:db8::1'],
  ['x-forwarded-for', '[2001:db8::1]', '2001:db8::1'],
  ['x-forwarded-for', '"2001:db8::1"', '2001:db8::1'],
  ['x-forwarded-for', '2001:db8::1', '2001:db8::1'],
  ['x-forwarded-for', '1.2.3.4, unknown, 203.0.113.7', '203.0.113.7'],
  ['x-forwarded-for', '1.2.3.4, _hidden', ''],
  ['x-forwarded-for', '', ''],
  ['forwarded', 'for=203.0.113.7;proto=https;by=203.0.113.43', '203.0.113.7'],
  ['forwarded', 'For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
  ['forwarded', 'for=192.0.2.43, For="198.51.100.17:80";host="a, b"', '192.0.2.43, 198.51.100.17'],
  ['forwarded', 'by=x; for=192.0.2.43', '192.0.2.43'],
  ['forwarded', 'for=1.2.3.4, for=unknown', ''],
  ['forwarded', 'for=1.2.3.4, for="_gazonk"', ''],
  ['forwarded', 'proto=https', ''],
])('%s: %s', (name, value, plain) => {
  const headers: Record<string, string> = { [name]: value }
  plainForwarding(headers)
  expect(headers['x-forwarded-for']).toBe(plain)
})

test('X-Forwarded-For counts before Forwarded, and both are read in linear time', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=1.2.3.4' }
  plainForwarding(headers)
  expect(headers['x-forwarded-for']).toBe('203.0.113.7')
  for (const text of ['1.2.3.4,', '"', ',', ';', 'for=', 'for="', '\\"', '[', ' '])
    for (const name of ['forwarded', 'x-forwarded-for'])
      expectLinear(
        `${name} of ${text}`,
        2 ** 16,
        (size) => text.repeat(size / text.length),
        (value) => plainForwarding({ [name]: value }),
      )
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { budget: { capacity: 40, every: 60_000 } })
})
afterAll(() => server.close())

test('an address counts as one however a proxy writes it', async () => {
  const left = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.origin}/v2/users/me`, { headers })
    return Number(response.headers.get('x-ratelimit-remaining'))
  }
  const first = await left({ 'x-forwarded-for': '203.0.113.7' })
  expect(await left({ 'x-forwarded-for': '203.0.113.7:1234' })).toBeLessThan(first)
  expect(await left({ forwarded: 'for="203.0.113.7:99"' })).toBeLessThan(first - 5)
  expect(await left({ 'x-forwarded-for': '[2001:db8::1]:80' })).toBe(first)
  expect(await left({ forwarded: 'for="[2001:db8::2]"' })).toBeLessThan(first)
})
