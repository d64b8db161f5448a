import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError } from '../config.ts'
import { startTestServer } from '../test-server.ts'
import { selfSigned } from './test-certificate.ts'
import { secureClient, secureDomain, startSecureServer } from './test-secure.ts'

// A certificate in files that something else renews.

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start() {
  const server = await startSecureServer({}, { tlsTimes: { look: 20 } })
  closing.push(() => server.close())
  const failure = () => server.app.tls?.state().failure?.sentence
  /** The serial number that a new connection gets, whoever signed it. */
  const serialUnder = (ca: string) => secureClient(Number(new URL(server.origin).port), secureDomain, ca).serial()
  return { server, failure, serialUnder }
}

test('files that change are served to new connections, while streams stay open', async () => {
  const { server, failure, serialUnder } = await start()
  const { token } = await server.signUp('alice@example.org')
  const streams = await server.client.streams(token)
  const next = selfSigned([secureDomain], { to: Date.now() + 7_200_000 })
  writeFileSync(server.files.key, next.key)
  writeFileSync(server.files.certificate, next.certificate)
  await vi.waitFor(() => serialUnder(next.certificate), 10_000)
  expect([streams.closed, failure()]).toEqual([[], undefined])
  streams.close()
})

test('administrators see how HTTPS is served, until when, and what failed', async () => {
  const { server, failure } = await start()
  const { token } = await server.signUp('admin@example.org')
  const seen = async () => (await server.request('/v3/admin/version', { token })).body.https
  const ends = expect.any(Number)
  expect(await seen()).toEqual({ domain: secureDomain, certificates: 'files', ends })
  expect((await seen()).ends).toBeGreaterThan(Date.now() / 1_000 + 3_000)
  writeFileSync(server.files.certificate, 'something else')
  await vi.waitFor(() => expect(failure()).toBeDefined(), 10_000)
  expect(await seen()).toEqual({ domain: secureDomain, certificates: 'files', ends, failure: failure() })
})

test('files that become unusable are named in a sentence, and the certificate before them is served on', async () => {
  const { server, failure } = await start()
  const before = await server.client.serial()
  const other = selfSigned(['other.example.org'])
  const { certificate, key } = server.files
  const states: [() => void, string][] = [
    [() => writeFileSync(certificate, other.certificate), 'does not belong to its key'],
    [() => writeFileSync(key, other.key), `is not for ${secureDomain}`],
    [() => writeFileSync(certificate, 'something else'), 'is no certificate in PEM format'],
    [() => rmSync(key), `WAYPOST_TLS_KEY is '${key}', which cannot be read (ENOENT)`],
  ]
  for (const [change, reason] of states) {
    change()
    await vi.waitFor(() => expect(failure()).toContain(reason), 10_000)
    expect(await server.client.serial()).toBe(before)
  }
})

test('a server does not start with files that it cannot use, and says why', async () => {
  const { server } = await start()
  const { certificate, key } = server.files
  const settings = (more: object) => ({
    WAYPOST_DOMAIN: secureDomain,
    WAYPOST_HOST: '127.0.0.1',
    WAYPOST_HTTPS_PORT: '0',
    WAYPOST_HTTP_PORT: '0',
    WAYPOST_TLS_CERT: certificate,
    WAYPOST_TLS_KEY: key,
    ...more,
  })
  for (const [more, sentence] of [
    [{ WAYPOST_TLS_CERT: join(certificate, 'none') }, /^WAYPOST_TLS_CERT is '.+', which cannot be read \(ENOTDIR\); set it to/],
    [
      { WAYPOST_TLS_KEY: certificate },
      /^WAYPOST_TLS_CERT is '.+', which has no private key without a passphrase in PEM format; set it to/,
    ],
    [{ WAYPOST_DOMAIN: 'other.example.org' }, /^WAYPOST_TLS_CERT is '.+', which is not for other\.example\.org; set it to/],
  ] as const) {
    const started = startTestServer(settings(more), { nodes: 1 })
    await expect(started).rejects.toThrow(ConfigError)
    await expect(started).rejects.toThrow(sentence)
  }
})

test('a certificate that has ended is served with a warning', async () => {
  const { server, failure } = await start()
  const ended = selfSigned([secureDomain], { from: Date.now() - 7_200_000, to: Date.now() - 3_600_000 })
  await server.stop()
  writeFileSync(server.files.key, ended.key)
  writeFileSync(server.files.certificate, ended.certificate)
  await server.restart()
  expect(failure()).toMatch(
    /^The certificate of secure\.example\.org ended at \S+, and is served until there is a newer one; browsers warn of it\.$/,
  )
})
