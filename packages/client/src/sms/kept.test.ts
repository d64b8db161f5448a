import { setPermanent, type ThreadMessage, threadKey, threadsKey } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { watched } from '../session/test-sessions.ts'
import { smsItems } from './test-phone.ts'
import { dana, draft, testTexter, threads } from './test-texter.ts'

let server: TestServer
const { open, started, textsOf, textsOn, texter, textsOnServer, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

test('TEXT-036 TEXT-037 TEXT-038 TEXT-039 E2E-005 E2E-008 encrypted SMS are shown only with the password, and are sent encrypted', async () => {
  const { person, phone } = await texter()
  await phone.session.encryption.setPassword('river')
  const [hello]: ThreadMessage[] = [{ id: '1', timestamp: 1_700_000_000, direction: 'incoming', body: 'secret' }]
  await phone.publish(threads, { 7: [hello as ThreadMessage] })
  const saved: KeyValueStore = inMemoryStore()
  const { texts, session } = await textsOf(person, { saved })
  const iden = phone.device.iden
  await until(texts.threads(iden), ({ state, lines }) => state === 'sealed' && lines.length === 0)
  await until(texts.thread(iden, '7'), ({ state, items }) => state === 'sealed' && items.length === 0)

  const other = await textsOf(person)
  await other.session.encryption.setPassword('river')
  await until(other.texts.threads(iden), ({ lines }) => lines.length === 1)
  const key = other.texts.send(draft(phone, 'hush')) as string
  await until(session.mirror.of('texts'), ({ entries }) => entries.size === 1)
  const [text] = await textsOnServer(person)
  expect(text?.data).toEqual({
    target_device_iden: iden,
    guid: key,
    encrypted: true,
    ciphertext: expect.any(String),
    status: 'queued',
  })
  expect(texts.threads(iden).get().lines).toEqual([])

  expect(await texts.unlock(iden, '7', 'lake')).toBe('wrong')
  expect(session.encryption.$key.get()).toBeUndefined()
  expect(await texts.unlock(iden, '7', 'river')).toBe('opened')
  expect(saved.read('e2e_key')).toBe(session.encryption.$key.get())
  await smsItems({ texts }, phone, '7', 'secret settled', 'hush pending')
  expect(await phone.takesText('sent')).toMatchObject({ data: { message: 'hush', addresses: [dana.address] } })
  expect(saved.keys('texts.kept.').some((name) => saved.read(name)?.includes('secret'))).toBe(false)
})

test('E2E-006 an SMS that cannot be encrypted is not sent', async () => {
  const { person, phone } = await texter()
  const { texts, session, saved } = await textsOf(person)
  await session.encryption.setPassword('river')
  saved.write('e2e_key', 'no key')
  const broken = await textsOf(person, { saved })
  const key = broken.texts.send(draft(phone, 'hello'))
  const [item] = await smsItems(broken, phone, '7', 'hello failed')
  expect(item).toMatchObject({ key, error: expect.stringContaining('could not be encrypted') })
  expect(broken.session.encryption.$failed.get()).toBe(true)
  expect(await textsOnServer(person)).toEqual([])
  texts.close()
})

test('TEXT-003 data that was read is available at the next start without a network, but not to another account', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  await phone.publish(threads, { 7: [{ id: '1', timestamp: 1_700_000_000, direction: 'incoming', body: 'kept' }] })
  const first = await textsOf(person, { saved })
  await smsItems(first, phone, '7', 'kept settled')
  await until(first.texts.threads(phone.device.iden), ({ lines }) => lines.length === 1)
  first.leave()

  const { platform: down } = watched(() => Promise.reject(new TypeError('no network')))
  const session = open(person, { saved, account: person.account, platform: down })
  await session.start()
  const texts = textsOn(session, saved)
  await smsItems({ texts }, phone, '7', 'kept settled')
  await until(texts.threads(phone.device.iden), ({ lines, state }) => lines.length === 1 && state === 'failed')
  session.close()

  const stranger = await server.signUp('stranger@example.org')
  const another = await started(stranger, { saved })
  const theirs = textsOn(another, saved)
  const { lines } = await until(theirs.threads(phone.device.iden), ({ state }) => state !== 'loading')
  expect(lines).toEqual([])
})

test('a very long conversation is not saved for a start without a network', async () => {
  const { person, phone } = await texter()
  const message = (body: string): ThreadMessage => ({ id: '1', timestamp: 1_700_000_000, direction: 'incoming', body })
  const saved = inMemoryStore()
  const atStart = async () => {
    const { platform: down } = watched(() => Promise.reject(new TypeError('no network')))
    const session = open(person, { saved, account: person.account, platform: down })
    await session.start()
    const texts = textsOn(session, saved)
    const { items } = await until(texts.thread(phone.device.iden, '7'), ({ state }) => state === 'failed')
    texts.close()
    session.close()
    return items.map(({ body }) => body.length)
  }
  for (const [length, kept] of [
    [90_000, [90_000]],
    [110_000, []],
  ] as const) {
    await phone.publish(threads, { 7: [message('x'.repeat(length))] })
    const first = await textsOf(person, { saved })
    await until(first.texts.thread(phone.device.iden, '7'), ({ items }) => items[0]?.body.length === length)
    first.leave()
    expect(await atStart()).toEqual(kept)
  }
})

test('API-038 malformed data of a phone counts as no conversations, and a failing fetch is shown until it succeeds', async () => {
  const { person, phone } = await texter()
  let fail = true
  const { platform: shaky } = watched((call, send) =>
    fail && call.includes('_threads') ? Promise.resolve({ status: 500, text: async () => 'no' }) : send(),
  )
  const iden = phone.device.iden
  const session = await started(person, { platform: shaky })
  const texts = textsOn(session, inMemoryStore())
  const list = texts.threads(iden)
  const stop = list.listen(() => {})
  expect((await until(list, ({ state }) => state === 'failed')).refusal?.code).toBe('internal')
  fail = false
  await texts.refresh(iden)
  await until(list, ({ state, lines }) => state === 'loaded' && lines.length === 1)
  await phone.session.call(setPermanent, { key: threadsKey(iden), data: { threads: 'none' } })
  await phone.session.call(setPermanent, { key: threadKey(iden, '7'), data: { thread: [[], 5, null] } })
  await texts.refresh(iden)
  await until(list, ({ state, lines }) => state === 'loaded' && lines.length === 0)
  await until(texts.thread(iden, '7'), ({ state, items }) => state === 'loaded' && items.length === 0)
  stop()
})
