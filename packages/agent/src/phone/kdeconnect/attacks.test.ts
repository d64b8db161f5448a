import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Credentials, makeCredentials } from './certificate.ts'
import type { Link } from './link.ts'
import { type Packet, serialize } from './packet.ts'
import { StandInPhone } from './stand-in-phone.ts'
import { loopbackAddresses } from './test-loopback.ts'
import { startTestPeer, type TestPeer } from './test-peer.ts'

let here: TestPeer
let phone: StandInPhone
let link: Link
let addresses: string[]
const sockets: Socket[] = []

beforeEach(async () => {
  addresses = loopbackAddresses(60)
  here = await startTestPeer(addresses[0] ?? '', ['ping', 'share.request'], ['ping', 'share.request'])
  phone = new StandInPhone({ host: addresses[1] ?? '' })
  await phone.start()
  phone.announce(here.host)
  link = await here.link()
  await phone.linked()
  phone.ask()
  await vi.waitFor(() => expect(link.state).toBe('asked'))
  link.pair()
  await vi.waitFor(() => expect(phone.isPaired).toBe(true))
})
afterEach(async () => {
  // Nothing that a stranger does touches the paired phone.
  expect(here.store.find(phone.deviceId)).toBeDefined()
  if (!link.ended.signal.aborted) {
    link.send('ping', { message: 'still here' })
    expect((await phone.next('ping')).body.message).toBe('still here')
  }
  for (const socket of sockets.splice(0)) socket.destroy()
  phone.close()
  here.close()
})

const newId = () => randomUUID().replaceAll('-', '_')
const identityOf = (deviceId: string, more = {}) =>
  serialize({ type: 'identity', body: { ...phone.identity(), deviceId, deviceName: 'Mallory', ...more } })

