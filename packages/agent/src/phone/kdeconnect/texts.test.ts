import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Phone, type PhoneChange, PhoneUnavailable, SmsRefused } from '../phone.ts'
import { Connection } from './connection.ts'
import type { StandInMessage } from './stand-in-message.ts'
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
let logLines: string[]

const incoming = ['sms.messages', 'contacts.response_uids_timestamps', 'contacts.response_vcards']
const ana = { address: '+15550100' }
const ben = { address: '+15550200' }

beforeEach(async () => {
  const [host = '', phoneHost = ''] = loopbackAddresses(2)
  here = await startTestPeer(host, incoming, [])
  android = new StandInPhone({ host: phoneHost })
  await android.start()
  connection = new Connection(android.deviceId)
  folder = mkdtempSync(join(tmpdir(), 'waypost-texts-'))
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
  logLines = []
  // A phone that lists nothing always makes this time out.
  const timeout = android.mayReadTexts && android.messages.length > 0 ? 60_000 : 1_500
  phone = openKdeConnectPhone({ connection, name: 'Pixel', folder, log: (line) => void logLines.push(line), quiet: 50, timeout })
  changes = []
  phone.onChange((change) => changes.push(change))
}

/** Leaves, and comes back once `meanwhile` is done. */
async function comeBack(meanwhile: () => void = () => {}): Promise<void> {
  android.leave()
  await vi.waitFor(() => expect(connection.link).toBeUndefined())
  meanwhile()
  const look = () => {
    if (connection.link) return
    here.peer.announce(android.host)
    throw new Error('It is away.')
  }
  await vi.waitFor(look, { interval: 300 })
}

function fill(address: { address: string }, count: number, more: Partial<StandInMessage> = {}): void {
  const now = Date.now()
  for (let index = 0; index < count; index++) {
    const date = now - (count - index) * 1_000
    android.messages.push({
      _id: android.messages.length + 1,
      thread_id: Number(address.address),
      addresses: [address],
      body: `${address.address} ${index}`,
      date,
      type: index % 2 === 0 ? 1 : 2,
      read: 1,
      sub_id: 1,
      event: 1,
      ...more,
    })
  }
}

test('conversations are listed, the one with the latest message first', async () => {
  fill(ana, 3)
  fill(ben, 2)
  android.receive(android.message({ addresses: [ana], body: 'Latest', date: Date.now() + 1_000 }))
  await open()
  const threads = await phone.threads()
  expect(threads.map(({ recipients }) => recipients[0]?.number)).toEqual([ana.address, ben.address])
  expect(threads[0]?.latest).toMatchObject({ body: 'Latest', direction: 'incoming', type: 'sms' })
})

test('conversations are all listed, though the machine is too busy to listen for longer than the phone is silent', async () => {
  fill(ana, 1)
  await open()
  const second = android.message({ addresses: [ben], body: 'Second' })
  const stop = connection.packets.on(({ type }) => {
    if (type !== 'sms.messages') return
    stop()
    android.send('sms.messages', { version: 2, messages: [second] })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  })
  expect((await phone.threads()).map(({ recipients }) => recipients[0]?.number)).toEqual([ben.address, ana.address])
})

test('three conversations of 5,000 texts are read to their beginning, in pages', async () => {
  for (const address of [ana, ben, { address: '+15550300' }]) fill(address, 5_000)
  await open()
  for (const { id } of await phone.threads()) {
    const some = await phone.thread(id, { count: 201 })
    expect(some.length).toBeGreaterThanOrEqual(201)
    expect(some.length).toBeLessThan(1_000)
    const all = await phone.thread(id)
    expect(all).toHaveLength(5_000)
    expect(all.at(-1)?.body).toBe(`+${id} 0`)
    expect(new Set(all.map((message) => message.id)).size).toBe(5_000)
  }
})

test('a conversation of 50,000 texts takes less than 50 MB', async () => {
  fill(ana, 50_000)
  await open()
  const [thread] = await phone.threads()
  const before = usedMemory()
  const all = await phone.thread(thread?.id ?? '', { count: 50_000 })
  expect(all).toHaveLength(50_000)
  expect(usedMemory() - before).toBeLessThan(50 * 2 ** 20)
})

test('many texts of the same moment are all read', async () => {
  fill(ana, 700, { date: 1_700_000_000_000 })
  fill(ana, 1)
  await open()
  const [thread] = await phone.threads()
  expect(await phone.thread(thread?.id ?? '')).toHaveLength(701)
})

test('pages that are too long for a line are asked for in smaller ones', async () => {
  const thumbnail = `iVBORw0KGgo${'A'.repeat(90_000)}`
  const attachments = [{ part_id: 1, mime_type: 'image/png', encoded_thumbnail: thumbnail, unique_identifier: 'x' }]
  fill(ana, 150, { attachments })
  await open()
  const [thread] = await phone.threads()
  expect(await phone.thread(thread?.id ?? '')).toHaveLength(150)
})

test('an SMS and an MMS with the same number are two messages; a group has its senders, and a picture its preview', async () => {
  const group = [ben, ana]
  const attachments = [{ part_id: 1, mime_type: 'image/jpeg', encoded_thumbnail: '/9j/4AAQ', unique_identifier: 'x' }]
  android.messages = [
    android.message({ _id: 5, thread_id: 1, addresses: [ana], body: 'SMS' }),
    android.message({ _id: 5, thread_id: 2, addresses: group, body: 'MMS', event: 3, attachments }),
  ]
  await open()
  const threads = await phone.threads()
  const ids = threads.map(({ latest }) => latest?.id)
  expect(new Set(ids).size).toBe(2)
  const found = threads.find(({ recipients }) => recipients.length === 2)
  expect(found?.latest).toMatchObject({
    type: 'mms',
    body: 'MMS',
    recipient_index: 0,
    image_urls: ['data:image/jpeg;base64,/9j/4AAQ'],
  })
})

test('a text is handed over once, and reported as sent when the phone shows it as sent', async () => {
  fill(ana, 1)
  await open()
  const text = { key: 'one', guid: 'guid', addresses: ['+1 555 0100'], message: 'Hello' }
  expect(await phone.send(text)).toBe('queued')
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'one', state: 'sent' }]))
  expect(await phone.send(text)).toBe('sent')
  await phone.close()
  openPhone()
  expect(await phone.send(text)).toBe('sent')
  expect(android.received.filter(({ type }) => type === 'sms.request')).toHaveLength(1)
  const [thread] = await phone.threads()
  expect((await phone.thread(thread?.id ?? ''))[0]).toMatchObject({
    body: 'Hello',
    direction: 'outgoing',
    status: 'sent',
    guid: 'guid',
  })
})

