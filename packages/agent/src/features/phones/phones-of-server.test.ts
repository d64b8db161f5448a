import type { Ephemeral, Session } from '@waypost/client'
import { type Person, type TestSessions, testSessions } from '@waypost/client/session/test-sessions'
import type { PhoneReport } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StandInPhone } from '../../phone/kdeconnect/stand-in-phone.ts'
import { loopbackAddresses } from '../../phone/kdeconnect/test-loopback.ts'

let server: TestServer
let sessions: TestSessions
let ana: Person
let other: Session
let ephemerals: Ephemeral[]
let phone: StandInPhone
let host: string

/** In milliseconds. */
const askedEvery = 1_000

beforeEach(async () => {
  const [own = '', phoneHost = ''] = loopbackAddresses(2)
  host = own
  // Only one node has the setting.
  server = await startTestServer(
    { WAYPOST_PHONES: 'on', WAYPOST_PHONES_HOST: host, WAYPOST_LOG: 'silent' },
    { nodes: 1, phoneTimes: { look: 50, pause: 50 } },
  )
  sessions = testSessions(() => server.origin)
  ana = await server.signUp('ana@example.org')
  other = await sessions.started(ana)
  ephemerals = []
  other.onEphemeral((ephemeral) => void ephemerals.push(ephemeral))
  phone = new StandInPhone({ host: phoneHost })
  phone.messages = [phone.message({ addresses: [{ address: '+15550112' }], body: 'Hello' })]
  await phone.start()
})
afterEach(async () => {
  phone.close()
  sessions.closeAll()
  await server.close()
})

const devices = async (): Promise<{ iden: string; nickname: string; type: string; fingerprint: string }[]> =>
  (await server.request('/v2/devices?active_only=true', { token: ana.token })).body.devices

async function deviceNamed(name: string) {
  const device = (await devices()).find(({ nickname }) => nickname === name)
  if (!device) throw new Error(`There is no device "${name}".`)
  return device
}

async function ask(action: string, more: object = {}): Promise<PhoneReport> {
  const { iden: target_device_iden } = await vi.waitFor(() => deviceNamed('Waypost server'))
  const guids = new Set<unknown>()
  return vi.waitFor(async () => {
    const guid = crypto.randomUUID()
    guids.add(guid)
    await other.sendEphemeral({ type: 'phone_request', source_user_iden: '', target_device_iden, guid, action, ...more })
    return vi.waitFor(
      () => {
        const found = ephemerals.find((each) => each.type === 'phone_report' && guids.has(each.guid))
        if (!found) throw new Error('There is no answer.')
        return found as unknown as PhoneReport
      },
      { timeout: askedEvery },
    )
  })
}

async function pair(): Promise<void> {
  await ask('find')
  await vi.waitFor(() => {
    if (!phone.tls) phone.announce(host)
    expect(phone.tls).toBeDefined()
  })
  phone.ask()
  await vi.waitFor(async () => expect((await ask('list')).phones[0]).toMatchObject({ state: 'asked', code: phone.code }))
  expect((await ask('accept', { phone: phone.deviceId })).error).toBeUndefined()
  await vi.waitFor(() => deviceNamed('Pixel'))
}

async function sendText(message: string): Promise<void> {
  const { iden } = await deviceNamed('Pixel')
  const data = { target_device_iden: iden, guid: crypto.randomUUID(), addresses: ['+15550112'], message }
  expect((await server.request('/v2/texts', { token: ana.token, body: { data } })).status).toBe(200)
}

test('a server is paired through requests, sends texts by the phone, and is paired still when it has been started again', async () => {
  await pair()
  expect((await deviceNamed('Pixel')).type).toBe('android')
  await sendText('Hi from the server')
  expect((await phone.next('sms.request')).body).toMatchObject({ messageBody: 'Hi from the server' })
  await server.restart()
  await other.start()
  await vi.waitFor(() => {
    if (!phone.tls) phone.announce(host)
    expect(phone.isPaired && phone.tls).toBeTruthy()
  })
  await vi.waitFor(async () => expect((await ask('list')).phones[0]).toMatchObject({ state: 'paired', is_connected: true }))
  await sendText('Hi again')
  await vi.waitFor(async () => expect((await phone.next('sms.request')).body).toMatchObject({ messageBody: 'Hi again' }))
})

test('while another device has an end-to-end password and the server has none, no phone is spoken to, and requests are told why', async () => {
  await pair()
  const body = { nickname: 'Laptop', type: 'firefox', key_fingerprint: 'c29tZSBrZXk=' }
  const laptop = (await server.request('/v2/devices', { token: ana.token, body })).body
  await vi.waitFor(() => expect(phone.tls).toBeUndefined())
  expect((await ask('list')).error).toMatch(/^"Laptop" has an end-to-end password, and the server has none/)
  const { phones } = (await server.request('/v3/admin/version', { token: ana.token })).body
  expect(phones).toMatchObject({ running: true, problem: expect.stringMatching(/^"Laptop" has/) })
  await phone.notify('0|com.example.chat|1|null|10')
  await server.restart()
  await other.start()
  expect((await ask('find')).error).toMatch(/^"Laptop" has an end-to-end password/)
  // Once the password is gone, the connection to the phone is restored.
  await server.request(`/v2/devices/${laptop.iden}`, { token: ana.token, body: { key_fingerprint: 'none' } })
  await vi.waitFor(() => {
    if (!phone.tls) phone.announce(host)
    expect(phone.tls).toBeDefined()
  })
  await vi.waitFor(async () => expect((await ask('list')).phones[0]).toMatchObject({ state: 'paired', is_connected: true }))
  expect(ephemerals.filter(({ type }) => type === 'mirror')).toEqual([])
})
