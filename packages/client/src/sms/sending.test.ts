import { type ThreadMessage, textMilliseconds } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { type FileSource, type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { gate, hasty, watched } from '../session/test-sessions.ts'
import { keptIn } from '../storage/test-device-storage.ts'
import { largeStoreInMemory } from '../storage/test-large-store.ts'
import { smsItems } from './test-phone.ts'
import { draft, testTexter, threads } from './test-texter.ts'

let server: TestServer
const { textsOf, texter, textsOnServer, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

/** Makes a pending SMS an hour older, so the server has deleted it. */
function age(saved: KeyValueStore, key: string): void {
  const name = `texts.outbox.${key}`
  const entry = JSON.parse(saved.read(name) ?? '')
  saved.write(name, JSON.stringify({ ...entry, created: entry.created - textMilliseconds }))
}

function picture(type = 'image/png', size = 2_000): FileSource {
  const bytes = new Uint8Array(size).fill(7)
  return { name: 'beach.png', type, size, slice: (start, end) => bytes.slice(start, end), preview: 'drawn' }
}

test('TEXT-014 SMS written without a network wait, survive a restart, and are sent once and in order', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  let up = false
  const { platform: lost } = watched((call, send) =>
    up || !call.includes('create-text') ? send() : Promise.reject(new TypeError('no network')),
  )
  const first = await textsOf(person, { platform: lost, saved })
  first.texts.send(draft(phone, 'one'))
  first.texts.send(draft(phone, 'two'))
  await smsItems(first, phone, '7', 'one pending', 'two pending')
  expect(saved.keys('texts.outbox.')).toHaveLength(2)
  first.leave()
  up = true

  const { texts } = await textsOf(person, { saved })
  const one = await phone.takesText('sent')
  const two = await phone.takesText('sent')
  expect([one.data.message, two.data.message]).toEqual(['one', 'two'])
  await smsItems({ texts }, phone, '7', 'one settled', 'two settled')
  expect(await textsOnServer(person)).toHaveLength(2)
  expect(saved.keys('texts.outbox.')).toEqual([])
})

test('TEXT-014 an SMS that has to wait holds up only later ones to the same number', async () => {
  const { person, phone } = await texter()
  let refusing = true
  const { platform: busy } = watched(async (call, send) => {
    if (!call.includes('create-text') || !refusing) return send()
    refusing = false
    return { status: 429, headers: { get: () => '1' }, text: async () => 'slow down' }
  })
  const { texts } = await textsOf(person, { platform: busy })
  texts.send(draft(phone, 'one'))
  texts.send(draft(phone, 'two'))
  texts.send({ ...draft(phone, 'other'), addresses: ['+15550100200'] })
  const sent = [await phone.takesText('sent'), await phone.takesText('sent'), await phone.takesText('sent')]
  expect(sent.map(({ data }) => data.message)).toEqual(['other', 'one', 'two'])
})

test('TEXT-014 a picture that is uploading does not hold up SMS to other numbers', async () => {
  const { person, phone } = await texter()
  const held = gate()
  const slow: Platform = {
    ...platform,
    send: (url, bytes, onSent) => ({
      answer: held.passed.then(() => platform.send?.(url, bytes, onSent).answer) as never,
      stop() {},
    }),
  }
  const { texts } = await textsOf(person, { platform: slow })
  texts.send(draft(phone, 'look', picture()))
  texts.send({ ...draft(phone, 'other'), addresses: ['+15550100200'] })
  expect((await phone.takesText('sent')).data.message).toBe('other')
  held.open()
  expect((await phone.takesText('sent')).data.message).toBe('look')
})

test('TEXT-014 API-041 a lost response does not lead to a second SMS', async () => {
  const { person, phone } = await texter()
  let lost = 0
  const { calls, platform: watching } = watched(async (call, send) => {
    const answer = await send()
    if (call.includes('create-text') && lost++ === 0) throw new TypeError('the answer was lost')
    return answer
  })
  const { texts } = await textsOf(person, { platform: watching }, hasty(100))
  texts.send(draft(phone, 'once'))
  const { data } = await phone.takesText('sent')
  await smsItems({ texts }, phone, '7', 'once settled')
  await until(texts.thread(phone.device.iden, '7'), () => calls.filter((call) => call.includes('create-text')).length === 2)
  expect((await textsOnServer(person)).map((text) => text.data.guid)).toEqual([data.guid])
})

test('GAP-087 an SMS that is discarded while it is sent is deleted from the server too', async () => {
  const { person, phone } = await texter()
  const held = gate()
  const arrived = gate()
  const { platform: slow } = watched(async (call, send) => {
    const answer = await send()
    if (!call.includes('create-text')) return answer
    arrived.open()
    await held.passed
    return answer
  })
  const { texts, saved } = await textsOf(person, { platform: slow })
  const key = texts.send(draft(phone, 'oops')) as string
  await arrived.passed
  await texts.discard(key)
  held.open()
  await until(phone.session.mirror.of('texts'), ({ entries }) => entries.size === 0)
  await smsItems({ texts }, phone, '7')
  expect(saved.keys('texts.outbox.')).toEqual([])
})

test('TEXT-014 an SMS that no phone fetched before it expired fails and can be sent again', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  const first = await textsOf(person, { saved })
  const key = first.texts.send(draft(phone, 'late')) as string
  const { iden } = await phone.takesText()
  await until(first.session.mirror.of('texts'), ({ entries }) => entries.has(iden))
  first.leave()
  age(saved, key)
  await server.request(`/v2/texts/${iden}`, { token: person.token, method: 'DELETE' })

  const { texts } = await textsOf(person, { saved })
  const [item] = await smsItems({ texts }, phone, '7', 'late failed')
  expect(item?.error).toBe('The phone has not said that it sent this.')
  texts.retry(key)
  expect((await phone.takesText('sent')).data.message).toBe('late')
  await smsItems({ texts }, phone, '7', 'late settled')
})