async function dial(stranger = 2): Promise<Socket> {
  const socket = connect({ port: 1_716, host: here.host, localAddress: addresses[stranger] ?? '' })
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** The side that dials is the TLS server. */
async function serve(socket: Socket, credentials: Credentials): Promise<TLSSocket> {
  const tls = new TLSSocket(socket, { isServer: true, requestCert: true, rejectUnauthorized: false, ...credentials })
  tls.on('error', () => {})
  // It may be refused at once.
  await Promise.race([once(tls, 'secure'), once(tls, 'close')])
  return tls
}

/** Sends an identity, twice, with a certificate. */
async function introduce(id: string, { cert = id, inside = id, stranger = 2 } = {}): Promise<TLSSocket> {
  const socket = await dial(stranger)
  socket.write(identityOf(id))
  const tls = await serve(socket, makeCredentials(cert))
  tls.write(identityOf(inside))
  return tls
}

async function closes(socket: Socket): Promise<void> {
  socket.resume()
  if (!socket.destroyed && !socket.readableEnded) await Promise.race([once(socket, 'close'), once(socket, 'end')])
}

/** Repeats an attack until it is refused for this reason: at first it may just come too soon after another connection. */
async function isRefused(attack: () => Promise<Socket>, reason: string): Promise<void> {
  const look = async () => {
    await closes(await attack())
    expect(here.lines.join()).toContain(reason)
  }
  await vi.waitFor(look, { interval: 200 })
}

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

const mostMemory = 50 * 2 ** 20

/** Writes the same piece until `total` bytes are written or the other end has had enough, and returns how much memory that took here. */
async function flood(socket: Socket, total: number, fill = 'x'): Promise<number> {
  const piece = Buffer.alloc(2 ** 18, fill)
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  collect()
  const before = used()
  socket.setMaxListeners(0)
  let most = 0
  for (let sent = 0; sent < total && !socket.destroyed; sent += piece.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    // Garbage on either end of the connection doesn't count. Collecting it takes longer than everything else, so it is only done if it
    // makes a difference.
    if (used() - before >= mostMemory) collect()
    most = Math.max(most, used() - before)
  }
  return most
}

test('a connection that says nothing is closed', async () => {
  await closes(await dial())
})

test('an identity of 10 MB is refused, and not kept', async () => {
  const socket = await dial()
  expect(await flood(socket, 10_000_000)).toBeLessThan(mostMemory)
  await closes(socket)
})

test.each([
  ['of an id that is a path', { deviceId: '../../../../etc/passwd_0123456789abcdef' }],
  ['without a name', { deviceName: '?!' }],
  ['with a version that is text', { protocolVersion: '8' }],
  ['with an older version than when it was paired', { protocolVersion: 7 }],
  ['for another device', { targetDeviceId: newId() }],
  ['for another version', { targetProtocolVersion: '7' }],
])('an identity %s is refused before TLS', async (_what, fields) => {
  const socket = await dial()
  socket.write(identityOf(newId(), fields))
  await closes(socket)
  expect(here.peer.links.size).toBe(1)
})

test.each(['', '{', '[]', 'null', '{"type":1}', '{"type":"kdeconnect.identity"}', '{"type":"kdeconnect.pair","body":{}}'])(
  'the line %j is no identity',
  async (line) => {
    const socket = await dial()
    socket.write(`${line}\n`)
    await closes(socket)
    expect(here.peer.links.size).toBe(1)
  },
)

test('names lose characters that hide or reorder text, and are cut', async () => {
  const tls = await introduce(newId())
  const socket = tls
  await vi.waitFor(() => expect(here.peer.links.size).toBe(2))
  socket.destroy()
  const id = newId()
  const next = await dial(3)
  const fields = { deviceName: `\u001b[31mMal\u202elory\n${'x'.repeat(5_000)}` }
  next.write(identityOf(id, fields))
  const second = await serve(next, makeCredentials(id))
  second.write(identityOf(id, fields))
  await vi.waitFor(() => expect(here.peer.links.get(id)?.identity.deviceName).toBe(`31mMallory${'x'.repeat(22)}`))
})

test('a packet between the identity and TLS is refused', async () => {
  const socket = await dial()
  socket.write(identityOf(newId()) + serialize({ type: 'pair', body: { pair: true } }))
  await closes(socket)
  expect(here.peer.links.size).toBe(1)
})

test('the id of a paired phone with another certificate is refused', async () => {
  await isRefused(() => introduce(phone.deviceId), 'the certificate of "Pixel" has changed')
  expect(here.peer.links.get(phone.deviceId)).toBe(link)
})

test('a certificate of another common name is refused', async () => {
  await isRefused(() => introduce(newId(), { cert: newId() }), 'its certificate is that of another device')
})

test('another identity inside TLS than before is refused', async () => {
  await isRefused(() => introduce(newId(), { inside: phone.deviceId }), 'two identities')
  expect(here.peer.links.get(phone.deviceId)).toBe(link)
})

test('a device with the id of another one that is linked is refused', async () => {
  const id = newId()
  const first = await introduce(id)
  await vi.waitFor(() => expect(here.peer.links.has(id)).toBe(true))
  const before = here.peer.links.get(id)
  await isRefused(() => introduce(id, { stranger: 3 }), 'another device has this id')
  expect(here.peer.links.get(id)).toBe(before)
  first.destroy()
})

test('a device without a certificate is refused', async () => {
  // It announces itself, so this machine connects to it and is the TLS server.
  const host = addresses[4] ?? ''
  const server = createServer().listen(1_730, host)
  await once(server, 'listening')
  const connected = once(server, 'connection') as Promise<[Socket]>
  const udp = createSocket('udp4')
  udp.bind({ address: host }, () => udp.send(identityOf(newId(), { tcpPort: 1_730 }), 1_716, here.host, () => udp.close()))
  const [socket] = await connected
  server.close()
  await once(socket, 'readable')
  while (socket.read() !== null);
  const tls = connectTls({ socket, rejectUnauthorized: false })
  tls.on('error', () => {})
  await closes(tls)
  expect(here.peer.links.size).toBe(1)
})

test('an announcement cannot lead to a port outside of those of KDE Connect', async () => {
  const host = addresses[4] ?? ''
  const server = createServer().listen(2_222, host)
  await once(server, 'listening')
  let connected = false
  server.on('connection', () => {
    connected = true
  })
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind({ address: host }, resolve))
  udp.send(identityOf(newId(), { tcpPort: 2_222 }), 1_716, here.host)
  udp.send('not a packet', 1_716, here.host)
  // A device that is answered comes after them.
  const other = new StandInPhone({ host: addresses[5] ?? '' })
  await other.start()
  other.announce(here.host)
  await other.linked()
  expect(connected).toBe(false)
  other.close()
  udp.close()
  server.close()
})

test('a stranger can neither fill more than 8 KiB nor send packets', async () => {
  const tls = await introduce(newId())
  await vi.waitFor(() => expect(here.peer.links.size).toBe(2))
  let answer = ''
  tls.on('data', (piece: Buffer) => {
    answer += piece
  })
  tls.write(serialize({ type: 'ping', body: {} }))
  await vi.waitFor(() => expect(answer).toContain('"pair":false'))
  tls.write('y'.repeat(9_000))
  await closes(tls)
  expect(here.peer.links.size).toBe(1)
})

test('a stranger that sends many packets is disconnected', async () => {
  const tls = await introduce(newId())
  await vi.waitFor(() => expect(here.peer.links.size).toBe(2))
  tls.write(serialize({ type: 'ping', body: {} }).repeat(20))
  await closes(tls)
})

test('thirty phones that want to be paired get twenty links', async () => {
  const others = Array.from({ length: 30 }, (_, index) => {
    const other = new StandInPhone({ host: addresses[10 + index] ?? '', name: `Phone ${index}` })
    return other.start().then(() => other)
  })
  const all = await Promise.all(others)
  for (const other of all) other.announce(here.host)
  await vi.waitFor(() => expect(here.lines.filter((line) => line.includes('too many devices')).length).toBe(10))
  expect(here.peer.links.size).toBe(21)
  for (const other of all) other.close()
})

