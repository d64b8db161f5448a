import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession, type Session } from '@waypost/client'
import { type PhoneThread, phonebookKey, type ThreadMessage, threadKey, threadsKey, updateDevice } from '@waypost/protocol'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Feature } from '../features/feature.ts'
import { smsFeature } from '../features/sms/sms.ts'
import type { Phone } from '../phone/phone.ts'
import { openSimulated } from '../phone/simulated.ts'
import { machine, server, setUpSignedIn, token } from '../test-signed-in.ts'
import { readPicture } from './sms-picture.ts'

let device: string
let session: Session
let answer: Feature
let phone: Phone

setUpSignedIn('--no-device')
beforeEach(async () => {
  const body = { nickname: 'Pixel', type: 'android', has_sms: true, has_mms: true, app_version: 256 }
  device = (await server.request('/v2/devices', { token, body })).body.iden
  session = openSession({ origin: server.origin, token, saved: inMemoryStore(), agent: 'test/1', sourceDevice: () => device })
  await session.start()
  phone = openSimulated()
  answer = smsFeature({ session, device, log() {}, phone })
})
afterEach(async () => {
  await answer.close()
  await phone.close()
  session.close()
})

const kept = async (key: string) => (await server.request('/v3/get-permanent', { token, body: { key } })).body.data

async function run(): Promise<void> {
  await answer.start()
  await vi.waitFor(async () => expect(await kept(phonebookKey(device))).not.toEqual({}), { interval: 30 })
}

test('TEXT-001 TEXT-008 conversations are listed, and read by number and by name', async () => {
  await run()
  const [listed, latest, read, json, several, unknown] = await Promise.all([
    machine.run('sms', 'list'),
    machine.run('sms', 'list', '--json', '--limit', '1'),
    machine.run('sms', 'read', '555 0112', '--limit', '2'),
    machine.run('sms', 'read', 'mia torres', '--json'),
    machine.run('sms', 'read', 'Noah Lindqvist'),
    machine.run('sms', 'read', 'Zed'),
  ])
  expect([listed.code, listed.stderr]).toEqual([0, ''])
  const people = ['who', 'Dr. Okafor, Dentist', 'Mia Torres, Noah Lindqvist, Elena Petrova', 'Noah Lindqvist', 'Mia Torres']
  expect(
    listed.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(/ {2,}/)[1]),
  ).toEqual(people)
  const [first] = (await kept(threadsKey(device))).threads
  expect(
    latest.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toEqual([first])
  const last = 'me: Wow, where is that?\nMia Torres: From the roof at work. Come by some evening!\n'
  expect(read.stdout.replace(/^[\d-]+ [\d:]+ {2}/gm, '')).toBe(last)
  const messages = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(messages.reverse()).toEqual((await kept(threadKey(device, first.id))).thread)
  const numbers = '"Noah Lindqvist" has several numbers. Give one of them:\n  +1 555 0134\n  +1 555 0135\n'
  expect([several.code, several.stderr]).toEqual([1, numbers])
  const message = 'There is no one called "Zed" in the phone book. Give a number, such as "+1 555 0100".\n'
  expect([unknown.code, unknown.stderr]).toEqual([1, message])
})

test('a limit that is no whole number from 1 up is refused', async () => {
  for (const limit of ['0', '-2', '1.5', 'many']) {
    const { code, stderr } = await machine.run('sms', 'list', '--limit', limit)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Give a whole number from 1 up.')])
  }
})

test('TEXT-001 TEXT-014 API-041 the command succeeds if the text was sent, and fails if not', async () => {
  await run()
  const [sent, piped, failed, empty] = await Promise.all([
    machine.run('sms', 'send', 'Mia Torres', 'On', 'my', 'way'),
    machine.start(['sms', 'send', '+15550150', '--json'], { input: 'piped\nin\n' }).ended,
    machine.run('sms', 'send', '+1 555 0199', 'x'),
    machine.start(['sms', 'send', '+15550150'], { input: ' \n' }).ended,
  ])
  expect(sent).toEqual({ code: 0, stdout: 'Sent to Mia Torres.\n', stderr: '' })
  expect(piped.code).toBe(0)
  expect(JSON.parse(piped.stdout).data).toMatchObject({ addresses: ['+15550150'], message: 'piped\nin', status: 'sent' })
  expect(failed).toEqual({ code: 1, stdout: '', stderr: 'The phone could not send it.\n' })
  expect(empty).toEqual({ code: 1, stdout: '', stderr: 'There is nothing to send. Give a message: waypost sms send --help\n' })
})

