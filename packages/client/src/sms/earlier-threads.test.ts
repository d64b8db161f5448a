import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { TestPhone } from './test-phone.ts'
import { dana, testTexter } from './test-texter.ts'

let server: TestServer
const { textsOf, texter, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const message = (id: number): ThreadMessage => ({
  id: String(id),
  timestamp: 1_700_000_000 + id,
  direction: 'incoming',
  body: `message ${id}`,
})
/** Newest first. */
const messages = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => message(from - index))
const bodies = (from: number, to: number) =>
  messages(from, to)
    .map(({ body }) => body)
    .reverse()

function answers({ session, device }: TestPhone, answer: (request: Ephemeral) => object): Ephemeral[] {
  const requests: Ephemeral[] = []
  session.onEphemeral((request) => {
    if (request.type !== 'sms_page_request' || request.target_device_iden !== device.iden) return
    requests.push(request)
    void session.sendEphemeral({ type: 'sms_page', source_device_iden: device.iden, guid: request.guid, ...answer(request) })
  })
  return requests
}

test('TEXT-004 TEXT-008 messages that only the phone has come before those on the server, without a gap', async () => {
  const { person, phone } = await texter()
  const list: PhoneThread[] = [{ id: '7', recipients: [dana], latest: message(10) }]
  await phone.publish(list, { 7: messages(10, 8) })
  const { texts } = await textsOf(person)
  const device = phone.device.iden
  const $thread = texts.thread(device, '7')
  const stop = $thread.listen(() => {})
  await until($thread, ({ items }) => items.length === 3)
  expect($thread.get().earlier).toBeUndefined()
  await phone.publishMore('7', messages(10, 8))
  await phone.tell()
  await until($thread, ({ earlier }) => earlier === 'more')
  const all = messages(7, 1)
  const requests = answers(phone, ({ after }) => {
    const rest = after === '8' ? all : all.slice(all.findIndex(({ id }) => id === after) + 1)
    return { thread: rest.slice(0, 4), more: rest.length > 4 }
  })
  await texts.loadEarlier(device, '7')
  expect(requests).toMatchObject([{ thread_id: '7', after: '8' }])
  await until($thread, ({ items, earlier }) => items.length === 7 && earlier === 'more')
  // New messages displace the earliest kept ones, which the server then no longer has.
  await phone.publishMore('7', messages(12, 10))
  await phone.tell()
  const { items } = await until($thread, ({ items }) => items.at(-1)?.body === 'message 12')
  expect(items.map(({ body }) => body)).toEqual(bodies(12, 4))
  await texts.loadEarlier(device, '7')
  await until($thread, ({ earlier }) => earlier === undefined)
  expect($thread.get().items.map(({ body }) => body)).toEqual(bodies(12, 1))
  stop()
})

test('TEXT-003 conversations that only the phone has come after those on the server, and can be opened', async () => {
  const { person, phone } = await texter()
  const thread = (index: number): PhoneThread => ({
    id: String(index),
    recipients: [{ name: `Person ${index}`, address: `+1555${index}` }],
    latest: message(1_000 - index),
  })
  await phone.publishMore(undefined, [thread(1), thread(2)])
  const { texts } = await textsOf(person)
  const device = phone.device.iden
  const $list = texts.threads(device)
  const stop = $list.listen(() => {})
  await until($list, ({ earlier }) => earlier === 'more')
  const requests = answers(phone, ({ thread_id }) =>
    thread_id === undefined ? { threads: [thread(3), thread(4)], more: false } : { thread: messages(2, 1), more: false },
  )
  await texts.loadEarlier(device)
  const { lines, earlier } = await until($list, ({ lines }) => lines.length === 4)
  expect([lines.map(({ id }) => id), earlier]).toEqual([['1', '2', '3', '4'], undefined])
  const $thread = texts.thread(device, '4')
  const stopThread = $thread.listen(() => {})
  await until($thread, ({ state, earlier }) => state === 'loaded' && earlier === 'more')
  await texts.loadEarlier(device, '4')
  await until($thread, ({ items }) => items.length === 2)
  expect(requests.map(({ thread_id, after }) => [thread_id, after])).toEqual([
    [undefined, '2'],
    ['4', undefined],
  ])
  expect(texts.threadWith(device, ['+15554'])).toBe('4')
  stop()
  stopThread()
})

test('TEXT-004 a refusal of the phone is shown, and the request can be repeated', async () => {
  const { person, phone } = await texter()
  await phone.publish([{ id: '7', recipients: [dana] }])
  await phone.publishMore('7', messages(10, 8))
  const { texts } = await textsOf(person)
  const $thread = texts.thread(phone.device.iden, '7')
  const stop = $thread.listen(() => {})
  await until($thread, ({ earlier }) => earlier === 'more')
  let works = false
  answers(phone, () => (works ? { thread: [message(7)], more: false } : { error: 'The phone is off.' }))
  await texts.loadEarlier(phone.device.iden, '7')
  expect($thread.get()).toMatchObject({ earlier: { error: 'The phone is off.' }, items: [{}, {}, {}] })
  works = true
  await texts.loadEarlier(phone.device.iden, '7')
  expect($thread.get().items.map(({ body }) => body)).toEqual(bodies(10, 7))
  stop()
})

test('earlier messages with previews are requested again when the phone reports a change, five times at most', async () => {
  const { person, phone } = await texter()
  await phone.publish([{ id: '7', recipients: [dana], latest: message(10) }])
  await phone.publishMore('7', messages(10, 9))
  const { texts } = await textsOf(person)
  const device = phone.device.iden
  const $thread = texts.thread(device, '7')
  const stop = $thread.listen(() => {})
  await until($thread, ({ earlier }) => earlier === 'more')
  const preview = 'data:image/jpeg;base64,/9j/'
  let picture = preview
  const withPicture = (id: number, url: string): ThreadMessage => ({ ...message(id), image_urls: [url] })
  const requests = answers(phone, () => ({
    thread: [message(8), withPicture(7, picture), withPicture(6, preview)],
    more: false,
  }))
  await texts.loadEarlier(device, '7')
  await until($thread, ({ items }) => items.length === 5)
  picture = 'https://example.org/a.jpg'
  await phone.tell()
  const { items } = await until($thread, ({ items: all }) => all.some(({ pictures }) => pictures[0] === picture))
  expect(items.map(({ pictures }) => pictures)).toEqual([[preview], [picture], [], [], []])
  expect(requests).toMatchObject([{ after: '9' }, { after: '8' }])
  for (let count = 3; count <= 6; count++) {
    await phone.tell()
    await expect.poll(() => requests.length).toBe(count)
  }
  // Each arrives before the next: the last one would have led to a request.
  await phone.tell()
  await phone.publishMore('7', messages(11, 9))
  await phone.tell()
  await until($thread, ({ items: all }) => all.at(-1)?.body === 'message 11')
  expect(requests).toHaveLength(6)
  stop()
})