test('connections that come in a flood are refused', async () => {
  const id = newId()
  here.stopClock()
  const all = await Promise.all(Array.from({ length: 50 }, () => dial()))
  for (const socket of all) socket.write(identityOf(id))
  const refused = await Promise.all(
    all.map((socket) => Promise.race([closes(socket).then(() => true), once(socket, 'data').then(() => false)])),
  )
  expect(refused.filter((is) => is).length).toBeGreaterThanOrEqual(49)
})

test('a line of 32 MB of a paired phone is skipped, and the next one is read', async () => {
  const skipped: unknown[] = []
  link.skipped.on(() => skipped.push(1))
  const next = new Promise<Packet>((resolve) => link.packets.on(resolve))
  const tls = await phone.linked()
  expect(await flood(tls, 32 * 2 ** 20)).toBeLessThan(mostMemory)
  tls.write(`\n${serialize({ type: 'ping', body: {} })}`)
  expect((await next).type).toBe('ping')
  expect(skipped).toHaveLength(1)
})

test('lines of a paired phone that are no packets are skipped', async () => {
  const next = new Promise<Packet>((resolve) => link.packets.on(resolve))
  const tls = await phone.linked()
  tls.write(`${'['.repeat(100_000)}\n{"type":"other"}\n\n{"type":"kdeconnect.ping","body":[]}\n\u0000\n`)
  tls.write(serialize({ type: 'ping', body: {} }))
  expect((await next).body).toEqual({})
})

test.each([22, 80, 1_765, 0, -1])('a payload at port %i is not fetched', async (payloadPort) => {
  const next = new Promise<Packet>((resolve) => link.packets.on(resolve))
  phone.send('share.request', { filename: 'x' }, { payloadSize: 4, payloadPort })
  await expect(link.fetchPayload(await next, 10).next()).rejects.toThrow('is not one for payloads')
})

async function offer(payloadPort: number, work: (tls: TLSSocket) => void): Promise<{ packet: Packet; close(): void }> {
  const server = createServer((socket) => void serve(socket, phone.credentials).then(work))
  server.listen(payloadPort, phone.host)
  await once(server, 'listening')
  const next = new Promise<Packet>((resolve) => link.packets.on(resolve))
  phone.send('share.request', { filename: 'x' }, { payloadSize: -1, payloadPort })
  return { packet: await next, close: () => server.close() }
}

test('a payload that never ends is left at its limit, and one that says nothing after 10 s', async () => {
  const read = async (packet: Packet, most: number) => {
    let size = 0
    for await (const piece of link.fetchPayload(packet, most)) size += piece.length
    return size
  }
  const silent = await offer(1_760, () => {})
  const nothing = expect(read(silent.packet, 1_000)).rejects.toThrow('the other device is silent')
  let taken = 0
  const endless = await offer(1_761, (tls) => {
    void flood(tls, Number.POSITIVE_INFINITY).then((memory) => {
      taken = memory
    })
  })
  await expect(read(endless.packet, 100_000_000)).rejects.toThrow('it has more than 100000000 bytes')
  await vi.waitFor(() => expect(taken).toBeGreaterThan(0))
  expect(taken).toBeLessThan(mostMemory)
  await nothing
  for (const each of [silent, endless]) each.close()
})

test('a payload whose phone vanishes in the middle fails', async () => {
  const { packet, close } = await offer(1_760, (tls) => tls.write('half of it'))
  const payload = link.fetchPayload(packet, 1_000)
  expect(String((await payload.next()).value)).toBe('half of it')
  phone.leave()
  await expect(payload.next()).rejects.toThrow('the link ended')
  close()
})

test('a payload of another certificate is not read', async () => {
  const server = createServer((socket) => void serve(socket, makeCredentials(newId())).then((tls) => tls.end('evil')))
  server.listen(1_760, phone.host)
  await once(server, 'listening')
  const next = new Promise<Packet>((resolve) => link.packets.on(resolve))
  phone.send('share.request', { filename: 'x' }, { payloadSize: 4, payloadPort: 1_760 })
  await expect(link.fetchPayload(await next, 10).next()).rejects.toThrow('another certificate')
  server.close()
})

test('a payload is not given to another certificate, nor to another address', async () => {
  const sending = link.sendPayload('share.request', {}, 6, () => Readable.from([Buffer.from('secret')]))
  sending.catch(() => {})
  const packet: Packet = await phone.next('share.request')
  const socket = connect({ host: here.host, port: packet.payloadPort ?? 0, localAddress: addresses[6] ?? '' })
  socket.on('error', () => {})
  await closes(socket)
  const tls = connectTls(
    withLocal({
      host: here.host,
      port: packet.payloadPort ?? 0,
      localAddress: phone.host,
      rejectUnauthorized: false,
      ...makeCredentials(phone.deviceId),
    }),
  )
  let got = ''
  tls.on('data', (piece: Buffer) => {
    got += piece
  })
  tls.on('error', () => {})
  await expect(sending).rejects.toThrow('another certificate')
  expect(got).toBe('')
})

/** Connection options with a local address of this machine, which TLS's types omit. */
const withLocal = (options: ConnectionOptions & { localAddress: string }): ConnectionOptions => options
