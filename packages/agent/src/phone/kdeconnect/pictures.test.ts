import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileSource } from '@waypost/client'
import { UploadError } from '@waypost/client/queue/upload'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../../scripts/tests/patience.ts'
import type { Phone, PhoneChange } from '../phone.ts'
import { Connection } from './connection.ts'
import { StandInPhone } from './stand-in-phone.ts'
import { loopbackAddresses } from './test-loopback.ts'
import { usedMemory } from './test-memory.ts'
import { pairStandIn, startTestPeer, type TestPeer } from './test-peer.ts'
import { openKdeConnectPhone } from './texts.ts'

let here: TestPeer
let android: StandInPhone
let connection: Connection
let folder: string
let phone: Phone
let changes: PhoneChange[]
let logged: string[]
let uploads: Map<string, Buffer>
let keepsBytes: boolean
let beforeUpload: () => void
let refuse: Error | undefined

const incoming = ['sms.messages', 'sms.attachment_file']
const ana = { address: '+15550100' }
const preview = 'data:image/jpeg;base64,/9j/4AAQ'

beforeEach(async () => {
  const [host = '', phoneHost = ''] = loopbackAddresses(2)
  here = await startTestPeer(host, incoming, [])
  android = new StandInPhone({ host: phoneHost })
  await android.start()
  folder = mkdtempSync(join(tmpdir(), 'waypost-pictures-'))
  connection = new Connection(android.deviceId)
  uploads = new Map()
  keepsBytes = true
  beforeUpload = () => {}
  refuse = undefined
  logged = []
})
afterEach(async () => {
  await phone.close()
  android.close()
  here.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<void> {
  await pairStandIn(here, android, connection)
  openPhone()
}

function openPhone(): void {
  const log = (line: string) => void logged.push(line)
  phone = openKdeConnectPhone({ connection, name: 'Pixel', folder, log, upload, quiet: 50, timeout: patience.wait })
  changes = []
  phone.onChange((change) => changes.push(change))
}

function upload(file: FileSource) {
  const url = `https://example.org/${uploads.size}/${file.name}`
  const send = async () => {
    if (refuse) throw refuse
    beforeUpload()
    uploads.set(url, keepsBytes ? Buffer.from(file.slice(0, file.size) as Uint8Array) : Buffer.alloc(0))
    return { file_name: file.name, file_type: file.type, file_url: url }
  }
  return { done: send(), cancel: () => {}, retryNow: () => {} }
}

const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 7)])

/** Each file has the bytes that the phone sends for it, or none. */
function receive(files: Record<string, { type?: string; bytes?: Buffer; thumbnail?: string }>, more = {}): void {
  const attachments = Object.entries(files).map(([name, { type = 'image/jpeg', bytes, thumbnail = '/9j/4AAQ' }], index) => {
    if (bytes) android.attachments.set(name, bytes)
    return { part_id: index + 1, mime_type: type, encoded_thumbnail: thumbnail, unique_identifier: name }
  })
  android.receive(android.message({ addresses: [ana], body: 'Look', attachments, ...more }))
}

/** The latest messages of the conversation, and a function that requests their pictures. */
async function look(count = 10) {
  const [thread] = await phone.threads()
  const messages = await phone.thread(thread?.id ?? '', { count })
  const want = () =>
    phone.fetchPictures?.(
      thread?.id ?? '',
      messages.map(({ id }) => id),
    )
  return { shown: messages.map(({ image_urls }) => image_urls), want }
}

async function read(): Promise<(string[] | undefined)[]> {
  const { shown, want } = await look()
  want()
  return shown
}

/** Calls a function that starts waiting, and lets all of its time pass at once. */
function outlast(wait: () => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    wait()
    vi.advanceTimersByTime(patience.wait)
  } finally {
    vi.useRealTimers()
  }
}

const asked = () => android.received.filter(({ type }) => type === 'sms.request_attachment').length

test('a message shows its preview at once, and its picture when that is fetched and uploaded', async () => {
  const picture = jpeg(300_000)
  receive({ a: { bytes: picture } })
  await open()
  expect(await read()).toEqual([[preview]])
  await vi.waitFor(() => expect(uploads.size).toBe(1))
  const [url = ''] = uploads.keys()
  await vi.waitFor(async () => expect(await read()).toEqual([[url]]))
  expect(uploads.get(url)?.equals(picture)).toBe(true)
  expect(changes.at(-1)).toEqual({ incoming: [], settled: [], earlier: true })
})

test('a picture whose address cannot be saved is shown as its preview, as the log says', async () => {
  receive({ a: { bytes: jpeg(1_000) } })
  await open()
  await phone.threads()
  renameSync(folder, `${folder} away`)
  await read()
  await vi.waitFor(() => expect(logged.join()).toContain('A picture is shown as its preview: ENOENT'))
  renameSync(`${folder} away`, folder)
  expect(await read()).toEqual([[preview]])
})

