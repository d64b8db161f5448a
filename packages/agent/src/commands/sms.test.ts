import { type Client, openClient, savedInMemory } from '@waypost/client'
import { phonebookKey, threadKey, threadsKey, updateDevice } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../answer/answer.ts'
import { answerTexts } from '../answer/texts.ts'
import type { Phone } from '../phone/phone.ts'
import { openSimulated } from '../phone/simulated.ts'
import { openTestMachine, type TestMachine } from '../test-cli.ts'

let server: TestServer
let machine: TestMachine
let token: string
let device: string
let client: Client
let answer: Answer
let phone: Phone
let users = 0

// A loaded machine is slow to start other programs.
vi.setConfig({ testTimeout: 45_000 })

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  machine = openTestMachine()
  token = (await server.signUp(`ana${++users}@example.org`)).token
  await machine.run('login', '--server', server.origin, '--token', token, '--no-device')
  const body = { nickname: 'Pixel', type: 'android', has_sms: true, has_mms: true, app_version: 256 }
  device = (await server.request('/v2/devices', { token, body })).body.iden
  client = openClient({ origin: server.origin, token, saved: savedInMemory(), agent: 'test/1', sourceDevice: device })
  await client.start()
  phone = openSimulated()
  answer = answerTexts({ client, device, log() {}, phone })
})
afterEach(async () => {
  await answer.close()
  await phone.close()
  client.close()
  await machine.close()
})

const kept = async (key: string) => (await server.request('/v3/get-permanent', { token, body: { key } })).body.data

/** Runs the phone until everything of it is published. */
async function run(): Promise<void> {
  await answer.begin()
  await vi.waitFor(async () => expect(await kept(phonebookKey(device))).not.toEqual({}), { timeout: 20_000, interval: 30 })
}

test("TEXT-001 TEXT-008 the phone's conversations are listed and read, by number and by name", async () => {
  await run()
  const [listed, latest, read, json, several, nobody] = await Promise.all([
    machine.run('sms', 'list'),
    machine.run('sms', 'list', '--json', '--limit', '1'),
    machine.run('sms', 'read', '555 0112', '--limit', '2'),
    machine.run('sms', 'read', 'mia torres', '--json'),
    machine.run('sms', 'read', 'Noah Lindqvist'),
    machine.run('sms', 'read', 'Nobody'),
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
  const unknown = 'Nobody is called "Nobody" in the phone book. Give a number, such as "+1 555 0100".\n'
  expect([nobody.code, nobody.stderr]).toEqual([1, unknown])
})

test('TEXT-001 TEXT-014 API-041 a text is sent when the command ends well, and failed when it does not', async () => {
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
  expect(empty).toEqual({ code: 1, stdout: '', stderr: 'There is nothing to send. Give a text: waypost sms send --help\n' })
})

test('a phone that is away: the command waits as long as it is told to, or not at all', async () => {
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

test('E2E-008 TEXT-038 with the password, messages are read and sent sealed; without it, the command says so', async () => {
  await client.encryption.setPassword('secret')
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

test('E2E-008 a text that the phone could not open is not sent, and the command says what to do', async () => {
  await run()
  expect((await machine.start(['settings', 'set', 'password'], { input: 'secret\n' }).ended).code).toBe(0)
  const refused = await machine.run('sms', 'send', 'Mia Torres', 'hidden')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toBe(
    'Pixel has no encryption password, so it cannot open texts from here. Set the same password there, or clear the one here.\n' +
      'To set it on a machine: waypost settings set password\n',
  )
  expect((await server.request('/v2/texts', { token })).body.texts).toEqual([])
  // The fingerprint that the phone told is an old one.
  const mine = openClient({ origin: server.origin, token, saved: savedInMemory(), agent: 'test/1' })
  await mine.start()
  await mine.encryption.setPassword('secret')
  await client.call(updateDevice, { iden: device, key_fingerprint: await mine.encryption.fingerprint() })
  mine.close()
  const late = await machine.run('sms', 'send', '+1 555 0112', 'hidden')
  expect([late.code, late.stderr]).toEqual([1, expect.stringMatching(/^The phone could not open this text: /)])
})
