import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Link } from './link.ts'
import type { Packet } from './packet.ts'
import { StandInPhone } from './stand-in-phone.ts'
import { loopbackAddresses } from './test-loopback.ts'
import { startTestPeer, type TestPeer } from './test-peer.ts'
import { verificationCode } from './verification-code.ts'

let here: TestPeer
let phone: StandInPhone
const phones: StandInPhone[] = []
const addresses: string[] = []

const types = ['ping', 'share.request', 'notification', 'battery', 'clipboard.connect']

beforeEach(async () => {
  addresses.splice(0, addresses.length, ...loopbackAddresses(4))
  here = await startTestPeer(addresses[0] ?? '', types, types)
  phone = await startPhone()
})
afterEach(() => {
  for (const each of phones.splice(0)) each.close()
  here.close()
})

async function startPhone(options: Partial<ConstructorParameters<typeof StandInPhone>[0]> = {}): Promise<StandInPhone> {
  const started = new StandInPhone({ host: addresses[1 + phones.length] ?? '', ...options })
  phones.push(started)
  await started.start()
  return started
}

async function paired(): Promise<Link> {
  phone.announce(here.host)
  const link = await here.link()
  await phone.linked()
  phone.ask()
  await becomes(link, 'asked')
  link.pair()
  await vi.waitFor(() => expect(phone.isPaired).toBe(true))
  return link
}

const becomes = (link: Link, state: Link['state']) => vi.waitFor(() => expect(link.state).toBe(state))
const nextLink = () =>
  new Promise<Link>((resolve) => {
    const stop = here.peer.linked.on((link) => {
      stop()
      resolve(link)
    })
  })
/** Announces until there is a new link, because both ends refuse connections that come too soon. */
async function linkedAgain(announce: () => void): Promise<Link> {
  let found: Link | undefined
  void nextLink().then((link) => {
    found = link
  })
  const look = () => {
    if (found) return found
    announce()
    throw new Error('There is no new link.')
  }
  return vi.waitFor(look, { interval: 300 })
}
const nextPacket = (link: Link) =>
  new Promise<Packet>((resolve) => {
    const stop = link.packets.on((packet) => {
      // A phone also sends packets unasked.
      if (packet.type !== 'share.request') return
      stop()
      resolve(packet)
    })
  })
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a phone that announces itself is connected to, and its identity is read inside TLS', async () => {
  phone.announce(here.host)
  const link = await here.link()
  expect(link.identity).toMatchObject({ deviceId: phone.deviceId, deviceName: 'Pixel', protocolVersion: 8 })
  expect(link.takes('sms.request')).toBe(true)
  expect(link.state).toBe('unpaired')
})

test('a phone that hears the announcement connects to here', async () => {
  here.peer.announce(phone.host)
  const link = await here.link()
  expect(link.identity.deviceId).toBe(phone.deviceId)
  expect(link.address).toBe(phone.host)
})

test('a phone that shares the address of the computer, as the demonstration has it where loopback is one address, is found when it says so', async () => {
  phone = await startPhone({ host: here.host, hears: false })
  const link = await paired()
  expect(link.address).toBe(here.host)
  expect(link.identity.deviceId).toBe(phone.deviceId)
})

test('the phone asks to pair: both show the same code, and the certificate is pinned', async () => {
  phone.announce(here.host)
  const link = await here.link()
  await phone.linked()
  phone.ask()
  await becomes(link, 'asked')
  expect(link.code).toMatch(/^[0-9A-F]{8}$/)
  expect(phone.code).toBe(link.code)
  expect(here.store.all().size).toBe(0)
  link.pair()
  await vi.waitFor(() => expect(phone.isPaired).toBe(true))
  const pinned = here.store.find(phone.deviceId)
  expect(new X509Certificate(pinned?.cert ?? '').fingerprint256).toBe(new X509Certificate(phone.credentials.cert).fingerprint256)
})

