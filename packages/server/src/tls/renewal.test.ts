import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openRenewal } from './renewal.ts'

// Fetching certificates while the ACME server, the clock or the disk has problems. For successful issuance, see acme.test.ts.

const domain = 'push.example.org'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(): Promise<Server> {
  const server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server
}

/** Opens a source of certificates that uses this server, with its own data folder. It is closed before the server. */
async function open(server: Server) {
  const data = mkdtempSync(join(tmpdir(), 'waypost-renewal-'))
  const directory = `https://127.0.0.1:${(server.address() as AddressInfo).port}/directory`
  const failures: { sentence: string; next: number | undefined }[] = []
  const source = await openRenewal({
    config: { domain, port: 0, httpPort: 0, acme: { directory, ca: undefined, email: undefined }, files: undefined },
    data,
    challenges: new Map(),
    retry: 20,
    longestSleep: 3_600_000,
    report: { use: () => {}, fail: (sentence, next) => failures.push({ sentence, next }) },
  })
  closing.unshift(async () => {
    await source.close()
    rmSync(data, { recursive: true })
  })
  const folder = join(data, 'tls', readdirSync(join(data, 'tls'))[0] as string)
  return { source, folder, failures }
}

test('an ACME server that never answers a handshake does not hold the end up, and its connection is closed', async () => {
  const server = await listen()
  const { source } = await open(server)
  const connected = once(server, 'connection')
  // The handshake doesn't end because of a timeout.
  closing.unshift(() => vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  source.start()
  const [socket] = (await connected) as [Socket]
  const closed = once(socket.resume(), 'close')
  await source.close()
  await closed
})

test('after a failure while the clock of the machine runs ahead, it is tried again in time once the clock is set right', async () => {
  const server = await listen()
  server.on('connection', (socket) => socket.destroy())
  const { source, failures } = await open(server)
  const ahead = Date.now() + 30 * 24 * 60 * 60_000
  closing.unshift(() => vi.useRealTimers())
  vi.setSystemTime(ahead)
  source.start()
  await vi.waitFor(() => expect(failures.at(-1)?.next).toBeGreaterThan(ahead))
  vi.useRealTimers()
  await vi.waitFor(() => expect(failures.at(-1)?.next).toBeLessThan(ahead))
})

test('while a certificate could not be kept, a sentence says so and the ACME server is not asked; then it is', async () => {
  const server = await listen()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.destroy()
  })
  const { source, folder, failures } = await open(server)
  // A folder in the way stands for every reason why a file cannot be written.
  const inTheWay = join(folder, `${domain}.pem.part`)
  mkdirSync(inTheWay)
  source.start()
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1))
  expect(connections).toBe(0)
  for (const { sentence } of failures)
    expect(sentence).toMatch(
      /^No new certificate for push\.example\.org: it could not be kept, so none is asked for; check .+ \(EISDIR: .+\)\.$/,
    )
  rmdirSync(inTheWay)
  await vi.waitFor(() => expect(connections).toBeGreaterThan(0))
  await source.close()
  expect(readdirSync(folder)).toEqual(['account.pem'])
})
