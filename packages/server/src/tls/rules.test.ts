import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { patience } from '../../../../scripts/tests/patience.ts'
import { newKey } from './certificate.ts'
import { orderCertificate } from './order.ts'
import { AcmeError, type AcmeTrouble, renewalOf, sentenceOf, waitAfter } from './rules.ts'
import { selfSigned } from './test-certificate.ts'

const minute = 60_000
const day = 24 * 60 * minute

async function troubleOf(directory: string, ca: string | undefined): Promise<AcmeTrouble> {
  const order = { domain: 'push.example.org', directory, ca, email: undefined, accountKey: await newKey(), challenges: new Map() }
  try {
    await orderCertificate({ ...order, signal: AbortSignal.timeout(patience.wait) })
  } catch (error) {
    if (error instanceof AcmeError) return error.trouble
    throw error
  }
  throw new Error('It issues one.')
}

test('a certificate is renewed when a third of its lifetime is left, or up to a thirtieth of it earlier', () => {
  for (const lifetime of [90 * day, 6 * day, 5 * minute]) {
    const certificate = { pem: '', from: 1_000, to: 1_000 + lifetime }
    expect(renewalOf(certificate, undefined, 0)).toBeCloseTo(1_000 + (lifetime * 2) / 3)
    expect(renewalOf(certificate, undefined, 1)).toBeCloseTo(1_000 + (lifetime * 19) / 30)
  }
})

test('one that was fetched with a wrong clock is not asked for again at once', () => {
  const certificate = { pem: '', from: 0, to: 90 * day }
  expect(renewalOf(certificate, 200 * day, 0)).toBe(230 * day)
  expect(renewalOf(certificate, 0, 0)).toBe(60 * day)
})

test('retries come less and less often, at most four in an hour, and not before the ACME server allows it', () => {
  const waits = Array.from({ length: 9 }, (_, index) => waitAfter(index + 1, 0, undefined, 0) / minute)
  expect(waits).toEqual([2, 10, 30, 60, 120, 240, 360, 360, 360])
  expect(waitAfter(1, 0, undefined, 1) / minute).toBeCloseTo(2.4)
  expect(waitAfter(1, 3 * day, undefined, 0)).toBe(3 * day)
  expect(waitAfter(1, 1_000 * day, undefined, 0)).toBe(8 * day)
})

test.each([
  ['dns', 'NXDOMAIN', /finds no address of this name; check that the A and AAAA records of push\.example\.org in DNS lead/],
  [
    'connection',
    'Timeout',
    /cannot connect to http:\/\/push\.example\.org; check .+, and that port 80 is open in firewall and router/,
  ],
  ['unauthorized', '404', /reaches something else at http:\/\/push\.example\.org; check .+ port 80/],
  ['caa', 'CAA record prevents issuance', /the CAA records of this name in DNS forbid ca\.example to issue one; add/],
  ['rateLimited', 'too many', /ca\.example has issued or refused too many; wait/],
  ['rejectedIdentifier', 'reserved', /ca\.example issues none for this name; check WAYPOST_DOMAIN/],
  ['unreachable', 'ECONNREFUSED', /ca\.example cannot be reached; check that this machine/],
  ['untrusted', 'SELF_SIGNED_CERT_IN_CHAIN', /the certificate of ca\.example is not trusted; set WAYPOST_ACME_CA/],
  ['clock', 'CERT_HAS_EXPIRED', /by the clock of this machine, the certificate of ca\.example is not valid now; check its date/],
  ['invalidContact', 'no', /check WAYPOST_ACME_EMAIL/],
  ['unsaved', 'ENOSPC: no space', /it could not be kept, so none is asked for; check that the disk of the data folder has space/],
  ['serverInternal', 'oops', /ca\.example has a problem of its own/],
  ['somethingNew', 'what', /ca\.example did not issue one; check WAYPOST_DOMAIN and WAYPOST_ACME_DIRECTORY/],
])('the problem %s is told in one sentence, with the reason of the server', (type, detail, reason) => {
  const sentence = sentenceOf('push.example.org', 'https://ca.example/directory', { type, detail, retryAfter: 0 })
  expect(sentence).toMatch(/^No new certificate for push\.example\.org: [^.].*\.$/)
  expect(sentence).toMatch(reason)
  expect(sentence).toContain(`(${detail}).`)
})

