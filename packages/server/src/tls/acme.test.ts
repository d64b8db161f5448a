import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { say } from '../http/test-sockets.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { selfSigned } from './test-certificate.ts'
import { hasPebble, type Pebble, startPebble } from './test-pebble.ts'
import { secureClient } from './test-secure.ts'

// A server that fetches its certificates from Pebble, over real connections.

const domain = 'push.example.org'
const day = 86_400
const patience = { interval: 50 }

describe.skipIf(!hasPebble)('with Pebble (the package pebble)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-acme-'))
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function pebble(seconds: number): Promise<Pebble> {
    const started = await startPebble({ seconds })
    closing.push(started.close)
    return started
  }

  async function start(acme: Pebble, name: string, more: Record<string, string> = {}, retry = 500) {
    const data = join(folder, name)
    const environment = {
      WAYPOST_DOMAIN: domain,
      WAYPOST_DATA: data,
      WAYPOST_NATS_URL: '',
      WAYPOST_DATABASE_URL: '',
      ...acme.settings,
      ...more,
    }
    const server = await startTestServer(environment, { nodes: 1, tlsTimes: { retry, longestSleep: 50 } })
    closing.unshift(() => server.close())
    const port = (key: string) => Number(acme.settings[key])
    return {
      server,
      data,
      client: secureClient(port('WAYPOST_HTTPS_PORT'), domain, acme.root),
      plain: `http://127.0.0.1:${port('WAYPOST_HTTP_PORT')}`,
    }
  }

  /** Sets the server's clock to a time in milliseconds until the test ends. Certificates are verified by the machine's clock. */
  function setClock(time: number): void {
    vi.setSystemTime(time)
    closing.unshift(() => vi.useRealTimers())
  }

  const state = ({ app }: TestServer) => app.tls?.state()
  const filesBelow = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name))

  test('a server has a certificate after its first attempt, keeps its keys for itself, and a restart reuses them', async () => {
    const acme = await pebble(day)
    // A second attempt would come after this test.
    const { server, data, client } = await start(acme, 'first', { WAYPOST_ACME_EMAIL: 'admin@example.org' }, 3_600_000)
    await server.app.tls?.certified
    const { status, headers, serial } = await client.ask('/healthz')
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBe('max-age=15552000')
    expect(server.origin).toBe(`https://${domain}`)
    expect((state(server)?.ends ?? 0) - Date.now()).toBeGreaterThan((day - 60) * 1_000)

    const kept = join(data, 'tls')
    await vi.waitFor(() => expect(filesBelow(kept).filter((path) => path.endsWith('.pem'))).toHaveLength(2), patience)
    const modes = filesBelow(kept).map((path) => [statSync(path).isFile(), (statSync(path).mode & 0o777).toString(8)])
    expect(modes.sort()).toEqual([
      [false, '700'],
      [true, '600'],
      [true, '600'],
    ])

    // No one could issue another one now.
    acme.stop()
    await server.restart()
    expect(await client.serial()).toBe(serial)
    expect(state(server)?.failure).toBeUndefined()
  })

  test('a certificate is renewed before it ends; live streams go on, and new connections get the new one', async () => {
    const acme = await pebble(day)
    const { server, client } = await start(acme, 'renewed')
    await server.app.tls?.certified
    const token = await client.signUp('alice@example.org')
    const streams = await client.streams(token)
    closing.unshift(() => streams.close())
    const [before, ends] = [await client.serial(), state(server)?.ends ?? 0]
    // Half of its time is left, then less than a third.
    setClock(ends - (day / 2) * 1_000)
    await client.ask('/healthz')
    expect(await client.serial()).toBe(before)
    setClock(ends - (day / 4) * 1_000)
    await vi.waitFor(async () => expect(await client.serial()).not.toBe(before), patience)
    setClock(ends + 1_000)
    await client.ask('/v2/pushes', { type: 'note', body: 'still here' }, { 'access-token': token })
    const tickle = '{"type":"tickle","subtype":"push"}'
    await vi.waitFor(() =>
      expect([streams.frames.socket, streams.frames.lines].map((all) => all.includes(tickle))).toEqual([true, true]),
    )
    expect(streams.closed).toEqual([])
  })

  test('with a wrong DNS entry it says what to check, serves the certificate that it has, and renews when the entry is right', async () => {
    const acme = await pebble(day)
    const { server, client } = await start(acme, 'wrong')
    await server.app.tls?.certified
    const before = await client.serial()
    // Another machine without a listener.
    await acme.resolve(domain, '127.0.0.2')
    setClock((state(server)?.ends ?? 0) - (day / 4) * 1_000)
    await vi.waitFor(() => expect(state(server)?.failure).toBeDefined(), patience)
    expect(state(server)?.failure?.sentence).toMatch(
      /^No new certificate for push\.example\.org: \S+ cannot connect to http:\/\/push\.example\.org; check that the A and AAAA records of push\.example\.org in DNS lead to this server, and that port 80 is open in firewall and router \(.+\)\.$/,
    )
    expect([await client.serial(), (await client.ask('/healthz')).status]).toEqual([before, 200])
    await acme.resolve(domain, '127.0.0.1')
    await vi.waitFor(async () => expect(await client.serial()).not.toBe(before), patience)
    expect(state(server)?.failure).toBeUndefined()
  })

  test('before the first certificate plain HTTP says that there is none, and HTTPS refuses to begin', async () => {
    const acme = await pebble(day)
    await acme.resolve(domain, undefined)
    const { server, client, plain } = await start(acme, 'none')
    await vi.waitFor(() => expect(state(server)?.failure?.sentence).toContain('records of push.example.org in DNS'), patience)
    const [answer] = await say(plain, `GET /page HTTP/1.1\r\nHost: ${domain}\r\n\r\n`)
    expect([answer?.status, answer?.headers['retry-after'], answer?.headers.location]).toEqual([503, '30', undefined])
    expect(answer?.body).toBe(
      'push.example.org has no certificate yet. Try again in a minute; its administrator finds the reason in the log of the server.\n',
    )
    await expect(client.serial()).rejects.toThrow()
    await acme.resolve(domain, '127.0.0.1')
    await server.app.tls?.certified
    expect((await say(plain, `GET /page HTTP/1.1\r\nHost: ${domain}\r\n\r\n`))[0]?.status).toBe(308)
  })

  test('a kept certificate that has ended is served with a warning until there is another, and one of another name is not', async () => {
    const acme = await pebble(day)
    await acme.resolve(domain, '127.0.0.2')
    const first = await start(acme, 'kept', {}, 60_000)
    await vi.waitFor(() => expect(state(first.server)?.failure).toBeDefined(), patience)
    const account = filesBelow(join(first.data, 'tls')).find((path) => path.endsWith('account.pem')) as string
    const kept = join(account, `../${domain}.pem`)
    const key = readFileSync(account, 'utf8')
    const restartWith = async (names: string[], to: number) => {
      const own = selfSigned(names, { from: Date.now() - 2 * 3_600_000, to })
      await first.server.stop()
      writeFileSync(kept, own.key + own.certificate)
      await first.server.restart()
      return secureClient(Number(acme.settings.WAYPOST_HTTPS_PORT), domain, own.certificate)
    }
    await restartWith([domain], Date.now() - 3_600_000)
    expect(state(first.server)?.failure?.sentence).toMatch(
      /^The certificate of push\.example\.org ended at .+, and is served until/,
    )
    expect(state(first.server)?.ends).toBeLessThan(Date.now())
    const other = await restartWith(['other.example.org'], Date.now() + 3_600_000)
    expect([state(first.server)?.ends, state(first.server)?.failure?.sentence]).toEqual([
      undefined,
      'The certificate of push.example.org in the data folder is not for push.example.org; another one is fetched.',
    ])
    await expect(other.serial()).rejects.toThrow()
    expect(readFileSync(account, 'utf8')).toBe(key)
  })
})