test('the outcome of a text that is found while another is sent again is reported', async () => {
  fill(ana, 1)
  const text = { state: 'queued', at: Date.now(), numbers: [ana.address] }
  const sent = { ...text, key: 'sent', message: 'Sent', isHanded: true }
  writeFileSync(join(folder, 'sent.json'), JSON.stringify([sent, { ...text, key: 'again', message: 'Again', isHanded: false }]))
  await open()
  await phone.threads()
  renameSync(folder, `${folder} away`)
  android.receive(android.message({ addresses: [ana], body: 'Sent', type: 2 }))
  await vi.waitFor(() => expect(logLines.join()).toContain('The record of sent texts cannot be written: ENOENT'))
  renameSync(`${folder} away`, folder)
  expect(changes.flatMap(({ settled }) => settled)).toEqual([])
  await phone.send({ key: 'again', addresses: [ana.address], message: 'Again' })
  expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'sent', state: 'sent' }])
})

test('a text that the phone could not send has failed', async () => {
  fill(ana, 1)
  android.outcome = 5
  await open()
  await phone.send({ key: 'one', addresses: [ana.address], message: 'Hello' })
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'one', state: 'failed' }]))
})

test.each([1, -1])('with a clock that is %i day ahead, texts are known as sent, and those that arrive are told', async (days) => {
  android.clockAhead = days * 86_400_000
  android.messages = [android.message({ addresses: [ana], body: 'Hi' })]
  await open()
  await phone.send({ key: 'one', addresses: [ana.address], message: 'Hello' })
  await phone.send({ key: 'new', addresses: [ben.address], message: 'Hello' })
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled.map(({ key }) => key)).sort()).toEqual(['new', 'one']))
  android.receive(android.message({ addresses: [ana], body: 'Great' }))
  await vi.waitFor(() => expect(changes.flatMap(({ incoming: all }) => all)).toMatchObject([{ body: 'Great' }]))
})