test('nothing is fetched before somebody reads the conversation', async () => {
  receive({ a: { bytes: jpeg(1_000) } })
  await open()
  await look()
  // It arrives after everything sent before.
  connection.link?.send('ping')
  await android.next('ping')
  expect(asked()).toBe(0)
  await read()
  await vi.waitFor(() => expect(uploads.size).toBe(1))
})

test('a picture that arrives is fetched by itself', async () => {
  receive({ a: {} }, { date: Date.now() - 60_000 })
  await open()
  await phone.threads()
  receive({ b: { bytes: jpeg(1_000) } })
  await vi.waitFor(() => expect(uploads.size).toBe(1))
})

test('a picture is uploaded once, also when the companion starts again', async () => {
  receive({ a: { bytes: jpeg(1_000) }, b: { bytes: jpeg(2_000) } })
  await open()
  await read()
  await vi.waitFor(() => expect(uploads.size).toBe(2))
  await phone.close()
  openPhone()
  expect(await read()).toEqual([[...uploads.keys()]])
  await phone.close()
  expect(asked()).toBe(2)
})

test.each([
  ['that the phone does not have', {}, undefined, 'the phone does not send it'],
  ['of more than 10 MB', { bytes: jpeg(11 * 2 ** 20) }, undefined, 'it has more than'],
  ['that is shorter than said', { bytes: jpeg(1_000) }, 'says more', 'it ended after 1000 of 1010 bytes'],
  ['of a format that browsers do not draw', { bytes: Buffer.from('<svg onload="x">') }, undefined, 'no format'],
  ['whose phone vanishes in the middle', { bytes: jpeg(1_000_000) }, 'vanishes', 'the link ended'],
] as const)('a picture %s stays a preview, and the next one is fetched', async (_what, file, fault, reason) => {
  receive({ a: file })
  if (fault) android.attachmentFaults.set('a', fault)
  await open()
  const { want } = await look()
  if ('bytes' in file) want()
  else outlast(want)
  await vi.waitFor(() => expect(logged.join()).toContain(reason))
  const back = () => {
    if (connection.link) return
    android.announce(here.host)
    throw new Error('It is away.')
  }
  await vi.waitFor(back, { interval: 300 })
  receive({ b: { bytes: jpeg(500) } })
  await vi.waitFor(() => expect(uploads.size).toBe(1))
  await vi.waitFor(async () => expect(await read()).toEqual([[...uploads.keys()], [preview]]))
})

test('a picture that is longer than said is taken whole', async () => {
  receive({ a: { bytes: jpeg(1_000) } })
  android.attachmentFaults.set('a', 'says less')
  await open()
  await read()
  await vi.waitFor(() => expect(uploads.size).toBe(1))
  expect([...uploads.values()][0]).toHaveLength(1_000)
})

test('a picture that the server refuses stays a preview', async () => {
  refuse = new UploadError('There is no room.')
  receive({ a: { bytes: jpeg(1_000) } })
  await open()
  await read()
  await vi.waitFor(() => expect(logged).toEqual(['A picture is shown as its preview: There is no room.']))
  expect(await read()).toEqual([[preview]])
})

test('what is attached and no picture is named, and not fetched', async () => {
  const bytes = Buffer.from('x')
  receive({
    a: { type: 'video/mp4', bytes },
    b: { type: 'audio/amr', bytes, thumbnail: '' },
    c: { type: 'text/x-vCard', bytes, thumbnail: '' },
    d: { type: 'application/pdf', bytes, thumbnail: '' },
    e: { type: 'no type', bytes, thumbnail: '' },
    f: { type: 'application/smil', bytes, thumbnail: '' },
  })
  await open()
  expect(await read()).toEqual([[preview]])
  const [thread] = await phone.threads()
  expect(thread?.latest?.body).toBe('Look\n[Video]\n[Audio]\n[Contact]\n[File: application/pdf]')
  expect(asked()).toBe(0)
})

test('a hundred pictures of 1 MB are fetched one at a time, within 50 MB of memory', async () => {
  const all = 100
  for (let index = 0; index < all / 5; index++)
    receive(Object.fromEntries(Array.from({ length: 5 }, (_, part) => [`${index} ${part}`, { bytes: jpeg(1_000_000) }])))
  await open()
  const { want } = await look(all)
  keepsBytes = false
  const before = usedMemory()
  const most = { inProgress: 0, memory: 0 }
  let measured = 0
  beforeUpload = () => {
    most.inProgress = Math.max(most.inProgress, asked() - uploads.size)
    if (uploads.size % 10 !== 9) return
    measured++
    most.memory = Math.max(most.memory, usedMemory() - before)
  }
  want()
  for (let count = 1; count <= all; count++) await vi.waitFor(() => expect(uploads.size).toBeGreaterThanOrEqual(count))
  expect([uploads.size, logged]).toEqual([all, []])
  expect(most.inProgress).toBe(1)
  expect(measured).toBe(all / 10)
  expect(most.memory).toBeLessThan(50 * 2 ** 20)
})