test('what an ACME server says is one short line', () => {
  const detail = `First line.\nSecond\u001b[31m line: http://a.example/.well-known/acme-challenge/abc-def_1 ${'x'.repeat(1_000)}`
  const sentence = sentenceOf('a.example', 'https://ca.example/', { type: 'dns', detail, retryAfter: 0 })
  expect(sentence).toContain('(First line. Second [31m line: http://a.example/.well-known/acme-challenge/... xxx')
  expect(sentence.length).toBeLessThan(600)
})

test('an ACME server whose certificate is not valid yet or has ended by the clock here is told from one that is not trusted', async () => {
  const [now, hour] = [Date.now(), 3_600_000]
  const trouble = async (times: { from: number; to: number }, isTrusted = true) => {
    const own = selfSigned(['127.0.0.1'], times)
    const acme = createServer({ key: own.key, cert: own.certificate })
    await new Promise<void>((resolve) => acme.listen(0, '127.0.0.1', resolve))
    const directory = `https://127.0.0.1:${(acme.address() as AddressInfo).port}/directory`
    const found = await troubleOf(directory, isTrusted ? own.certificate : undefined)
    await new Promise((resolve) => acme.close(resolve))
    return [found.type, found.detail]
  }
  expect(await trouble({ from: now + hour, to: now + 2 * hour })).toEqual(['clock', 'CERT_NOT_YET_VALID'])
  expect(await trouble({ from: now - 2 * hour, to: now - hour })).toEqual(['clock', 'CERT_HAS_EXPIRED'])
  expect(await trouble({ from: now - hour, to: now + hour }, false)).toEqual(['untrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
})

test('an ACME server that limits or fails is not asked again within one attempt, and its wait is passed on', async () => {
  const own = selfSigned(['127.0.0.1'])
  const prefix = 'urn:ietf:params:acme:error:'
  let asked: string[] = []
  let answer: { status: number; headers?: object; body: string } = { status: 500, body: '' }
  const acme = createServer({ key: own.key, cert: own.certificate }, (request, response) => {
    asked.push(String(request.url))
    const { port } = acme.address() as AddressInfo
    const at = (path: string) => `https://127.0.0.1:${port}${path}`
    if (request.url === '/directory')
      response.end(JSON.stringify({ newNonce: at('/nonce'), newAccount: at('/account'), newOrder: at('/order') }))
    else if (request.url === '/nonce') response.setHeader('replay-nonce', 'nonce').end()
    else response.writeHead(answer.status, { ...answer.headers }).end(answer.body)
  })
  await new Promise<void>((resolve) => acme.listen(0, '127.0.0.1', resolve))
  const { port } = acme.address() as AddressInfo
  const order = () => troubleOf(`https://127.0.0.1:${port}/directory`, own.certificate)
  const limited = JSON.stringify({ type: `${prefix}rateLimited`, detail: 'too many' })
  for (const [given, expected] of [
    [
      { status: 429, headers: { 'retry-after': '3600' }, body: limited },
      { type: 'rateLimited', detail: 'too many', retryAfter: 3_600_000 },
    ],
    [
      { status: 429, body: '<h1>Busy</h1>' },
      { type: 'rateLimited', detail: 'status 429', retryAfter: 0 },
    ],
    [
      { status: 503, headers: { 'retry-after': '60' }, body: '' },
      { type: 'unavailable', detail: 'status 503', retryAfter: 60_000 },
    ],
    [
      { status: 403, body: JSON.stringify({ type: `${prefix}unauthorized`, detail: 'no' }) },
      { type: 'unauthorized', detail: 'no', retryAfter: 0 },
    ],
    [
      { status: 201, body: 'x'.repeat(3_000_000) },
      { type: 'unreachable', detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE', retryAfter: 0 },
    ],
  ] as const) {
    answer = given
    asked = []
    expect(await order()).toEqual(expected)
    expect(asked.filter((path) => path === '/account')).toHaveLength(1)
  }
  await new Promise((resolve) => acme.close(resolve))
})
