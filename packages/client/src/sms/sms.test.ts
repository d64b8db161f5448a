import { deleteText, type PhoneThread, type ThreadMessage } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { SessionOptions } from '../session/session.ts'
import { testSessions, watched } from '../session/test-sessions.ts'
import type { Sms } from './sms.ts'
import { smsItems, type TestPhone, testPhone, testTexts } from './test-phone.ts'

let server: TestServer
let admin: string
let people = 0
const { started, closeAll } = testSessions(() => server.origin)
const { open: textsOf, closeAll: closeTexts } = testTexts({ started })

beforeAll(async () => {
  server = await startTestServer()
  // The first account is the administrator.
  admin = (await server.signUp('admin@example.org')).token
})
afterEach(() => {
  closeTexts()
  closeAll()
})
afterAll(() => server.close())

const dana = { name: 'Dana', address: '+1 555 010 0199' }
const eli = { name: 'Eli', address: '+15550100142' }
const mms = { has_sms: true, has_mms: true, app_version: 300 }

function message(id: number, fields: Partial<ThreadMessage> = {}): ThreadMessage {
  return { id: String(id), type: 'sms', timestamp: 1_700_000_000 + id, direction: 'incoming', body: `message ${id}`, ...fields }
}

async function texter(options: Partial<SessionOptions> = {}, fields: object = mms) {
  const person = await server.signUp(`texter-${++people}@example.org`, `Texter ${people}`)
  const phone = await testPhone(await started(person), fields)
  return { person, phone, ...(await textsOf(person, options)) }
}

const linesWhen = (texts: Sms, { device }: TestPhone, count: number) =>
  until(texts.threads(device.iden), ({ state, lines }) => state === 'loaded' && lines.length === count)

async function threadOf(phone: TestPhone, recipients: PhoneThread['recipients'] = [dana], ...messages: ThreadMessage[]) {
  const thread = [...messages].sort((a, b) => b.timestamp - a.timestamp)
  const [latest] = thread
  await phone.publish([{ id: '7', recipients, ...(latest && { latest }) }], { 7: thread })
}

test('TEXT-001 TEXT-002 TEXT-003 TEXT-008 API-038 API-039 a phone that can send SMS has its conversations and their messages', async () => {
  const { phone, texts, session } = await texter()
  await session.device.create({ nickname: 'Laptop' })
  const [first, second] = [message(1), message(2, { direction: 'outgoing', body: 'Me too' })]
  await phone.publish(
    [
      { id: '7', recipients: [dana], latest: second },
      { id: '8', recipients: [eli] },
      { id: 'no/key', recipients: [eli] },
      // Valid items of a partly malformed list are shown.
      { id: 9 } as unknown as PhoneThread,
    ],
    { 7: [second, first, { id: '3' } as unknown as ThreadMessage] },
  )
  await until(texts.$phones, (phones) => phones.map(({ iden }) => iden).join() === phone.device.iden)
  const { lines } = await linesWhen(texts, phone, 2)
  expect(lines.map(({ id, latest }) => [id, latest?.body])).toEqual([
    ['7', 'Me too'],
    ['8', undefined],
  ])
  const items = await smsItems({ texts }, phone, '7', 'message 1 settled', 'Me too settled')
  expect(items.map(({ side, created }) => [side, created])).toEqual([
    ['in', 1_700_000_001],
    ['out', 1_700_000_002],
  ])
})

test('SYNC-019 API-039 changes on the phone are fetched, and a received message is notified of once', async () => {
  const { phone, texts } = await texter()
  await threadOf(phone, [dana], message(1))
  const heard: string[] = []
  texts.onNotice(({ title, body, thread_id, device }) =>
    heard.push(`${device === phone.device.iden} ${thread_id} ${title}: ${body}`),
  )
  const thread = texts.thread(phone.device.iden, '7')
  const stop = thread.listen(() => {})
  await until(thread, ({ items }) => items.length === 1)
  await threadOf(phone, [dana], message(1), message(2))
  await phone.tell([{ thread_id: '7', title: 'Dana', body: 'message 2' }])
  await until(thread, ({ items }) => items.length === 2)
  expect(heard).toEqual(['true 7 Dana: message 2'])
  await phone.session.sendEphemeral({ type: 'sms_changed', source_device_iden: 7, notifications: 'none' })
  await threadOf(phone, [dana], message(1), message(2), message(3))
  await phone.tell()
  await until(thread, ({ items }) => items.length === 3)
  expect(heard).toHaveLength(1)
  stop()
})

test('TEXT-010 a time bar is shown for more than 15 minutes between two messages, but not for 15', async () => {
  const { phone, texts } = await texter()
  const at = (id: number, minutes: number) => message(id, { timestamp: 1_700_000_000 + minutes * 60 })
  await threadOf(phone, [dana], at(1, 0), at(2, 15), { ...at(3, 30), timestamp: 1_700_000_000 + 30 * 60 + 1 })
  const { items } = await until(texts.thread(phone.device.iden, '7'), ({ items }) => items.length === 3)
  expect(items.map(({ timeBar }) => timeBar)).toEqual([false, false, true])
})