test('a text is not taken for an equal one that was sent before', async () => {
  fill(ana, 1)
  android.messages.push(android.message({ addresses: [ana], body: 'Ok', type: 2, date: Date.now() - 1_000 }))
  await open()
  await phone.threads()
  android.outcome = 5
  await phone.send({ key: 'one', addresses: [ana.address], message: 'Ok' })
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'one', state: 'failed' }]))
})

test('two equal texts are two messages', async () => {
  fill(ana, 1)
  await open()
  await phone.send({ key: 'one', addresses: [ana.address], message: 'Hello' })
  await phone.send({ key: 'two', addresses: [ana.address], message: 'Hello' })
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled).map(({ key }) => key)).toEqual(['one', 'two']))
  expect(android.received.filter(({ type }) => type === 'sms.request')).toHaveLength(2)
})

test('a text with a picture goes to a group as one message', async () => {
  fill(ana, 1)
  await open()
  const picture = { type: 'image/png' as const, bytes: Buffer.from('png'), url: '' }
  await phone.send({ key: 'one', addresses: [ana.address, ben.address], message: 'Look', picture })
  const { body } = await android.next('sms.request')
  expect(body).toMatchObject({ addresses: [ana, ben], messageBody: 'Look' })
  expect(body.attachments).toEqual([
    { fileName: 'picture.png', mimeType: 'image/png', base64EncodedFile: Buffer.from('png').toString('base64') },
  ])
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'one', state: 'sent' }]))
})

test('a text that the phone never got before it left is handed over again; one that it got is not', async () => {
  fill(ana, 1)
  await open()
  await phone.threads()
  // It is lost with the connection.
  vi.spyOn(connection.link as NonNullable<typeof connection.link>, 'send').mockImplementationOnce(() => {})
  await phone.send({ key: 'lost', addresses: [ana.address], message: 'Lost' })
  android.outcome = undefined
  await phone.send({ key: 'got', addresses: [ana.address], message: 'Got' })
  await android.next('sms.request')
  await comeBack(() => {
    android.outcome = 2
  })
  expect((await android.next('sms.request')).body.messageBody).toBe('Lost')
  await vi.waitFor(() => expect(changes.flatMap(({ settled }) => settled).map(({ key }) => key)).toContain('lost'))
  expect(android.received.filter(({ type }) => type === 'sms.request')).toEqual([])
})

test('texts that came in while the phone was away are all there, and the new ones are told', async () => {
  fill(ana, 3)
  await open()
  const [thread] = await phone.threads()
  await phone.thread(thread?.id ?? '')
  await comeBack(() => {
    for (const body of ['one', 'two', 'three'])
      android.messages.push(android.message({ addresses: [ana], body, date: Date.now() + body.length }))
  })
  await vi.waitFor(() => expect(changes.flatMap(({ incoming: all }) => all).map(({ body }) => body)).toContain('three'))
  expect(await phone.thread(thread?.id ?? '')).toHaveLength(6)
})

