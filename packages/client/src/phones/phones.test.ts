import { PhoneRequest, type ReportedPhone } from '@waypost/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { check } from '../ground/objects.ts'
import { platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { hasty, type Person } from '../session/test-sessions.ts'
import { openPhones, phoneOfDevice } from './phones.ts'

let ana: Person
let users = 0

setUpPeople()
beforeEach(async () => {
  ana = await server.signUp(`ana${++users}@example.org`)
})

const pixel: ReportedPhone = { id: 'p', name: 'Pixel', state: 'paired', is_connected: true, device_iden: 'pixel', battery: 71 }

async function companion(answer: (request: PhoneRequest) => object = () => ({})): Promise<Session> {
  const session = await started(ana)
  session.onEphemeral((ephemeral) => {
    const read = check(PhoneRequest, ephemeral)
    if (!('value' in read) || read.value.target_device_iden !== 'desk') return
    const { guid } = read.value
    void session.sendEphemeral({
      type: 'phone_report',
      source_device_iden: 'desk',
      guid,
      phones: [pixel],
      ...answer(read.value),
    })
  })
  return session
}

test('a request is answered with the report, and later reports are followed', async () => {
  const desk = await companion()
  const phones = openPhones(await started(ana), platform)
  expect(await phones.ask('desk', 'list')).toMatchObject({ report: { source_device_iden: 'desk', phones: [pixel] } })
  expect(phoneOfDevice(phones.$reports.get(), 'pixel')).toEqual(pixel)
  expect(phoneOfDevice(phones.$reports.get(), 'another')).toBeUndefined()
  await desk.sendEphemeral({ type: 'phone_report', source_device_iden: 'desk', phones: [{ ...pixel, battery: 70 }] })
  await vi.waitFor(() => expect(phoneOfDevice(phones.$reports.get(), 'pixel')?.battery).toBe(70))
})

test('a refusal of the companion is its sentence, which a list is not', async () => {
  await companion(() => ({ error: 'The phone is not connected.' }))
  const phones = openPhones(await started(ana), platform)
  expect(await phones.ask('desk', 'ring', { phone: 'p' })).toEqual({ failed: 'refused', words: 'The phone is not connected.' })
  expect(await phones.ask('desk', 'list')).toHaveProperty('report')
})

test('nothing answers: what was reported before is forgotten', async () => {
  let isThere = true
  const desk = await companion(() => (isThere ? {} : { phones: 'nonsense' }))
  const phones = openPhones(await started(ana), hasty(20))
  await phones.ask('desk', 'list')
  isThere = false
  expect(await phones.ask('desk', 'list')).toEqual({ failed: 'silent' })
  expect(phones.$reports.get().size).toBe(0)
  await desk.sendEphemeral({ type: 'phone_report', source_device_iden: 'desk', phones: [pixel] })
  await vi.waitFor(() => expect(phones.$reports.get().size).toBe(1))
})

test('what is reported after a request that nothing answers is kept', async () => {
  let isThere = true
  const desk = await companion(() => (isThere ? {} : { phones: 'nonsense' }))
  const phones = openPhones(await started(ana), hasty(4))
  await phones.ask('desk', 'list')
  isThere = false
  const asked = phones.ask('desk', 'list')
  await desk.sendEphemeral({ type: 'phone_report', source_device_iden: 'desk', phones: [{ ...pixel, battery: 70 }] })
  await vi.waitFor(() => expect(phoneOfDevice(phones.$reports.get(), 'pixel')?.battery).toBe(70))
  expect(await asked).toEqual({ failed: 'silent' })
  expect(phoneOfDevice(phones.$reports.get(), 'pixel')?.battery).toBe(70)
})

test('a request that cannot be sent or read says why', async () => {
  const session = await started(ana)
  const phones = openPhones(session, platform)
  const { iden } = await session.device.create({ nickname: 'Desk' })
  await server.request(`/v2/devices/${iden}`, { token: ana.token, body: { key_fingerprint: 'b'.repeat(64) } })
  await vi.waitFor(() => expect(session.mirror.of('devices').get().entries.get(iden)?.key_fingerprint).toBeDefined())
  expect(await phones.ask(iden, 'list')).toEqual({
    failed: 'unsent',
    words: 'Desk encrypts its answers with a password that is not set here. Set the same password here.',
  })
})