test('TEXT-012 TEXT-014 TEXT-015 API-041 an SMS is pending until the phone has it, and never shown twice', async () => {
  const { phone, texts } = await texter()
  await threadOf(phone, [dana], message(1))
  await linesWhen(texts, phone, 1)
  await smsItems({ texts }, phone, '7', 'message 1 settled')
  const key = texts.send({ device: phone.device.iden, addresses: [dana.address], message: '  On my way ' }) as string
  const [, pending] = await smsItems({ texts }, phone, '7', 'message 1 settled', 'On my way pending')
  expect(pending).toMatchObject({ key, side: 'out', own: true, stuck: false })
  expect((await linesWhen(texts, phone, 1)).lines[0]?.latest).toMatchObject({ body: 'On my way', state: 'pending' })

  const { data } = await phone.takesText('sent')
  expect(data).toMatchObject({
    target_device_iden: phone.device.iden,
    addresses: [dana.address],
    message: 'On my way',
    guid: key,
  })
  await smsItems({ texts }, phone, '7', 'message 1 settled', 'On my way settled')
  // The phone formats the number differently.
  const sent = message(2, { direction: 'outgoing', body: 'On my way', guid: key })
  await threadOf(phone, [{ ...dana, address: '5550100199' }], message(1), sent)
  await phone.tell()
  const items = (await until(texts.thread(phone.device.iden, '7'), ({ items }) => items.at(-1)?.own === false)).items
  expect(items.map((item) => item.key)).toEqual(['1', key])
})

test('TEXT-011 TEXT-014 GAP-087 an SMS that the phone could not send is sent again as a new one, or discarded', async () => {
  const { phone, texts, session } = await texter()
  await threadOf(phone)
  await linesWhen(texts, phone, 1)
  const key = texts.send({ device: phone.device.iden, addresses: [dana.address], message: 'hello' }) as string
  await phone.takesText('failed')
  await smsItems({ texts }, phone, '7', 'hello failed')
  texts.retry(key)
  await smsItems({ texts }, phone, '7', 'hello pending')
  const again = await phone.takesText('failed')
  expect(again.data.guid).not.toBe(key)
  await smsItems({ texts }, phone, '7', 'hello failed')
  expect(session.mirror.of('texts').get().entries.size).toBe(1)
  await texts.discard(String(again.data.guid))
  await smsItems({ texts }, phone, '7')
  await until(phone.session.mirror.of('texts'), ({ entries }) => entries.size === 0)
})

test('GAP-087 an SMS from another machine is pending here too, and disappears when it is deleted', async () => {
  const { person, phone, texts } = await texter()
  await threadOf(phone)
  await linesWhen(texts, phone, 1)
  const other = await textsOf(person)
  await linesWhen(other.texts, phone, 1)
  const key = other.texts.send({ device: phone.device.iden, addresses: [dana.address], message: 'from there' }) as string
  await smsItems({ texts }, phone, '7', 'from there pending')
  const { iden } = await phone.takesText()
  await other.session.call(deleteText, { iden })
  await smsItems({ texts }, phone, '7')
  await smsItems(other, phone, '7')
  await until(other.session.mirror.of('texts'), ({ entries }) => entries.size === 0)
  expect(other.saved.keys('texts.outbox.')).toEqual([])
  // A deleted SMS is not restored by a late retry.
  expect(
    other.texts
      .thread(phone.device.iden, '7')
      .get()
      .items.some((item) => item.key === key),
  ).toBe(false)
})

test('TEXT-013 TEXT-016 TEXT-017 an SMS is stuck after 30 seconds, and its status is checked after 31', async () => {
  const { person, phone } = await texter()
  await threadOf(phone)
  const { calls, platform: watching } = watched()
  let offset = 0
  const waiting: { at: number; work: () => void }[] = []
  const now = () => Date.now() + offset
  // The SMS have their own clock, which the test moves.
  const slow: Platform = {
    ...platform,
    now,
    after(milliseconds, work) {
      const timer = { at: now() + milliseconds, work }
      waiting.push(timer)
      return () => void waiting.splice(0, waiting.length, ...waiting.filter((each) => each !== timer))
    },
  }
  const advance = (milliseconds: number) => {
    offset += milliseconds
    for (const timer of [...waiting])
      if (timer.at <= now()) {
        waiting.splice(waiting.indexOf(timer), 1)
        timer.work()
      }
  }
  const { texts, session } = await textsOf(person, { platform: watching }, slow)
  await linesWhen(texts, phone, 1)
  const thread = texts.thread(phone.device.iden, '7')
  const stop = thread.listen(() => {})
  texts.send({ device: phone.device.iden, addresses: [dana.address], message: 'anybody?' })
  await phone.takesText()
  await until(session.mirror.of('texts'), ({ entries }) => entries.size === 1)
  advance(29_000)
  expect(thread.get().items.at(-1)?.stuck).toBe(false)
  const fetches = () => calls.filter((call) => call.endsWith('_thread_7')).length
  const before = fetches()
  advance(1_100)
  expect(thread.get().items.at(-1)?.stuck).toBe(true)
  expect(fetches()).toBe(before)
  advance(900)
  expect(fetches()).toBe(before + 1)
  stop()
})

