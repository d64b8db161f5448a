import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toPlain } from 'dbus-native'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StandInPhone } from './stand-in-phone.ts'
import { deviceObject, network, startKdeconnectd } from './test-kdeconnectd.ts'

// The Android stand-in against Debian's kdeconnectd, which takes it for a phone, so other tests can rely on its behaviour. The tests build
// on each other.

let kde: Awaited<ReturnType<typeof startKdeconnectd>>
let phone: StandInPhone

const ana = { address: '+15550100' }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  kde = await startKdeconnectd()
  // All addresses, so it hears broadcasts.
  phone = new StandInPhone({ host: '0.0.0.0' })
  await phone.start()
})
afterAll(async () => {
  phone?.close()
  await kde?.close()
})

const say = (line: string) => console.info(`  ${line}`)
const object = (plugin?: string) => deviceObject(phone.deviceId, plugin)
const call = <T>(name: string, signature?: string, ...body: unknown[]) =>
  kde.call<T>(object(), `device.${name}`, signature, ...body)
const property = async (path: string, owner: string, name: string) =>
  toPlain(await kde.call(path, 'org.freedesktop.DBus.Properties.Get', 'ss', `org.kde.kdeconnect.device.${owner}`, name))
const code = async () =>
  Buffer.from(await call<Uint8Array>('verificationKey'))
    .toString()
    .slice(0, 8)
    .toUpperCase()

test('it is found by an announcement of either side', async () => {
  phone.announce(network.theirs)
  const first = await phone.linked()
  const again = async () => {
    await kde.call('/modules/kdeconnect', 'daemon.forceOnNetworkChange')
    await vi.waitFor(() => expect(phone.tls).not.toBe(first), { interval: 5, timeout: 700 })
  }
  await vi.waitFor(again, { interval: 1 })
  await phone.linked()
  expect(await kde.call('/modules/kdeconnect', 'daemon.devices', 'b', true)).toEqual([phone.deviceId])
})

test('it is paired from either side, with the same code on both', async () => {
  await call('requestPair')
  await vi.waitFor(() => expect(phone.askedBy).toBe(kde.deviceId))
  expect(phone.code).toBe(await code())
  phone.agree()
  await vi.waitFor(async () => expect(await call('isTrusted')).toBe(true))
  // Everything kdeconnectd requests from a paired phone: a request arriving after unpairing would be answered by unpairing again.
  for (const type of ['notification.request', 'clipboard.connect', 'battery.request', 'contacts.request_vcards_by_uid'])
    await phone.next(type)
  phone.unpair()
  await vi.waitFor(async () => expect(await call('isTrusted')).toBe(false))
  phone.contacts.set('ana', 'BEGIN:VCARD\nVERSION:2.1\nFN:Ana\nTEL;CELL:+1 555 0100\nEND:VCARD')
  // kdeconnectd ends the connection with a device that has unpaired.
  const ask = async () => {
    if (phone.tls) phone.ask()
    else phone.announce(network.theirs)
    await vi.waitFor(async () => expect(await call('hasPairingRequests')).toBe(true), { interval: 20, timeout: 700 })
  }
  await vi.waitFor(ask, { interval: 1 })
  expect(phone.code).toBe(await code())
  say(`both show ${phone.code}`)
  await call('acceptPairing')
  await vi.waitFor(() => expect(phone.isPaired).toBe(true))
})

test('it tells its battery', async () => {
  await vi.waitFor(async () => expect(await property(object('battery'), 'battery', 'charge')).toBe(71))
  expect(await property(object('battery'), 'battery', 'isCharging')).toBe(false)
})

test('its contacts are fetched, each with its card', async () => {
  const folder = join(kde.home, '.local/share/kpeoplevcard', `kdeconnect-${phone.deviceId}`)
  await vi.waitFor(() => expect(readFileSync(join(folder, 'ana.vcf'), 'utf8')).toContain('FN:Ana'))
})

async function shown(): Promise<string[]> {
  const ids = await kde.call<string[]>(object('notifications'), 'device.notifications.activeNotifications')
  return ids.map((id) => `${object('notifications')}/${id}`)
}