test('this machine asks to pair: both show the same code', async () => {
  phone.announce(here.host)
  const link = await here.link()
  await phone.linked()
  link.pair()
  await vi.waitFor(() => expect(phone.askedBy).toBe(here.store.deviceId))
  expect(phone.code).toBe(link.code)
  phone.agree()
  await becomes(link, 'paired')
})

test('the verification code depends on both keys and the time of the request, and not on who asks', async () => {
  phone.announce(here.host)
  const link = await here.link()
  const own = new X509Certificate(here.store.credentials.cert)
  expect(verificationCode(own, link.cert, 1)).toBe(verificationCode(link.cert, own, 1))
  expect(verificationCode(own, link.cert, 1)).not.toBe(verificationCode(own, link.cert, 2))
  expect(verificationCode(own, own, 1)).not.toBe(verificationCode(own, link.cert, 1))
})

test('a request is refused while nobody waits for a phone', async () => {
  phone.announce(here.host)
  const link = await here.link()
  await phone.linked()
  here.setPairing(false)
  phone.askedBy = 'me'
  phone.ask()
  await vi.waitFor(() => expect(phone.askedBy).toBeUndefined())
  expect(link.state).toBe('unpaired')
})

test('a request of an hour ago is refused', async () => {
  phone.announce(here.host)
  const link = await here.link()
  await phone.linked()
  phone.ask(Date.now() - 3_600_000)
  await vi.waitFor(() => expect(here.lines.join()).toContain('cannot be paired: its clock'))
  expect(link.state).toBe('unpaired')
})

test('a phone with the older protocol is refused with the version of the app that is needed', async () => {
  const reasons: string[] = []
  here.peer.unsuitable.on(({ reason }) => reasons.push(reason))
  phone.protocolVersion = 7
  phone.announce(here.host)
  await vi.waitFor(() =>
    expect(reasons).toEqual(['The KDE Connect app on "Pixel" is too old. Update it to version 1.33 or later.']),
  )
  expect(here.peer.links.size).toBe(0)
})

test('a paired phone that comes back is still paired, and its new link replaces the old one', async () => {
  const first = await paired()
  const second = await linkedAgain(() => phone.announce(here.host))
  expect(second).not.toBe(first)
  expect(second.state).toBe('paired')
  expect(here.peer.links.get(phone.deviceId)).toBe(second)
  await vi.waitFor(() => expect(first.ended.signal.aborted).toBe(true))
  expect(second.ended.signal.aborted).toBe(false)
})

test.each(['asked', 'asking'] as const)('a request for pairing outlives a replaced link (%s)', async (state) => {
  phone.announce(here.host)
  const first = await here.link()
  await phone.linked()
  if (state === 'asked') phone.ask()
  else first.pair()
  await becomes(first, state)
  await vi.waitFor(() => expect(phone.code).toBe(first.code))
  const second = await linkedAgain(() => phone.announce(here.host))
  await vi.waitFor(() => expect(phone.tls?.localPort).toBeDefined())
  expect(second.state).toBe(state)
  expect(second.code).toBe(phone.code)
  await vi.waitFor(() => expect(first.ended.signal.aborted).toBe(true))
  if (state === 'asked') second.pair()
  else phone.agree()
  await becomes(second, 'paired')
  await vi.waitFor(() => expect(phone.isPaired).toBe(true))
})

test('a payload outlives the link that it was announced on, if that is replaced', async () => {
  const first = await paired()
  const coming = nextPacket(first)
  const bytes = randomBytes(3_000_000)
  const sent = phone.sendPayload('share.request', { filename: 'b.bin' }, bytes)
  const pieces: Buffer[] = []
  const payload = first.fetchPayload(await coming, bytes.length)
  pieces.push((await payload.next()).value as Buffer)
  await linkedAgain(() => phone.announce(here.host))
  await vi.waitFor(() => expect(first.ended.signal.aborted).toBe(true))
  for await (const piece of payload) pieces.push(piece)
  await sent
  expect(sha(Buffer.concat(pieces))).toBe(sha(bytes))
})