test('TEXT-007 an SMS to a new recipient gets a conversation of its own, until the phone has one', async () => {
  const { phone, texts } = await texter()
  await threadOf(phone)
  await linesWhen(texts, phone, 1)
  const device = phone.device.iden
  texts.send({ device, addresses: [eli.address], message: 'hello' })
  const id = texts.threadWith(device, [eli.address])
  const { lines } = await linesWhen(texts, phone, 2)
  expect(lines[0]).toMatchObject({ id, recipients: [{ address: eli.address }], latest: { body: 'hello', state: 'pending' } })
  await smsItems({ texts }, phone, id, 'hello pending')
  await phone.publish([{ id: '9', recipients: [eli] }])
  await phone.tell()
  await until(texts.threads(device), ({ lines }) => lines.some((line) => line.id === '9' && line.latest?.state === 'pending'))
  expect(texts.threadWith(device, ['(555) 010-0142'])).toBe('9')
})

test('TEXT-018 an empty SMS, or one without a recipient, is not sent', async () => {
  const { phone, texts, session } = await texter()
  await linesWhen(texts, phone, 0)
  const device = phone.device.iden
  expect(texts.send({ device, addresses: [dana.address], message: ' \n ' })).toBeUndefined()
  expect(texts.send({ device, addresses: [], message: 'hello' })).toBeUndefined()
  expect(texts.threads(device).get().lines).toEqual([])
  expect(session.mirror.of('texts').get().entries.size).toBe(0)
})

test('TEXT-024 API-040 GAP-009 a phone book is read, and a missing one is reported', async () => {
  const { phone, texts } = await texter()
  const book = texts.phonebook(phone.device.iden)
  const stop = book.listen(() => {})
  const missing = await until(book, ({ state }) => state === 'failed')
  expect(missing.refusal?.message).toBe('No Phone book returned.')
  await phone.publishPhonebook([{ name: 'Dana', phone: dana.address, phone_type: 'mobile' }, { phone: ' ' }])
  await texts.refresh(phone.device.iden)
  const { value } = await until(book, ({ state }) => state === 'loaded')
  expect(value.map(({ name }) => name)).toEqual(['Dana'])
  stop()
})

test('TEXT-031 an SMS that the plan does not allow fails with the message of the server, and offers an upgrade', async () => {
  const { phone, texts, session, person } = await texter()
  await threadOf(phone)
  await linesWhen(texts, phone, 1)
  const setCount = (reply_count: number) =>
    server.request('/v3/admin-set-reply-count', { token: admin, body: { email: person.account.email, reply_count } })
  await setCount(100)
  await until(session.$account, (account) => account?.reply_count_quota === 'over_limit')
  const key = texts.send({ device: phone.device.iden, addresses: [dana.address], message: 'one more' })
  const [item] = await smsItems({ texts }, phone, '7', 'one more failed')
  expect(item).toMatchObject({ key, upgrade: true })
  expect(item?.error).toMatch(/^You've reached the free message limit for this month\./)
  await setCount(0)
  texts.retry(key as string)
  await phone.takesText('sent')
  await smsItems({ texts }, phone, '7', 'one more settled')
})

test('a conversation with previews asks the phone for their pictures, and again only for new ones', async () => {
  const { phone, texts } = await texter()
  const asked: unknown[] = []
  phone.session.onEphemeral((each) => {
    if (each.type === 'sms_page_request') asked.push([each.target_device_iden, each.thread_id, each.pictures])
  })
  const picture = (id: number, url: string) => message(id, { type: 'mms', image_urls: [url] })
  const preview = 'data:image/jpeg;base64,/9j/'
  const $thread = texts.thread(phone.device.iden, '7')
  const stop = $thread.listen(() => {})
  const shows = (count: number) => until($thread, ({ items }) => items.length === count)
  const wanted = [phone.device.iden, '7', true]
  await threadOf(phone, [dana], picture(1, 'https://example.org/a.jpg'), message(2))
  await phone.tell()
  await shows(2)
  expect(asked).toEqual([])
  await threadOf(phone, [dana], picture(1, preview), message(2), message(3))
  await phone.tell()
  await shows(3)
  await expect.poll(() => asked).toEqual([wanted])
  await threadOf(phone, [dana], picture(1, preview), message(2), message(3), message(4))
  await phone.tell()
  await shows(4)
  await threadOf(phone, [dana], picture(1, preview), message(2), message(3), message(4), picture(5, preview))
  await phone.tell()
  await shows(5)
  await expect.poll(() => asked).toEqual([wanted, wanted])
  stop()
})
