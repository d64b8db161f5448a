import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ephemeral, Session } from '@waypost/client'
import { testSessions } from '@waypost/client/session/test-sessions'
import type { PhoneReport, PhoneRequest, Push, ReportedPhone } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { Variant } from 'dbus-native'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import type { Peer } from '../../phone/kdeconnect/peer.ts'
import { deviceObject, startKdeconnectd } from '../../phone/kdeconnect/test-kdeconnectd.ts'
import { startTestPeer } from '../../phone/kdeconnect/test-peer.ts'
import type { Feature } from '../feature.ts'
import { phonesFeature } from './phones.ts'

// The companion against Debian's kdeconnectd, playing a phone; the tests build on each other. It is version 22.12, which speaks protocol
// version 7; the companion only accepts that here.

let kde: Awaited<ReturnType<typeof startKdeconnectd>>
let server: TestServer
let token: string
let companion: string
let other: Session
let feature: Feature
let folder: string
/** kdeconnectd's id for the companion, and kdeconnectd's device on the server. */
let ourId: string
let device: string
const ephemerals: Ephemeral[] = []
const logged: string[] = []
const sessions = testSessions(() => server.origin)
const least = 7

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-trial-'))
  const starting = startKdeconnectd()
  server = await startTestServer()
  token = (await server.signUp('ana@example.org')).token
  kde = await starting
})
afterAll(async () => {
  await feature?.close()
  sessions.closeAll()
  await kde?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (line: string) => console.info(`  ${line}`)
const ms = (since: number) => `${Math.round(performance.now() - since)} ms`
const ask = async (path: string, body?: object) => (await server.request(path, { token, ...(body && { body }) })).body

async function request(action: PhoneRequest['action'], phone = kde.deviceId): Promise<PhoneReport> {
  const guid = crypto.randomUUID()
  const answer = heard((each) => each.type === 'phone_report' && each.guid === guid)
  const common = { type: 'phone_request', source_user_iden: '', target_device_iden: companion }
  await other.sendEphemeral({ ...common, guid, action, phone })
  return (await answer) as unknown as PhoneReport
}

function heard(isWanted: (ephemeral: Ephemeral) => boolean): Promise<Ephemeral> {
  const { promise, resolve } = Promise.withResolvers<Ephemeral>()
  const stop = other.onEphemeral((ephemeral) => {
    if (!isWanted(ephemeral)) return
    stop()
    resolve(ephemeral)
  })
  return promise
}

async function reported(wanted: Partial<ReportedPhone>): Promise<ReportedPhone> {
  return vi.waitFor(
    async () => {
      const { phones } = await request('list')
      const [found] = phones
      expect(found).toMatchObject({ id: kde.deviceId, ...wanted })
      return found as ReportedPhone
    },
    { interval: 20 },
  )
}

/** The code shown by kdeconnectd: the start of a hash, as text. */
async function theirCode(): Promise<string> {
  const key = await kde.call<Uint8Array | string>(deviceObject(ourId), 'device.verificationKey')
  return (typeof key === 'string' ? key : Buffer.from(key).toString()).slice(0, 8).toUpperCase()
}

/** Announces, repeatedly if that comes too soon after another connection, until there is a new link. */
async function findsIn(peer: Peer, announce: () => unknown): Promise<string> {
  let found = false
  const stop = peer.linked.on(() => {
    found = true
  })
  let begun = 0
  await vi.waitFor(
    async () => {
      begun = performance.now()
      await announce()
      await vi.waitFor(() => expect(found).toBe(true), { interval: 5, timeout: 700 })
    },
    { interval: 1 },
  )
  stop()
  return ms(begun)
}

/** 200 MB of random bytes. */
const large = 200 * 2 ** 20

test('a broadcast of either side finds the other one; files of 200 MB go both ways unchanged', async () => {
  const here = await startTestPeer(undefined, ['share.request'], ['share.request'], least)
  try {
    const ours = await findsIn(here.peer, () => here.peer.announce())
    const theirs = await findsIn(here.peer, () => kde.call('/modules/kdeconnect', 'daemon.forceOnNetworkChange'))
    say(`found by the broadcast from here in ${ours}, by that of kdeconnectd in ${theirs}`)
    const link = await here.link()
    link.pair()
    const object = deviceObject(here.store.deviceId)
    await vi.waitFor(async () => expect(await kde.call(object, 'device.hasPairingRequests')).toBe(true), { interval: 20 })
    await kde.call(object, 'device.acceptPairing')
    await vi.waitFor(() => expect(link.state).toBe('paired'), { interval: 20 })
    const path = join(folder, 'large.bin')
    writeFileSync(path, Buffer.concat(Array(large / 2 ** 20).fill(randomBytes(2 ** 20))))
    const sent = await hashOf(createReadStream(path))
    let begun = performance.now()
    const coming = new Promise<Packet>((resolve) =>
      link.packets.on((packet) => packet.type === 'share.request' && resolve(packet)),
    )
    await kde.call(`${object}/share`, 'device.share.shareUrl', 's', `file://${path}`)
    expect(await hashOf(link.fetchPayload(await coming, large))).toBe(sent)
    const came = ms(begun)
    begun = performance.now()
    const names = { filename: 'back.bin', numberOfFiles: 1, totalPayloadSize: large }
    await link.sendPayload('share.request', names, large, () => createReadStream(path))
    const saved = join(kde.home, 'Downloads', 'back.bin')
    await vi.waitFor(() => expect(statSync(saved).size).toBe(large))
    const went = ms(begun)
    expect(await hashOf(createReadStream(saved))).toBe(sent)
    say(`200 MB: from kdeconnectd in ${came}, to it in ${went}`)
    link.unpair()
  } finally {
    here.close()
  }
})

/** Starts the companion and another session of its account, which looks for phones until kdeconnectd is found. */
async function startCompanion(): Promise<void> {
  companion = (await ask('/v2/devices', { nickname: 'Desk', type: 'linux' })).iden
  const person = { token, account: await ask('/v2/users/me') }
  const session = await sessions.started(person, { sourceDevice: () => companion })
  other = await sessions.started(person)
  other.onEphemeral((ephemeral) => void ephemerals.push(ephemeral))
  const log = (line: string) => void logged.push(line)
  feature = phonesFeature({
    session,
    device: companion,
    log,
    folder,
    keyFingerprint: undefined,
    clipboard: true,
    leastVersion: least,
  })
  await feature.start()
}

async function becomesDevice(): Promise<void> {
  device = await vi.waitFor(async () => {
    const iden = (await reported({ state: 'paired', is_connected: true })).device_iden
    if (iden === undefined) throw new Error('It has no device.')
    return iden
  })
  await vi.waitFor(() => expect(ephemerals).toContainEqual({ type: 'pong', device_iden: device }))
}

test('kdeconnectd asks to pair: both show the same code, and it becomes a device of the account', async () => {
  await startCompanion()
  const begun = performance.now()
  await request('find')
  await reported({ state: 'unpaired', is_connected: true })
  const found = ms(begun)
  const [name] = (await kde.call<string[]>('/modules/kdeconnect', 'daemon.devices', 'b', true)) as [string]
  ourId = name
  await kde.call(deviceObject(ourId), 'device.requestPair')
  const { code } = await reported({ state: 'asked' })
  expect(code).toBe(await theirCode())
  await request('accept')
  await becomesDevice()
  say(`found in ${found}, paired with the code ${code}`)
  expect(await kde.call(deviceObject(ourId), 'device.isTrusted')).toBe(true)
})

test('the companion ends the pairing, and asks itself: both show the same code', async () => {
  await request('remove')
  await vi.waitFor(async () => expect(await kde.call(deviceObject(ourId), 'device.isTrusted')).toBe(false))
  await reported({ state: 'unpaired' })
  await request('pair')
  await vi.waitFor(async () => expect(await kde.call(deviceObject(ourId), 'device.hasPairingRequests')).toBe(true))
  const { code } = await reported({ state: 'asking' })
  expect(code).toBe(await theirCode())
  const before = device
  ephemerals.length = 0
  await kde.call(deviceObject(ourId), 'device.acceptPairing')
  await becomesDevice()
  say(`paired with the code ${code}`)
  expect(device).toBe(before)
})

test('20 of 20 desktop notifications are mirrored with their icon, each within a second', async () => {
  const size = 48
  const icon = sharp('packages/web/public/icon.svg').resize(size, size).ensureAlpha()
  const pixels = await icon.raw().toBuffer()
  const image = new Variant('(iiibiiay)', [size, size, size * 4, true, 8, 4, pixels])
  await kde.call(deviceObject(ourId), 'device.setPluginEnabled', 'sb', 'kdeconnect_sendnotifications', true)
  await kde.call(deviceObject(ourId), 'device.reloadPlugins')
  const times: number[] = []
  for (let index = 1; index <= 20; index++) {
    const arrives = heard(({ type, body }) => type === 'mirror' && String(body).includes(`Message ${index}.`))
    const begun = performance.now()
    await kde.desktop.notify('Chat', 'Ana', `Message ${index}.`, { 'image-data': image })
    const mirror = await arrives
    times.push(performance.now() - begun)
    expect(mirror).toMatchObject({ source_device_iden: device, application_name: 'Chat' })
    const shown = await sharp(Buffer.from(String(mirror.icon), 'base64'))
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect(shown.equals(pixels)).toBe(true)
  }
  times.sort((a, b) => a - b)
  say(`20 of 20 with the same icon: median ${times[10]?.toFixed(0)} ms, slowest ${times[19]?.toFixed(0)} ms`)
  expect(times[19]).toBeLessThan(1_000)
})

test('a notification that is dismissed elsewhere leaves the link as it is: kdeconnectd cancels none', async () => {
  const mirror = ephemerals.findLast(({ type }) => type === 'mirror') as Ephemeral
  await other.sendEphemeral({ ...mirror, type: 'dismissal' })
  await reported({ state: 'paired', is_connected: true })
})

async function pushedFile(name: string): Promise<Push> {
  return vi.waitFor(
    () => {
      const [found] = [...other.mirror.of('pushes').get().entries.values()].filter(({ file_name }) => file_name === name)
      if (!found) throw new Error('It has not come.')
      return found
    },
    { interval: 20 },
  )
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

test.each([1, 5_000_000])(
  'a file of %i bytes that kdeconnectd shares becomes a push, and goes back to it, unchanged',
  async (size) => {
    const path = join(folder, `file-${size}.bin`)
    writeFileSync(path, Buffer.concat(Array(Math.ceil(size / 2 ** 20)).fill(randomBytes(2 ** 20))).subarray(0, size))
    const sent = await hashOf(createReadStream(path))
    let begun = performance.now()
    await kde.call(deviceObject(ourId, 'share'), 'device.share.shareUrl', 's', `file://${path}`)
    const push = await pushedFile(`file-${size}.bin`)
    const came = ms(begun)
    const { body } = await fetch(push.file_url ?? '')
    expect(await hashOf(body as AsyncIterable<Uint8Array>)).toBe(sent)
    begun = performance.now()
    await ask('/v2/pushes', {
      type: 'file',
      file_name: `back-${size}.bin`,
      file_url: push.file_url,
      file_type: 'x/y',
      device_iden: device,
    })
    const saved = join(kde.home, 'Downloads', `back-${size}.bin`)
    await vi.waitFor(() => expect(statSync(saved).size).toBe(size), { interval: 20 })
    await vi.waitFor(async () => expect(await hashOf(createReadStream(saved))).toBe(sent))
    say(`${size} bytes: to Waypost in ${came}, back in ${ms(begun)}`)
  },
)

test('a link and a text that kdeconnectd shares become pushes', async () => {
  await kde.call(deviceObject(ourId, 'share'), 'device.share.shareUrl', 's', 'https://example.org/from')
  await vi.waitFor(() =>
    expect([...other.mirror.of('pushes').get().entries.values()].map(({ url }) => url)).toContain('https://example.org/from'),
  )
  await kde.call(deviceObject(ourId, 'share'), 'device.share.shareText', 's', 'Some words')
  await vi.waitFor(() =>
    expect([...other.mirror.of('pushes').get().entries.values()].map(({ body }) => body)).toContain('Some words'),
  )
})

test('a note that is pushed to kdeconnectd is shown there as a ping, and its own ping is shown on the other devices', async () => {
  let begun = performance.now()
  await ask('/v2/pushes', { type: 'note', body: 'Milk', device_iden: device })
  await kde.desktop.until(() => kde.desktop.notes.find(({ body }) => body.includes('Milk')))
  const there = ms(begun)
  const mirrored = heard(({ type, body }) => type === 'mirror' && body === 'Are you there?')
  begun = performance.now()
  await kde.call(deviceObject(ourId, 'ping'), 'device.ping.sendPing', 's', 'Are you there?')
  await mirrored
  say(`ping: there in ${there}, here in ${ms(begun)}`)
})

test('text that is copied on either side is on the other clipboard', async () => {
  const clip = heard(({ type, body }) => type === 'clip' && body === 'copied there')
  let begun = performance.now()
  await kde.copy('copied there')
  await clip
  const here = ms(begun)
  begun = performance.now()
  await other.sendEphemeral({ type: 'clip', body: 'copied here', source_user_iden: '', source_device_iden: 'x' })
  await vi.waitFor(async () => expect(await kde.clipboard()).toBe('copied here'))
  say(`clipboard: here in ${here}, there in ${ms(begun)}`)
})

test('a link that is lost is made again, and kdeconnectd is still paired', async () => {
  const before = logged.length
  const begun = performance.now()
  await kde.restart()
  await vi.waitFor(() => expect(logged.slice(before).join()).toContain('is no longer connected'))
  await reported({ state: 'paired', is_connected: true })
  say(`kdeconnectd was stopped and started: connected again after ${ms(begun)}`)
})

test('kdeconnectd gets after its sleep what was pushed meanwhile', async () => {
  kde.sleep()
  await ask('/v2/pushes', { type: 'note', body: 'Slept well?', device_iden: device })
  // The companion has delivered it, or is waiting.
  await reported({ state: 'paired' })
  kde.wake()
  await kde.desktop.until(() => kde.desktop.notes.find(({ body }) => body.includes('Slept well?')))
})

test('kdeconnectd that vanishes without a word is noticed within 20 s, and is connected again when it is back', async () => {
  const before = logged.length
  let begun = performance.now()
  kde.vanish()
  await vi.waitFor(() => expect(logged.slice(before).join()).toContain('is no longer connected'))
  const noticed = performance.now() - begun
  await ask('/v2/pushes', { type: 'note', body: 'Where were you?', device_iden: device })
  begun = performance.now()
  kde.comeBack()
  await kde.desktop.until(() => kde.desktop.notes.find(({ body }) => body.includes('Where were you?')))
  say(`noticed after ${(noticed / 1_000).toFixed(1)} s; back and told of the push that waited after ${ms(begun)}`)
  expect(noticed).toBeLessThan(20_000)
})

test('kdeconnectd is rung, and cannot ring the companion, which takes no such packets', async () => {
  expect((await request('ring')).error).toBeUndefined()
  // There is no sound here, and it says so.
  await vi.waitFor(() => expect(kde.lines.join()).toContain('org.qt-project.qt.mediaplayer'))
  expect(await kde.call(deviceObject(ourId), 'device.hasPlugin', 's', 'kdeconnect_findmyphone')).toBe(false)
})

test('an empty file goes to kdeconnectd', async () => {
  const files = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(files.listening).toBe(true))
  const { port } = files.address() as { port: number }
  await ask('/v2/pushes', {
    type: 'file',
    file_name: 'empty.txt',
    file_url: `http://127.0.0.1:${port}/`,
    file_type: 'x/y',
    device_iden: device,
  })
  await vi.waitFor(() => expect(statSync(join(kde.home, 'Downloads', 'empty.txt')).size).toBe(0))
  files.close()
})

// Last, because this kdeconnectd sends no file after an empty one.
test('an empty file that kdeconnectd shares becomes a push of an empty file', async () => {
  const path = join(folder, 'nothing.txt')
  writeFileSync(path, '')
  await kde.call(deviceObject(ourId, 'share'), 'device.share.shareUrl', 's', `file://${path}`)
  const { file_url } = await pushedFile('nothing.txt')
  expect((await (await fetch(file_url ?? '')).arrayBuffer()).byteLength).toBe(0)
})