test('with the phone offline, the command waits as long as requested, or not at all', async () => {
  const [late, left, listed] = await Promise.all([
    machine.run('sms', 'send', '5550100', 'x', '--timeout', '1'),
    machine.run('sms', 'send', '5550100', 'y', '--no-wait', '--device', 'pixel'),
    machine.run('sms', 'list'),
  ])
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('The phone has not sent it within 1 s.')])
  expect([left.code, left.stdout]).toEqual([0, 'Pixel will send it to 5550100.\n'])
  expect(listed.stderr).toBe('There are no messages yet.\n')
  await server.request(`/v2/devices/${device}`, { token, body: { has_sms: false } })
  expect((await machine.run('sms', 'list')).stderr).toBe('None of your devices sends text messages. See: waypost run --help\n')
})

test('E2E-008 TEXT-038 with the password, messages are decrypted and sent encrypted; without it, the command says so', async () => {
  await session.encryption.setPassword('secret')
  await run()
  const closed = await machine.run('sms', 'list')
  expect([closed.code, closed.stdout]).toEqual([1, ''])
  expect(closed.stderr).toBe(
    "The phone's messages are encrypted. Set the same password here as there: waypost settings set password\n",
  )
  expect((await machine.start(['settings', 'set', 'password'], { input: 'secret\n' }).ended).code).toBe(0)
  expect((await machine.run('sms', 'read', 'Mia Torres')).stdout).toContain('From the roof at work.')
  const sent = await machine.run('sms', 'send', 'Mia Torres', 'hidden', '--json')
  expect([sent.code, JSON.parse(sent.stdout).data]).toEqual([
    0,
    { target_device_iden: device, encrypted: true, ciphertext: expect.any(String), guid: expect.any(String), status: 'sent' },
  ])
  expect((await phone.threads())[0]?.latest?.body).toBe('hidden')
})

test('E2E-008 a text that the phone could not decrypt is not sent, and the command says what to do', async () => {
  await run()
  expect((await machine.start(['settings', 'set', 'password'], { input: 'secret\n' }).ended).code).toBe(0)
  const refused = await machine.run('sms', 'send', 'Mia Torres', 'hidden')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toBe(
    'Pixel has no encryption password, so it cannot open texts from here. Set the same password there, or clear the one here.\n' +
      'To set it on a machine: waypost settings set password\n',
  )
  expect((await server.request('/v2/texts', { token })).body.texts).toEqual([])
  // The phone published an old fingerprint.
  const mine = openSession({ origin: server.origin, token, saved: inMemoryStore(), agent: 'test/1' })
  await mine.start()
  await mine.encryption.setPassword('secret')
  await session.call(updateDevice, { iden: device, key_fingerprint: await mine.encryption.fingerprint() })
  mine.close()
  const late = await machine.run('sms', 'send', '+1 555 0112', 'hidden')
  expect([late.code, late.stderr]).toEqual([1, expect.stringMatching(/^The phone could not open this text: /)])
})

function longPhone(): Phone {
  const message = (id: number, body: string, more: object = {}): ThreadMessage => ({
    id: String(id),
    timestamp: 1_600_000_000 + id,
    direction: 'incoming',
    body,
    ...more,
  })
  const long = Array.from({ length: 450 }, (_, index) => message(450 - index, `message ${450 - index}`))
  const group = [message(9_000, 'to all', { recipient_index: 1 })]
  const people = [
    { name: 'Ann', address: '+15550301', number: '+15550301' },
    { name: 'Cho, Ben', address: '+15550302', number: '+15550302' },
  ]
  const one = (index: number) => ({
    id: String(index + 1),
    recipients: [{ name: `Person ${index}`, address: `+1555${4000 + index}`, number: `+1555${4000 + index}` }],
    latest: message(10_000 - index, `hello from ${index}`),
  })
  const threads: PhoneThread[] = [...Array.from({ length: 250 }, (_, index) => one(index)), { id: '900', recipients: people }]
  return {
    ...openSimulated(),
    threads: async () => threads,
    thread: async (id) => (id === '1' ? long : id === '900' ? group : []),
    phonebook: async () => [{ name: 'Ann', phone: '+15550301' }],
  }
}