test('a page that is asked for while the link is replaced is read all the same', async () => {
  fill(ana, 900)
  await open()
  // Not because the phone takes too long to answer.
  await phone.close()
  openPhone()
  const [thread] = await phone.threads()
  const answer = vi.spyOn(android, 'send').mockImplementationOnce(() => {})
  const reading = phone.thread(thread?.id ?? '')
  await vi.waitFor(() => expect(answer).toHaveBeenCalled())
  const before = connection.link
  const look = () => {
    if (connection.link !== before) return
    android.announce(here.host)
    throw new Error('It is the same link.')
  }
  await vi.waitFor(look, { interval: 300 })
  expect(await reading).toHaveLength(900)
})

test('a phone that shows no texts says what to permit, and a text can be sent with it all the same', async () => {
  android.mayReadTexts = false
  await open()
  await expect(phone.threads()).rejects.toThrow('Permit KDE Connect to read and send SMS there.')
  expect(await phone.send({ key: 'one', addresses: [ana.address], message: 'Hello' })).toBe('queued')
  await android.next('sms.request')
})

test('a text to a phone that is away is refused until it is back, and one to a recipient that is no number always', async () => {
  fill(ana, 1)
  await open()
  await phone.threads()
  await expect(phone.send({ key: 'one', addresses: ['Bank'], message: 'Hello' })).rejects.toThrow(SmsRefused)
  android.leave()
  await vi.waitFor(() => expect(connection.link).toBeUndefined())
  await expect(phone.send({ key: 'two', addresses: [ana.address], message: 'Hello' })).rejects.toThrow(PhoneUnavailable)
  expect(await phone.threads()).toHaveLength(1)
})

test('contacts of version 2.1 give their names to conversations', async () => {
  fill(ana, 1)
  for (let index = 0; index < 120; index++)
    android.contacts.set(`c${index}`, `BEGIN:VCARD\nVERSION:2.1\nFN:Person ${index}\nTEL;CELL:+1777${1_000 + index}\nEND:VCARD`)
  const quoted = 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =\nM=C3=BCller'
  android.contacts.set('ana', `BEGIN:VCARD\nVERSION:2.1\n${quoted}\nTEL;CELL:+1 555 0100\nEND:VCARD`)
  await open()
  await vi.waitFor(async () => expect(await phone.phonebook()).toHaveLength(121))
  expect((await phone.threads())[0]?.recipients[0]?.name).toBe('Jürgen Müller')
})

test('cards that are bombs are read within 50 MB of memory', async () => {
  fill(ana, 1)
  android.contacts.set('folded', `BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:${'a=\n'.repeat(60_000)}\nTEL:1234567\nEND:VCARD`)
  android.contacts.set('many', `BEGIN:VCARD\n${'TEL:1234567\n'.repeat(15_000)}END:VCARD`)
  android.contacts.set('long', 'x'.repeat(3_000_000))
  const before = usedMemory()
  await open()
  await vi.waitFor(async () => expect(await phone.phonebook()).toHaveLength(21))
  expect(usedMemory() - before).toBeLessThan(50 * 2 ** 20)
})

test('a phone that shows no contacts has its texts by their numbers', async () => {
  fill(ana, 1)
  android.contacts.set('ana', 'BEGIN:VCARD\nVERSION:2.1\nFN:Ana\nTEL:+15550100\nEND:VCARD')
  android.mayReadContacts = false
  await open()
  expect((await phone.threads())[0]?.recipients[0]).toMatchObject({ name: ana.address })
  expect(await phone.phonebook()).toEqual([])
})

test('a preview of 20 MB is not read, nor kept, and all other conversations are', async () => {
  const attachments = [{ part_id: 1, mime_type: 'image/png', encoded_thumbnail: 'A'.repeat(20_000_000), unique_identifier: 'x' }]
  android.messages = [android.message({ addresses: [ben], attachments, date: Date.now() - 10_000 })]
  fill(ana, 3)
  const before = usedMemory()
  await open()
  expect((await phone.threads()).map(({ recipients }) => recipients[0]?.number)).toEqual([ana.address])
  // The stand-in is in this process, and frees sent data a moment later.
  await vi.waitFor(() => expect(usedMemory() - before).toBeLessThan(50 * 2 ** 20))
})
