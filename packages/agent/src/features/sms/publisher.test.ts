import { inMemoryStore, type Session } from '@waypost/client'
import { encryptionKeyName } from '@waypost/client/session/encryption'
import { gate, type Person, type TestSessions, testSessions, watched } from '@waypost/client/session/test-sessions'
import {
  type PhoneThread,
  permanentBytesPerAccount,
  phonebookKey,
  type ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Phone } from '../../phone/phone.ts'
import { openSmsPublisher, type SmsPublisher } from './publisher.ts'

let server: TestServer
let sessions: TestSessions
let ana: Person
let session: Session
let logLines: string[]
let users = 0
const opened: SmsPublisher[] = []
const device = 'phone'

beforeAll(async () => {
  server = await startTestServer()
  sessions = testSessions(() => server.origin)
})
afterAll(() => server.close())
beforeEach(async () => {
  ana = await server.signUp(`ana${++users}@example.org`)
  session = await sessions.started(ana)
  logLines = []
})
afterEach(async () => {
  for (const published of opened.splice(0)) await published.close()
  sessions.closeAll()
})

const kept = async (key: string) => (await server.request('/v3/get-permanent', { token: ana.token, body: { key } })).body.data
const eventually = (look: () => unknown) => vi.waitFor(look, { interval: 30 })

function message(id: number, body = `message ${id}`): ThreadMessage {
  return { id: String(id), type: 'sms', timestamp: 1_700_000_000 + id, direction: 'incoming', body }
}

/** Newest first. */
function phoneWith(conversations: Map<string, ThreadMessage[]>): Phone {
  return {
    name: 'a phone in a test',
    hasMms: false,
    threads: async () =>
      [...conversations].map(([id, [latest]]): PhoneThread => ({ id, recipients: [{ name: id }], ...(latest && { latest }) })),
    thread: async (id) => conversations.get(id) ?? [],
    phonebook: async () => [{ name: 'Ana', phone: '+15550100' }],
    send: async () => 'sent',
    takeBack: async () => false,
    onChange: () => () => {},
    close: async () => {},
  }
}

function publish(
  conversations: Map<string, ThreadMessage[]>,
  by = session,
  phone = phoneWith(conversations),
  pause = 50,
): { published: SmsPublisher; keys(): string[] } {
  const call = vi.spyOn(by, 'call')
  const parts = { session: by, device, phone, log: (line: string) => void logLines.push(line), pause }
  const published = openSmsPublisher(parts)
  opened.push(published)
  published.publish()
  const keys = () =>
    call.mock.calls.flatMap(([{ name }, input]) => (name === 'setPermanent' ? [(input as { key: string }).key] : []))
  return { published, keys }
}

test('TEXT-008 GAP-068 of a long history the latest 100 conversations and 200 messages are published, within the size limit', async () => {
  const many = Array.from({ length: 250 }, (_, index) => message(1_000 - index))
  const long = Array.from({ length: 50 }, (_, index) => message(1_000 - index, 'ü'.repeat(40_000)))
  const conversations = new Map([
    ['many', many],
    ['long', long],
  ])
  for (let index = 0; index < 118; index++) conversations.set(String(index), [message(index)])
  publish(conversations)
  await eventually(async () =>
    expect(await kept(phonebookKey(device))).toEqual({ phonebook: [{ name: 'Ana', phone: '+15550100' }] }),
  )
  const { threads } = await kept(threadsKey(device))
  expect(threads.map(({ id }: PhoneThread) => id)).toEqual([...conversations.keys()].slice(0, 100))
  expect((await kept(threadKey(device, 'many'))).thread).toEqual(many.slice(0, 200))
  expect((await kept(threadKey(device, 'long'))).thread).toEqual(long.slice(0, 4))
  expect(threads[1].latest.body).toBe('ü'.repeat(300))
  expect(await kept(threadKey(device, '97'))).toEqual({ thread: [message(97)] })
  expect(await kept(threadKey(device, '98'))).toEqual({})
  expect(permanentBytesPerAccount).toBeGreaterThan(100 * 400_000 * (4 / 3))
})

test('GAP-068 after a restart the changes are published, and deleted threads are removed', async () => {
  const conversations = new Map(Array.from({ length: 9 }, (_, index) => [`c${index}`, [message(index)]]))
  publish(conversations)
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  const next = await sessions.started(ana)
  conversations.delete('c7')
  conversations.set('c8', [message(50), message(8)])
  const { keys } = publish(conversations, next)
  await eventually(async () => expect(await kept(threadKey(device, 'c7'))).toEqual({}))
  expect((await kept(threadKey(device, 'c8'))).thread).toHaveLength(2)
  // Only the first conversations may have been interrupted in an earlier run.
  expect(keys()).not.toContain(threadKey(device, 'c5'))
  expect(keys()).not.toContain(threadKey(device, 'c6'))
})

test('TEXT-038 E2E-008 threads published as plain text are encrypted when a password is set, also while the companion was not running', async () => {
  const conversations = new Map(Array.from({ length: 7 }, (_, index) => [`c${index}`, [message(index)]]))
  publish(conversations)
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  const next = await sessions.started(ana)
  await next.encryption.setPassword('secret')
  publish(conversations, next)
  const keys = [phonebookKey(device), threadsKey(device), ...[...conversations.keys()].map((id) => threadKey(device, id))]
  for (const key of keys) {
    await eventually(async () => expect(await kept(key)).toEqual({ encrypted: true, ciphertext: expect.any(String) }))
  }
  expect(await next.encryption.openData(await kept(threadKey(device, 'c6')))).toEqual({ thread: [message(6)] })
})