test('TEXT-015 an SMS that the phone sent while this session was closed is done', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  const first = await textsOf(person, { saved })
  const key = first.texts.send(draft(phone, 'sent meanwhile')) as string
  const { iden } = await phone.takesText()
  await until(first.session.mirror.of('texts'), ({ entries }) => entries.has(iden))
  first.leave()
  age(saved, key)
  const sent: ThreadMessage = { id: '3', timestamp: 1_700_000_000, direction: 'outgoing', body: 'sent meanwhile', guid: key }
  await phone.publish(threads, { 7: [sent] })
  await server.request(`/v2/texts/${iden}`, { token: person.token, method: 'DELETE' })

  const { texts } = await textsOf(person, { saved })
  await smsItems({ texts }, phone, '7', 'sent meanwhile settled')
  await until(texts.thread(phone.device.iden, '7'), () => saved.keys('texts.outbox.').length === 0)
})

test('GAP-076 TEXT-025 (deviates) API-034 API-035 API-036 API-041 a picture is uploaded, then the SMS is sent with its URL and type', async () => {
  const { person, phone } = await texter()
  const { texts } = await textsOf(person)
  const key = texts.send(draft(phone, '', picture()))
  const [item] = await smsItems({ texts }, phone, '7', ' pending')
  expect(item).toMatchObject({ key, picture: 'beach.png', preview: 'drawn' })
  const { data, file_url } = await phone.takesText('sent')
  expect(data).toMatchObject({ file_type: 'image/png' })
  expect(data).not.toHaveProperty('message')
  const bytes = new Uint8Array(await (await fetch(file_url ?? '')).arrayBuffer())
  expect([bytes.length, bytes[0]]).toEqual([2_000, 7])
})

test('TEXT-025 (deviates) TEXT-026 (deviates) a file of another type, or for a phone that sends no pictures, is dropped', async () => {
  const { person, phone } = await texter()
  const { texts } = await textsOf(person)
  expect(texts.send(draft(phone, '', picture('image/gif')))).toBeUndefined()
  texts.send(draft(phone, 'words alone', picture('application/pdf')))
  expect(await phone.takesText('sent')).toMatchObject({ data: { message: 'words alone' } })

  const plain = await texter({ has_sms: true, app_version: 300 })
  const other = await textsOf(plain.person)
  expect(other.texts.send(draft(plain.phone, '', picture()))).toBeUndefined()
  other.texts.send(draft(plain.phone, 'no picture', picture()))
  const sent = await plain.phone.takesText('sent')
  expect(sent).not.toHaveProperty('file_url')
})