test('TEXT-008 all conversations and messages can be read, including those only on the phone, and groups by names or numbers', async () => {
  await answer.close()
  phone = longPhone()
  answer = smsFeature({ session, device, log() {}, phone })
  await run()
  expect(await kept(threadsKey(device))).toMatchObject({ more: true })
  const [listed, few, read, group, byNumbers] = await Promise.all([
    machine.run('sms', 'list', '--all', '--json'),
    machine.run('sms', 'list', '--limit', '120', '--json'),
    machine.run('sms', 'read', '+15554000', '--all', '--json'),
    machine.run('sms', 'read', 'ann; +1 555 0302'),
    machine.run('sms', 'read', '+15550302, +15550301', '--json'),
  ])
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  expect([listed.stderr, lines(listed.stdout).length, lines(few.stdout).length]).toEqual(['', 251, 120])
  expect(lines(read.stdout).map(({ body }) => body)).toEqual(Array.from({ length: 450 }, (_, index) => `message ${index + 1}`))
  expect(group.stdout).toMatch(/Cho, Ben: to all\n$/)
  expect(lines(byNumbers.stdout)).toMatchObject([{ body: 'to all' }])
  // Without the phone, the conversations on the server are still available.
  await answer.close()
  const away = machine.run('sms', 'list', '--limit', '50', '--json')
  expect(lines((await away).stdout)).toHaveLength(50)
})

test('TEXT-025 (deviates) TEXT-026 (deviates) TEXT-027 a picture is scaled down and sent with a text, also to a group; other files are refused', async () => {
  await run()
  const [wide, words] = ['wide.png', 'words.png'].map((name) => join(machine.settings, name)) as [string, string]
  await sharp({ create: { width: 2_000, height: 500, channels: 3, background: '#c8102e' } })
    .png()
    .toFile(wide)
  writeFileSync(words, 'no picture')
  const send = (...more: string[]) => machine.run('sms', 'send', 'Mia Torres, Noah Lindqvist, Elena Petrova', ...more)
  expect((await machine.run('sms', 'send', 'Mia Torres, +1 555 0134', 'Look', '--picture', wide, '--json')).code).toBe(0)
  const [text] = (await server.request('/v2/texts', { token })).body.texts
  expect(text.data).toMatchObject({ addresses: ['+1 555 0112', '+1 555 0134'], message: 'Look', file_type: 'image/png' })
  const { width, height } = await sharp(Buffer.from(await (await fetch(text.file_url)).arrayBuffer())).metadata()
  expect([width, height]).toEqual([1_536, 384])
  const [latest] = await phone.threads()
  expect(latest?.recipients.map(({ name }) => name)).toEqual(['Mia Torres', 'Noah Lindqvist'])
  expect(latest?.latest).toMatchObject({ type: 'mms', image_urls: [text.file_url] })
  expect((await send('--picture', words)).stderr).toBe('Only PNG and JPEG pictures can be sent from this phone.\n')
  expect((await send('x')).stderr).toContain('"Noah Lindqvist" has several numbers.')
  await server.request(`/v2/devices/${device}`, { token, body: { has_mms: false } })
  expect((await machine.run('sms', 'send', '5550112', '--picture', wide)).stderr).toBe('This phone cannot send pictures.\n')
  expect((await machine.run('sms', 'send', '5550112, 5550134', 'x')).stderr).toBe(
    'This phone cannot send to several people at once.\n',
  )
})

test('names and texts of strangers cannot control the terminal', async () => {
  await answer.close()
  const eve = { name: '\u001b]0;mine\u0007Eve', address: '+15550666', number: '+15550666' }
  const body = '\u001b[2Jpaid\n\u202eyou'
  const texts = ['https://example.org/\u001b[2Ja', 'data:image/png;base64,AAAA'].map(
    (url, index): ThreadMessage => ({ id: `${index}`, timestamp: 1_600_000_000, direction: 'incoming', body, image_urls: [url] }),
  )
  phone = {
    ...openSimulated(),
    threads: async () => [{ id: '1', recipients: [eve], ...(texts[0] && { latest: texts[0] }) }],
    thread: async () => texts,
  }
  answer = smsFeature({ session, device, log() {}, phone })
  await run()
  const [listed, read] = await Promise.all([machine.run('sms', 'list'), machine.run('sms', 'read', '+15550666')])
  expect(listed.stdout).toMatch(/Eve {2}\+15550666 {2}paid you\n$/)
  expect(read.stdout.replace(/^[\d-]+ [\d:]+ {2}/gm, '')).toBe('Eve: paid you  [picture]\nEve: paid you  https://example.org/a\n')
})

test('a picture that is too large for a text is refused with the limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-sms-picture-'))
  try {
    const path = join(folder, 'photo.jpg')
    writeFileSync(path, 'x')
    truncateSync(path, 64 * 2 ** 20 + 1)
    await expect(readPicture(path)).rejects.toThrow(`${path} is too large for a text: at most 64 MB can be scaled down.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
