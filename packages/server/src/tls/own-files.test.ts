import { chmodSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError } from '../config.ts'
import { startTestServer } from '../test-server.ts'
import { openFiles } from './own-files.ts'
import { selfSigned } from './test-certificate.ts'
import { secureClient, secureDomain, startSecureServer } from './test-secure.ts'

// A certificate in files that another program renews.

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start() {
  const server = await startSecureServer({}, { tlsTimes: { look: 20 } })
  closing.push(() => server.close())
  const failure = () => server.app.tls?.state().failure?.sentence
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
  await vi.waitFor(() => serialUnder(next.certificate))
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
  await vi.waitFor(() => expect(failure()).toBeDefined())
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
    await vi.waitFor(() => expect(failure()).toContain(reason))
    expect(await server.client.serial()).toBe(before)
  }
})

async function watch() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-own-files-'))
  chmodSync(folder, 0o755)
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  /** Always with the same times. */
  const write = ({ key, certificate }: ReturnType<typeof selfSigned>) => {
    writeFileSync(files.key, key)
    writeFileSync(files.certificate, certificate)
    for (const path of [files.key, files.certificate]) utimesSync(path, 1_700_000_000, 1_700_000_000)
  }
  const first = selfSigned([secureDomain])
  write(first)
  const used: string[] = []
  const failures: string[] = []
  const report = { use: ({ pem }: { pem: string }) => used.push(pem), fail: (sentence: string) => failures.push(sentence) }
  const source = await openFiles({ domain: secureDomain, files, every: 5, report })
  closing.push(async () => {
    await source.close()
    rmSync(folder, { recursive: true })
  })
  source.start()
  // A file system's clock may be coarse.
  const { ctimeMs } = statSync(files.key)
  await vi.waitFor(() => {
    writeFileSync(join(folder, 'other'), '')
    expect(statSync(join(folder, 'other')).ctimeMs).toBeGreaterThan(ctimeMs)
  })
  return { files, write, first, used, failures }
}

test('files that have the times and sizes of those before them are served too', async () => {
  const { write, first, used, failures } = await watch()
  let next = selfSigned([secureDomain])
  // Signatures vary slightly in length.
  while (next.certificate.length !== first.certificate.length) next = selfSigned([secureDomain])
  write(next)
  await vi.waitFor(() => expect(used).toHaveLength(2))
  expect([used[1]?.includes(next.certificate), failures]).toEqual([true, []])
})

// Windows has no such permissions.
test.skipIf(process.platform === 'win32')(
  'a new key that may not be read at first is named once, and served once it may',
  async () => {
    const { files, write, used, failures } = await watch()
    const next = selfSigned([secureDomain])
    write(next)
    chmodSync(files.key, 0)
    // Root may read everything, so it becomes another account for a while. Then the files don't change when they become readable.
    const isRoot = process.geteuid?.() === 0
    closing.unshift(async () => void (isRoot && process.seteuid?.(0)))
    if (isRoot) process.seteuid?.(65_534)
    await vi.waitFor(() => expect(failures).not.toEqual([]))
    if (isRoot) process.seteuid?.(0)
    else chmodSync(files.key, 0o600)
    await vi.waitFor(() => expect(used).toHaveLength(2))
    expect(used[1]).toContain(next.certificate)
    expect(failures).toEqual([
      `WAYPOST_TLS_KEY is '${files.key}', which cannot be read (EACCES); set it to a file in PEM format.`,
    ])
  },
)

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
