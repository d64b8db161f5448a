import { spawnSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Phone, PhoneChange } from './phone.ts'
import { openTermux } from './termux.ts'
import { openTestAndroid, type TestAndroid } from './test-android.ts'

let android: TestAndroid
let said: string[]
let changes: PhoneChange[]
const phones: Phone[] = []

beforeEach(() => {
  android = openTestAndroid()
  said = []
  changes = []
})
afterEach(async () => {
  await close()
  android.close()
})

function open(path = android.path): Phone {
  const phone = openUnheard({ path })
  phone.onChange((change) => void changes.push(change))
  return phone
}

/** Opens a phone that nobody listens to. */
function openUnheard({ path = android.path, every = 50 } = {}): Phone {
  const phone = openTermux({ folder: journal(), log: (line) => void said.push(line), every, path })
  phones.push(phone)
  return phone
}

const journal = () => join(android.folder, 'journal')

/** Waits until a poll that begins now has ended: polls follow each other. */
async function polled(): Promise<void> {
  const before = android.lists()
  await eventually(() => expect(android.lists()).toBeGreaterThan(before + 2))
}

async function close(): Promise<void> {
  for (const phone of phones.splice(0)) await phone.close()
}

const text = (key: string, message = 'hello', addresses = ['+1 555 0100']) => ({ key, guid: `guid ${key}`, message, addresses })
const eventually = (look: () => unknown) => vi.waitFor(look, { interval: 30 })
const settled = () => changes.flatMap((change) => change.settled)
const arrived = () => changes.flatMap(({ incoming }) => incoming.map(({ body }) => body))

test("TEXT-008 Android's conversations and contacts are shown, and arrivals reported", async () => {
  android.change({ contacts: [{ name: 'Ana', number: '+15550100' }] })
  android.receive('+15550100', 'old', 7)
  android.receive('Bank', 'Your code is 1', 9)
  const phone = open()
  expect(phone.hasMms).toBe(false)
  expect(await phone.threads()).toMatchObject([
    { id: '9', recipients: [{ name: 'Bank', number: 'Bank' }], latest: { body: 'Your code is 1', direction: 'incoming' } },
    { id: '7', recipients: [{ name: 'Ana', number: '+15550100' }], latest: { body: 'old' } },
  ])
  expect(await phone.phonebook()).toEqual([{ name: 'Ana', phone: '+15550100' }])
  expect(changes.flatMap(({ incoming }) => incoming)).toEqual([])
  const received = Math.floor(Date.now() / 1_000)
  android.receive('+15550100', 'new', 7)
  await eventually(() =>
    expect(changes.flatMap(({ incoming }) => incoming)).toEqual([
      { thread_id: '7', title: 'Ana', body: 'new', timestamp: expect.any(Number) },
    ]),
  )
  const [latest, before] = await phone.thread('7')
  expect([latest?.body, before?.body]).toEqual(['new', 'old'])
  expect(latest?.timestamp).toBeGreaterThanOrEqual(received)
  expect(latest?.timestamp).toBeLessThanOrEqual(Date.now() / 1_000)
})

test('TEXT-014 a text is sent unchanged, and has the state that Android reports', async () => {
  const phone = open()
  const odd = '-n $(reboot) \\c "ü" 😀\nsecond line'
  expect(await phone.send(text('a', odd))).toBe('queued')
  await eventually(() => expect(settled()).toEqual([{ key: 'a', state: 'sent' }]))
  expect(android.read().runs).toEqual([{ recipients: '+15550100', text: odd }])
  expect(await phone.send(text('a', odd))).toBe('sent')
  const [thread] = await phone.threads()
  expect(thread?.latest).toMatchObject({ body: odd, direction: 'outgoing', status: 'sent', guid: 'guid a' })

  android.change({ becomes: 'failed' })
  await phone.send(text('b', odd, ['+15550100', '5550200']))
  await eventually(() => expect(settled()).toContainEqual({ key: 'b', state: 'failed' }))
  expect(android.read().runs.at(-1)?.recipients).toBe('+15550100,5550200')
  expect((await phone.thread(thread?.id ?? '')).map(({ status, guid }) => [status, guid])).toEqual([
    ['failed', 'guid b'],
    ['sent', 'guid a'],
  ])
  await expect(phone.send(text('c', 'x', ['*']))).rejects.toThrow('"*" is not a phone number.')
  await close()
  expect(await open().send(text('b', odd))).toBe('failed')
})

test('GAP-087 a text is not sent twice if the companion is killed while the command runs', () => {
  const run = () =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'test-sms-process.ts'), join(android.folder, 'journal'), 'a', 'once'],
      {
        env: { ...process.env, PATH: android.path },
        encoding: 'utf8',
        timeout: 60_000,
      },
    )
  android.change({ kills: true })
  expect(run().signal).toBe('SIGKILL')
  android.change({ kills: false })
  expect(run().stdout).toBe('sent\n')
  expect(android.read().runs).toHaveLength(1)
})