test('its notifications are shown with text and icon, answered, acted on and dismissed there, and cancelled on the phone', async () => {
  await phone.next('notification.request')
  const id = '0|org.example.chat|1|null|10001'
  await phone.notify(id, { requestReplyId: 'r1', actions: ['Mark as read'] }, png)
  const note = await kde.desktop.until(() => kde.desktop.notes.find(({ body }) => body === 'Ana: Hi'))
  expect(note).toMatchObject({ title: 'Chat', actions: ['1', 'Mark as read', 'inline-reply', 'Reply'] })
  const [path = ''] = await vi.waitFor(async () => {
    const all = await shown()
    expect(all).toHaveLength(1)
    return all
  })
  const of = (name: string) => property(path, 'notifications.notification', name)
  expect(await of('title')).toBe('Ana')
  expect(await of('replyId')).toBe('r1')
  expect(readFileSync(String(await of('iconPath'))).equals(png)).toBe(true)
  await kde.call(path, 'device.notifications.notification.sendReply', 's', 'Yes')
  expect((await phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'Yes' })
  expect(phone.answeredIds).toEqual(['r1'])
  kde.desktop.press(note, '1')
  expect((await phone.next('notification.action')).body).toEqual({ key: id, action: 'Mark as read' })
  await kde.call(path, 'device.notifications.notification.dismiss')
  expect((await phone.next('notification.request', 'cancel')).body).toEqual({ cancel: id })
  await vi.waitFor(async () => expect(await shown()).toEqual([]))
  await phone.notify('0|org.example.chat|2|null|10001', { title: 'Ben' })
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1))
  phone.cancel('0|org.example.chat|2|null|10001')
  await vi.waitFor(async () => expect(await shown()).toEqual([]))
})

async function conversations(): Promise<string> {
  const all = toPlain(await call('conversations.activeConversations'))
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

test('its texts are listed and read in pages, and a text from kdeconnectd is sent', async () => {
  const now = Date.now()
  for (let index = 0; index < 50; index++)
    phone.messages.push(phone.message({ addresses: [ana], body: `Text ${index}`, date: now - (50 - index) * 1_000 }))
  await call('conversations.requestAllConversationThreads')
  await phone.next('sms.request_conversations')
  await vi.waitFor(async () => expect(await conversations()).toContain('Text 49'))
  const { thread_id } = phone.messages[0] as { thread_id: number }
  await call('conversations.requestConversation', 'xii', thread_id, 0, 10)
  const { body } = await phone.next('sms.request_conversation')
  expect(body).toMatchObject({ threadID: thread_id })
  say(`asked for a page with ${JSON.stringify(body)}`)
  await call('conversations.replyToConversation', 'xsav', thread_id, 'On my way', [])
  expect((await phone.next('sms.request')).body).toMatchObject({ addresses: [ana], messageBody: 'On my way' })
  await vi.waitFor(async () => expect(await conversations()).toContain('On my way'))
})

test('the picture of a message is fetched, unchanged', async () => {
  const picture = randomBytes(300_000)
  const attachments = [{ part_id: 7, mime_type: 'image/jpeg', encoded_thumbnail: '/9j/4AAQ', unique_identifier: 'PART_7.jpg' }]
  phone.attachments.set('PART_7.jpg', picture)
  phone.receive(phone.message({ addresses: [ana], body: 'Look', attachments }))
  await vi.waitFor(async () => expect(await conversations()).toContain('PART_7.jpg'))
  await call('conversations.requestAttachmentFile', 'xs', 7, 'PART_7.jpg')
  expect((await phone.next('sms.request_attachment')).body).toEqual({ part_id: 7, unique_identifier: 'PART_7.jpg' })
  const cache = join(kde.home, '.cache')
  await vi.waitFor(() => {
    const name = readdirSync(cache, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('PART_7.jpg'))
    expect(readFileSync(join(cache, name ?? '')).equals(picture)).toBe(true)
  })
})

test('it is rung and pinged, and gets what is shared and copied there', async () => {
  await kde.call(object('findmyphone'), 'device.findmyphone.ring')
  await phone.next('findmyphone.request')
  await kde.call(object('ping'), 'device.ping.sendPing', 's', 'Hello')
  expect((await phone.next('ping')).body).toEqual({ message: 'Hello' })
  await kde.call(object('share'), 'device.share.shareText', 's', 'Milk')
  expect((await phone.next('share.request')).body.text).toBe('Milk')
  phone.send('clipboard', { content: 'from the phone' })
  await vi.waitFor(async () => expect(await kde.clipboard()).toBe('from the phone'))
})