/** Seven conversations. Only the first five are published again after a restart if the list of conversations is the same. */
function seven() {
  const conversations = new Map(Array.from({ length: 7 }, (_, index) => [`c${index}`, [message(index)]]))
  const keys = [phonebookKey(device), threadsKey(device), ...[...conversations.keys()].map((id) => threadKey(device, id))]
  const areEncrypted = () =>
    eventually(async () => {
      for (const key of keys) expect(await kept(key)).toEqual({ encrypted: true, ciphertext: expect.any(String) })
    })
  return { conversations, areEncrypted }
}

/** A session in which the sixth conversation is on its way to the server until `end` is opened. */
async function sendingSixth() {
  const [begun, end] = [gate(), gate()]
  let writes = 0
  const { platform } = watched(async (call, send) => {
    if (!call.endsWith('/v3/set-permanent') || ++writes !== 6) return send()
    begun.open()
    await end.passed
    return send()
  })
  return { slow: await sessions.started(ana, { platform }), begun, end }
}

test('TEXT-038 E2E-008 a thread that is on its way to the server when a password is set is published again, encrypted', async () => {
  const { conversations, areEncrypted } = seven()
  const { slow, begun, end } = await sendingSixth()
  const { published } = publish(conversations, slow)
  await begun.passed
  await slow.encryption.setPassword('secret')
  published.forget()
  published.publish()
  end.open()
  await areEncrypted()
})

test('TEXT-038 E2E-008 that thread is encrypted after a restart, too', async () => {
  const { conversations, areEncrypted } = seven()
  const { slow, begun, end } = await sendingSixth()
  const { published } = publish(conversations, slow)
  await begun.passed
  await slow.encryption.setPassword('secret')
  published.forget()
  end.open()
  await published.close()
  publish(conversations, slow)
  await areEncrypted()
})

test('TEXT-038 E2E-008 a thread that is compared with the phone when a password is set is published again, encrypted', async () => {
  const { conversations, areEncrypted } = seven()
  publish(conversations)
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  const [begun, end] = [gate(), gate()]
  const phone = phoneWith(conversations)
  const thread: Phone['thread'] = async (id, wanted) => {
    if (id === 'c6') {
      begun.open()
      await end.passed
    }
    return phone.thread(id, wanted)
  }
  const next = await sessions.started(ana)
  const { published } = publish(conversations, next, { ...phone, thread })
  await begun.passed
  await next.encryption.setPassword('secret')
  published.forget()
  published.publish()
  end.open()
  await areEncrypted()
})

test('messages that arrived while publishing failed are reported later, once, in order and shortened', async () => {
  let isLost = false
  let failed = 0
  const { platform } = watched((call, send) => {
    if (!isLost || !call.endsWith('/v3/set-permanent')) return send()
    failed++
    return Promise.reject(new TypeError('no network'))
  })
  const conversations = new Map([['c', [message(1)]]])
  const { published } = publish(conversations, await sessions.started(ana, { platform }))
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  const web = await sessions.started(ana)
  const told: unknown[] = []
  web.onEphemeral((ephemeral) => void (ephemeral.type === 'sms_changed' && told.push(ephemeral.notifications)))
  const notification = (timestamp: number) => ({ thread_id: 'c', title: 'Ana', body: 'x'.repeat(5_000), timestamp })

  isLost = true
  conversations.set('c', [message(2), message(1)])
  published.publish([notification(1)])
  await eventually(() => expect(failed).toBeGreaterThan(1))
  published.publish([notification(2)])
  isLost = false
  const short = (timestamp: number) => ({ ...notification(timestamp), body: 'x'.repeat(2_000) })
  await eventually(() => expect(told.flat()).toEqual([short(1), short(2)]))
  expect((await kept(threadKey(device, 'c'))).thread).toHaveLength(2)
  expect(logLines).toEqual([])

  const before = told.length
  published.publish([notification(3)])
  await eventually(() => expect(told.flat()).toEqual([short(1), short(2), short(3)]))
  published.publish()
  await published.close()
  const heard = vi.fn()
  web.onEphemeral(heard)
  await session.sendEphemeral({ type: 'last' })
  await eventually(() => expect(heard).toHaveBeenCalledWith({ type: 'last' }))
  expect(told).toHaveLength(before + 1)
})

test('GAP-068 an offline companion publishes as soon as it is connected', async () => {
  const conversations = new Map([['c', [message(1)]]])
  const { published } = publish(conversations, session, phoneWith(conversations), 60_000)
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  await server.stop()
  conversations.set('c', [message(2), message(1)])
  published.publish()
  await eventually(() => expect(session.$connection.get()).toBe('offline'))
  await server.restart()
  session.wake()
  await eventually(async () => expect((await kept(threadKey(device, 'c'))).thread).toHaveLength(2))
  expect(logLines).toEqual([])
})

test('E2E-008 a conversation that cannot be encrypted is not published, and the published one stays', async () => {
  const conversations = new Map([['c', [message(1)]]])
  publish(conversations)
  await eventually(async () => expect(await kept(phonebookKey(device))).not.toEqual({}))
  const saved = inMemoryStore()
  saved.write(encryptionKeyName, 'no key')
  conversations.set('c', [message(2), message(1)])
  publish(conversations, await sessions.started(ana, { saved }))
  await eventually(() => expect(logLines).toEqual(['The conversations could not be published: They could not be encrypted.']))
  expect(await kept(threadKey(device, 'c'))).toEqual({ thread: [message(1)] })
})