test('GAP-076 a picture that was lost with its window must be chosen again, and is then sent', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  const down: Platform = { ...platform, send: () => ({ answer: new Promise(() => {}), stop() {} }) }
  const first = await textsOf(person, { saved }, down)
  const key = first.texts.send(draft(phone, 'look', picture())) as string
  first.leave()
  const { texts } = await textsOf(person, { saved })
  const [item] = await smsItems({ texts }, phone, '7', 'look failed')
  expect(item).toMatchObject({ lost: true, picture: 'beach.png' })
  texts.retry(key)
  expect((await smsItems({ texts }, phone, '7', 'look failed'))[0]?.lost).toBe(true)
  texts.retry(key, picture())
  const { data, file_url } = await phone.takesText('sent')
  expect([data.message, typeof file_url]).toEqual(['look', 'string'])
})

test('GAP-076 a picture that the browser keeps is sent by the next window', async () => {
  const { person, phone } = await texter()
  const saved = inMemoryStore()
  const store = largeStoreInMemory()
  const kept = () => [...store.contents().files.keys()]
  const down: Platform = { ...platform, send: () => ({ answer: new Promise(() => {}), stop() {} }) }
  const first = await textsOf(person, { saved, ...keptIn(store) }, down)
  const key = first.texts.send(draft(phone, 'look', picture())) as string
  await expect.poll(kept).toEqual([key])
  first.leave()
  await textsOf(person, { saved, ...keptIn(store) })
  const { data, file_url } = await phone.takesText()
  expect(data).toMatchObject({ message: 'look' })
  expect(new Uint8Array(await (await fetch(file_url ?? '')).arrayBuffer())).toEqual(picture().slice(0, 2_000))
  await expect.poll(kept).toEqual([])
})

test('GAP-076 a picture is shown and sent once it is stored; other SMS do not wait for it', async () => {
  const { person, phone } = await texter()
  const store = largeStoreInMemory()
  const { texts } = await textsOf(person, { saved: inMemoryStore(), ...keptIn(store) })
  await expect.poll(() => store.contents().texts.has('history')).toBe(true)
  const go = store.pause()
  const key = texts.send(draft(phone, 'look', picture())) as string
  let isShown = false
  const shown = texts.shown(key).then(() => {
    isShown = true
  })
  texts.send(draft(phone, 'hello'))
  await smsItems({ texts }, phone, '7', 'hello pending')
  expect(isShown).toBe(false)
  go()
  await shown
  await smsItems({ texts }, phone, '7', 'look pending', 'hello pending')
})

test('GAP-087 a discarded picture is not sent, a refused one fails its SMS, and neither holds up other SMS', async () => {
  const { person, phone } = await texter()
  let refusing = false
  const { calls, platform: watching } = watched((call, send) =>
    refusing && call.includes('start-upload') ? Promise.resolve({ status: 400, text: async () => '{}' }) : send(),
  )
  const begun = gate()
  const slow: Platform = {
    ...platform,
    send() {
      const { promise, reject } = Promise.withResolvers<never>()
      begun.open()
      return { answer: promise, stop: () => reject(new Error('stopped')) }
    },
  }
  const { texts, saved } = await textsOf(person, { platform: watching }, slow)
  const key = texts.send(draft(phone, 'look', picture())) as string
  await begun.passed
  await texts.discard(key)
  await smsItems({ texts }, phone, '7')
  expect(saved.keys('texts.outbox.')).toEqual([])
  texts.send(draft(phone, 'words'))
  expect((await phone.takesText('sent')).data.message).toBe('words')
  await smsItems({ texts }, phone, '7', 'words settled')
  expect(calls.filter((call) => call.includes('abort-upload'))).toHaveLength(1)

  refusing = true
  texts.send(draft(phone, 'again', picture()))
  const [, failed] = await smsItems({ texts }, phone, '7', 'words settled', 'again failed')
  expect(failed?.error).toEqual(expect.any(String))
  texts.send(draft(phone, 'more'))
  expect((await phone.takesText('sent')).data.message).toBe('more')
  expect(await textsOnServer(person)).toHaveLength(2)
})