test('a phone that leaves is noticed, and it can come back', async () => {
  const link = await paired()
  phone.leave()
  await vi.waitFor(() => expect(link.ended.signal.aborted).toBe(true))
  expect(here.peer.links.size).toBe(0)
  expect((await linkedAgain(() => here.peer.announce(phone.host))).state).toBe('paired')
})

test('several phones are linked at the same time', async () => {
  const link = await paired()
  const second = await startPhone({ name: 'Tablet' })
  const linked = nextLink()
  second.announce(here.host)
  expect((await linked).identity.deviceName).toBe('Tablet')
  expect(here.peer.links.size).toBe(2)
  expect(link.ended.signal.aborted).toBe(false)
})

test('unpairing on the phone ends the pairing here', async () => {
  const link = await paired()
  phone.unpair()
  await becomes(link, 'unpaired')
  expect(here.store.all().size).toBe(0)
})

test('unpairing here ends the pairing on the phone', async () => {
  const link = await paired()
  link.unpair()
  await vi.waitFor(() => expect(phone.isPaired).toBe(false))
  expect(here.store.all().size).toBe(0)
})

test('packets of a phone that is not paired are answered with the end of the pairing', async () => {
  const link = await paired()
  here.store.forget(phone.deviceId)
  link.state = 'unpaired'
  const seen: Packet[] = []
  link.packets.on((packet) => seen.push(packet))
  phone.send('ping')
  await vi.waitFor(() => expect(phone.isPaired).toBe(false))
  expect(seen).toEqual([])
})

test.each([1, 300_000, 5_000_000])('a payload of %i bytes goes both ways unchanged', async (size) => {
  const link = await paired()
  const bytes = randomBytes(size)
  await link.sendPayload('share.request', { filename: 'a.bin' }, size, () => Readable.from([bytes]))
  await vi.waitFor(() => expect(sha(phone.files.get('a.bin') ?? Buffer.alloc(0))).toBe(sha(bytes)))
  const coming = nextPacket(link)
  const sent = phone.sendPayload('share.request', { filename: 'b.bin' }, bytes)
  const pieces: Buffer[] = []
  for await (const piece of link.fetchPayload(await coming, size)) pieces.push(piece)
  await sent
  expect(sha(Buffer.concat(pieces))).toBe(sha(bytes))
})

test.each([
  ['of unknown size is read to its end', -1, 1_000, undefined],
  ['that is longer than announced is read to its end', 10, 1_000, undefined],
  ['that is shorter than announced fails', 200, 1_000, 'it ended after 100 of 200 bytes'],
  ['that is longer than what is taken fails', -1, 50, 'it has more than 50 bytes'],
  ['that is announced as longer than what is taken is not fetched', 2_000, 1_000, 'it has more than 1000 bytes'],
])('a payload %s', async (_what, announced, most, failure) => {
  const link = await paired()
  const coming = nextPacket(link)
  const sent = phone.sendPayload('share.request', { filename: 'b.bin' }, randomBytes(100), announced)
  const read = async () => {
    let size = 0
    for await (const piece of link.fetchPayload(await coming, most)) size += piece.length
    return size
  }
  if (failure === undefined) expect(await read()).toBe(100)
  else await expect(read()).rejects.toThrow(failure)
  phone.leave()
  sent.catch(() => {})
})

test('a payload whose phone leaves fails', async () => {
  const link = await paired()
  const coming = nextPacket(link)
  phone.send('share.request', { filename: 'x' }, { payloadSize: 100, payloadPort: 1_764 })
  const packet = await coming
  await expect(link.fetchPayload(packet, 1_000).next()).rejects.toThrow('ECONNREFUSED')
  const sending = link.sendPayload('share.request', { filename: 'y' }, 3, () => Readable.from([Buffer.from('abc')]))
  phone.leave()
  await expect(sending).rejects.toThrow()
})
