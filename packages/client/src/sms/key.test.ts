import { gatewayFingerprint, updateDevice, updateText } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { noKeyFingerprint } from '../session/key/fingerprint.ts'
import { smsItems, type TestPhone } from './test-phone.ts'
import { draft, testTexter, threads } from './test-texter.ts'

let server: TestServer
const { textsOf, texter, textsOnServer, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

/** Reports the fingerprint as the companion app does. */
async function setPassword({ session, device }: TestPhone, password: string): Promise<void> {
  await session.encryption.setPassword(password)
  const key_fingerprint = (await session.encryption.fingerprint()) ?? noKeyFingerprint
  await session.call(updateDevice, { iden: device.iden, key_fingerprint })
}

test('E2E-008 TEXT-014 an SMS to a phone with another password fails before it is sent, and can be sent when both have the same', async () => {
  const { person, phone } = await texter()
  await setPassword(phone, 'lake')
  await phone.publish(threads, { 7: [] })
  const { texts, session, saved } = await textsOf(person)
  await session.encryption.setPassword('river')
  const stop = texts.$obstacle(phone.device.iden).listen(() => {})
  const sentence = 'Pixel has another encryption password, so it cannot open texts from here. Set the same password on both.'
  await until(texts.$obstacle(phone.device.iden), (obstacle) => obstacle === sentence)
  const key = texts.send(draft(phone, 'hush')) as string
  await vi.waitFor(() => expect(saved.read(`texts.outbox.${key}`)).toContain(sentence))
  await setPassword(phone, 'river')
  await phone.publish(threads, { 7: [] })
  await phone.tell()
  const [item] = await smsItems({ texts }, phone, '7', 'hush failed')
  expect(item).toMatchObject({ key, error: sentence, own: true })
  expect(await textsOnServer(person)).toEqual([])
  await until(texts.$obstacle(phone.device.iden), (obstacle) => obstacle === undefined)
  texts.retry(key)
  expect(await phone.takesText('sent')).toMatchObject({ data: { message: 'hush' } })
  stop()
})

test('E2E-008 TEXT-014 an SMS to a phone without the password fails before it is sent; with none on both, it is sent unencrypted', async () => {
  const { person, phone } = await texter()
  const { texts, session } = await textsOf(person)
  await session.encryption.setPassword('river')
  texts.send(draft(phone, 'hush'))
  const sentence =
    'Pixel has no encryption password, so it cannot open texts from here. Set the same password there, or clear the one here.'
  const [item] = await smsItems({ texts }, phone, '7', 'hush failed')
  expect(item?.error).toBe(sentence)
  expect(await texts.obstacle(phone.device.iden)).toBe(sentence)
  await setPassword(phone, 'river')
  await until(session.mirror.of('devices'), ({ entries }) => entries.get(phone.device.iden)?.key_fingerprint !== undefined)
  expect(await texts.obstacle(phone.device.iden)).toBeUndefined()
  await setPassword(phone, '')
  await until(session.mirror.of('devices'), ({ entries }) => entries.get(phone.device.iden)?.key_fingerprint === noKeyFingerprint)
  expect(await texts.obstacle(phone.device.iden)).toBe(sentence)
  expect(await textsOnServer(person)).toEqual([])
  await session.encryption.setPassword('')
  expect(await texts.obstacle(phone.device.iden)).toBeUndefined()
  texts.retry(item?.key as string)
  expect(await phone.takesText('sent')).toMatchObject({ data: { message: 'hush' } })
})

test('E2E-008 a phone that reports no fingerprint gets SMS if its conversations can be decrypted here', async () => {
  const { person, phone } = await texter()
  await phone.session.encryption.setPassword('river')
  await phone.publish(threads, { 7: [] })
  const { texts, session } = await textsOf(person)
  await session.encryption.setPassword('river')
  expect(await texts.obstacle(phone.device.iden)).toBeUndefined()
  await session.encryption.setPassword('lake')
  expect(await texts.obstacle(phone.device.iden)).toContain('Pixel has no encryption password')
})

test('TEXT-014 an SMS that a phone cannot decrypt fails with advice, here and on other machines', async () => {
  const { person, phone } = await texter()
  await setPassword(phone, 'river')
  await phone.publish(threads, { 7: [] })
  const saved = inMemoryStore()
  const { texts, session } = await textsOf(person, { saved })
  await session.encryption.setPassword('river')
  const other = await textsOf(person)
  await other.session.encryption.setPassword('river')
  texts.send(draft(phone, 'hush'))
  const { iden } = await phone.takesText()
  // The phone's password changed before it fetched the SMS.
  await phone.session.call(updateText, { iden, data: { status: 'failed', failure: 'cannot_open' } })
  for (const each of [{ texts }, other]) {
    const [item] = await smsItems(each, phone, '7', 'hush failed')
    expect(item?.error).toMatch(/^The phone could not open this text: .* Set the same password on both, then retry\.$/)
  }
})

test('an SMS by a phone whose texts the server passes on is not sent while a password is set, and is sent once it is cleared', async () => {
  const { person, phone } = await texter({ has_sms: true, fingerprint: gatewayFingerprint('1') })
  const { texts, session } = await textsOf(person)
  await session.encryption.setPassword('river')
  const sentence =
    'Texts of Pixel go through the server, which cannot pass on what is encrypted. Clear the encryption password here to text with this phone.'
  expect(await texts.obstacle(phone.device.iden)).toBe(sentence)
  const stop = texts.$obstacle(phone.device.iden).listen(() => {})
  await until(texts.$obstacle(phone.device.iden), (obstacle) => obstacle === sentence)
  const key = texts.send(draft(phone, 'hush')) as string
  const [item] = await smsItems({ texts }, phone, '7', 'hush failed')
  expect(item).toMatchObject({ key, error: sentence })
  expect(await textsOnServer(person)).toEqual([])
  await session.encryption.setPassword('')
  await until(texts.$obstacle(phone.device.iden), (obstacle) => obstacle === undefined)
  texts.retry(key)
  expect((await phone.takesText()).data.message).toBe('hush')
  stop()
})