test('a missing permission is reported once, and the text waits for it', async () => {
  const error = 'Please grant the following permissions to use this command: android.permission.READ_SMS'
  android.change({ error })
  const phone = open()
  for (let looks = 0; looks < 3; looks++) await expect(phone.threads()).rejects.toThrow(error)
  await expect(phone.send(text('a'))).rejects.toThrow(error)
  expect(said).toEqual([`termux-contact-list says: ${error}`])
  const { error: _error, ...allowed } = android.read()
  writeFileSync(join(android.folder, 'phone.json'), JSON.stringify(allowed))
  expect(await phone.send(text('a'))).toBe('queued')
  await eventually(() => expect(settled()).toEqual([{ key: 'a', state: 'sent' }]))
  expect(android.read().runs).toHaveLength(1)
})

test('a text without permission does not count as sent, however long it waits', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const error = 'Please grant the following permissions to use this command: android.permission.SEND_SMS'
  const person = { address: '+15550100', number: '+15550100' }
  // The same text to the same person, long ago.
  const earlier = { ...person, _id: 1, threadid: 7, type: 'sent', read: true, received: '2020-01-01 10:00:00', body: 'hello' }
  android.change({ messages: [earlier], error, refuses: 'termux-sms-send' })
  const phone = open()
  await phone.threads()
  await expect(phone.send(text('a'))).rejects.toThrow(error)
  vi.setSystemTime(Date.now() + 5 * 60_000)
  android.receive('+15550100', 'looked at', 7)
  await eventually(() => expect(changes.flatMap(({ incoming }) => incoming)).toHaveLength(1))
  expect(settled()).toEqual([])
  expect(android.read().runs).toEqual([])
  android.change({ refuses: '' })
  expect(await phone.send(text('a'))).toBe('queued')
  await eventually(() => expect(settled()).toEqual([{ key: 'a', state: 'sent' }]))
  expect(android.read().runs).toHaveLength(1)
})

test('an arrival that the phone is read for while a text is sent again is reported', async () => {
  const error = 'Please grant the following permissions to use this command: android.permission.SEND_SMS'
  android.change({ error, refuses: 'termux-sms-send' })
  // After the first poll, only sending a text polls again.
  const phone = openUnheard({ every: 3_600_000 })
  phone.onChange((change) => void changes.push(change))
  await phone.threads()
  await expect(phone.send(text('a'))).rejects.toThrow(error)
  android.receive('+15550100', 'meanwhile', 7)
  android.change({ refuses: '' })
  expect(await phone.send(text('a'))).toBe('queued')
  await eventually(() => expect(settled()).toEqual([{ key: 'a', state: 'sent' }]))
  expect(arrived()).toEqual(['meanwhile'])
})

test('what arrives before anybody listens is reported to the first listener', async () => {
  const phone = openUnheard()
  await phone.threads()
  android.receive('+15550100', 'early', 7)
  await eventually(async () => expect(await phone.thread('7')).toHaveLength(1))
  phone.onChange((change) => void changes.push(change))
  expect(arrived()).toEqual(['early'])
})

test('a problem that comes back is reported again, even if nothing changed in between', async () => {
  const phone = open()
  await phone.threads()
  const trouble = { error: 'The phone is locked.', refuses: 'termux-sms-list' }
  for (const times of [1, 2]) {
    android.change(trouble)
    await eventually(() => expect(said).toEqual(Array(times).fill('termux-sms-list says: The phone is locked.')))
    android.change({ refuses: '' })
    await polled()
  }
})

test('arrivals are reported while the outcome of a text cannot be saved, and the outcome once it can', async () => {
  android.change({ becomes: 'outbox' })
  const phone = open()
  await phone.send(text('a'))
  await polled()
  renameSync(journal(), `${journal()} of yesterday`)
  const { messages } = android.read()
  android.change({ messages: messages.map((message) => ({ ...message, type: 'sent' })) })
  android.receive('+15550100', 'meanwhile', 7)
  await eventually(() => expect(arrived()).toEqual(['meanwhile']))
  expect([said.length, said.join()]).toEqual([1, expect.stringContaining('ENOENT')])
  expect(settled()).toEqual([])
  renameSync(`${journal()} of yesterday`, journal())
  await eventually(() => expect(settled()).toEqual([{ key: 'a', state: 'sent' }]))
  expect(arrived()).toEqual(['meanwhile'])
})

test('without Termux:API, the message says what to install', async () => {
  await expect(open('/nowhere').threads()).rejects.toThrow('In Termux, run: pkg install termux-api')
})
