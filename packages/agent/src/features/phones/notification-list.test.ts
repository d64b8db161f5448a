import type { Ephemeral } from '@waypost/client'
import { guidLength, MirroredNotification, mutedAppsPreference, muting, PhoneNotifications } from '@waypost/protocol'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { notificationPages } from './notification-pages.ts'
import { maxRequests } from './requested-list.ts'
import { next, pair, run, setUpPhonesStage, stage } from './test-phones-stage.ts'

setUpPhonesStage()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let iden: string
let guids = 0
beforeEach(() => {
  guids = 0
})

async function paired(password?: string): Promise<void> {
  await run(password)
  iden = await pair()
  await stage.phone.next('notification.request')
}

async function listed(): Promise<{ titles: unknown[]; answer: PhoneNotifications; first: MirroredNotification }> {
  const guid = crypto.randomUUID()
  await stage.other.sendEphemeral({
    type: 'phone_request',
    source_user_iden: '',
    target_device_iden: iden,
    guid,
    action: 'notifications',
  })
  const answer = await vi.waitFor(() => {
    const found = stage.ephemerals.find(({ type, guid: of }) => type === 'phone_notifications' && of === guid)
    return v.parse(PhoneNotifications, found)
  })
  const all = answer.notifications.map((each) => v.parse(MirroredNotification, each))
  return { titles: all.map(({ title }) => title), answer, first: all[0] as MirroredNotification }
}

async function send(ephemeral: Ephemeral): Promise<unknown> {
  const guid = `guid ${++guids}`
  await stage.other.sendEphemeral({ ...ephemeral, guid })
  return outcomeOf(guid)
}

async function outcomeOf(guid: string): Promise<unknown> {
  return (await answerTo(guid)).refused ?? 'done'
}

const answerTo = (guid: string): Promise<Ephemeral> =>
  vi.waitFor(() => {
    const found = stage.ephemerals.find((each) => each.type === 'phone_notification_outcome' && each.guid === guid)
    if (!found) throw new Error('There is no outcome.')
    return found
  })

/** Holds the notifications that the companion sends, as a slow server does, until the returned function is called. */
function holdMirrors(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = stage.session.sendEphemeral
  vi.spyOn(stage.session, 'sendEphemeral').mockImplementation(async (ephemeral, ...more) => {
    if (ephemeral.type === 'mirror') await promise
    await send(ephemeral, ...more)
  })
  return resolve
}

const replyTo = ({ conversation_iden }: Ephemeral, message = 'Yes'): Ephemeral => ({
  type: 'messaging_extension_reply',
  target_device_iden: iden,
  conversation_iden,
  message,
})

const named = ({ package_name, notification_id, notification_tag, source_device_iden }: Ephemeral): Ephemeral => ({
  type: 'dismissal',
  package_name,
  notification_id,
  notification_tag,
  source_device_iden,
  source_user_iden: '',
})

const mute = (...apps: string[]) => stage.other.preferences.set({ [mutedAppsPreference]: apps })

test('who asks gets what the phone shows, also what it showed before, latest first and with icons', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { silent: true, title: 'Old', time: String(Date.now() - 60_000) })
  await stage.phone.notify('0|org.example.chat|2|null|10001', { title: 'New', requestReplyId: 'r', actions: ['Archive'] }, png)
  await next('mirror')
  const { titles, answer, first } = await listed()
  expect(titles).toEqual(['New', 'Old'])
  expect(answer).toMatchObject({ page: 0, more: false, is_connected: true, source_device_iden: iden })
  expect(first).toMatchObject({
    icon: png.toString('base64'),
    actions: [{ label: 'Archive', trigger_key: 'Archive' }],
    conversation_iden: { package_name: 'org.example.chat', tag: null, id: '2' },
  })
  expect(stage.ephemerals.filter(({ type }) => type === 'mirror')).toEqual([])
})

test('a phone that is away is said to be away, and its list comes again when it is back', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { title: 'Stays' })
  await next('mirror')
  await listed()
  stage.ephemerals.length = 0
  const before = Math.floor(Date.now() / 1_000)
  stage.phone.leave()
  const away = await next('phone_notifications')
  expect(away).toMatchObject({ is_connected: false, notifications: [{ title: 'Stays' }] })
  expect(away.connected_at).toBeGreaterThanOrEqual(before)
  expect(away.connected_at).toBeLessThanOrEqual(Date.now() / 1_000)
  await stage.phone.next('notification.request')
  const back = await next('phone_notifications')
  expect(back).toMatchObject({ is_connected: true, notifications: [{ title: 'Stays' }] })
})

test('a reply is confirmed, is handed over once for its guid, and its notification takes no other', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { requestReplyId: 'r1' })
  const mirror = await next('mirror')
  expect(await send(replyTo(mirror))).toBe('done')
  const again = { ...replyTo(mirror), guid: 'guid 1' }
  stage.ephemerals.length = 0
  await stage.other.sendEphemeral(again)
  expect(await outcomeOf('guid 1')).toBe('done')
  expect(await send(replyTo(mirror, 'Another'))).toBe('answered')
  expect(stage.phone.answeredIds).toEqual(['r1'])
  expect((await listed()).first).not.toHaveProperty('conversation_iden')
  stage.phone.cancel('0|org.example.chat|1|null|10001')
  await next('dismissal')
  expect(await send(replyTo(mirror))).toBe('gone')
})

test('an action leaves the notification until the phone removes it', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { actions: ['Pause'] })
  const mirror = await next('mirror')
  expect(await send({ ...named(mirror), trigger_action: 'Pause' })).toBe('done')
  expect((await stage.phone.next('notification.action')).body.action).toBe('Pause')
  expect((await listed()).titles).toEqual(['Ana'])
  stage.ephemerals.length = 0
  stage.phone.cancel('0|org.example.chat|1|null|10001')
  expect((await next('dismissal')).trigger_action).toBeUndefined()
  expect(await send({ ...named(mirror), trigger_action: 'Pause' })).toBe('gone')
})

test('what is dismissed while the phone is away is dismissed there when it is back; replies and actions are refused', async () => {
  await paired()
  const id = '0|org.example.chat|1|null|10001'
  await stage.phone.notify(id, { requestReplyId: 'r1', actions: ['Pause'] })
  const mirror = await next('mirror')
  await listed()
  stage.ephemerals.length = 0
  stage.phone.isOutOfReach = true
  stage.phone.leave()
  await next('phone_notifications')
  expect(await send(replyTo(mirror))).toBe('away')
  expect(await send({ ...named(mirror), trigger_action: 'Pause' })).toBe('away')
  expect(await send(named(mirror))).toBe('done')
  expect((await listed()).titles).toEqual([])
  stage.phone.isOutOfReach = false
  await stage.phone.next('notification.request')
  expect((await stage.phone.next('notification.request', 'cancel')).body).toEqual({ cancel: id })
  expect(stage.phone.received.map(({ type }) => type)).not.toContain('notification.reply')
})

test('of a muted app nothing is sent, and what is shown of it is withdrawn but stays on the phone', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { title: 'Before' })
  await stage.phone.notify('0|org.example.mail|2|null|10001', { title: 'Other' })
  await next('mirror')
  await next('mirror')
  await mute('org.example.chat')
  expect(await next('dismissal')).toMatchObject({ package_name: 'org.example.chat', notification_id: '1', withdrawn: true })
  await stage.phone.notify('0|org.example.chat|3|null|10001', { title: 'Muted' })
  await stage.phone.notify('0|org.example.mail|4|null|10001', { title: 'Heard' })
  expect((await next('mirror')).title).toBe('Heard')
  expect((await listed()).titles.sort()).toEqual(['Heard', 'Other'])
  expect(stage.phone.received.filter(({ type, body }) => type === 'notification.request' && 'cancel' in body)).toEqual([])
  stage.ephemerals.length = 0
  await mute()
  const again = await next('phone_notifications')
  expect((again.notifications as unknown[]).length).toBe(4)
})

test('a request with a guid that is too long is refused with a code and a sentence, and not fulfilled', async () => {
  await paired()
  await stage.phone.notify('0|org.example.chat|1|null|10001', { requestReplyId: 'r1' })
  const mirror = await next('mirror')
  const refusal = { refused: 'invalid', error: 'The guid is too long. Use at most 255 characters.' }
  const request = { type: 'phone_request', source_user_iden: '', target_device_iden: iden, action: 'notifications' }
  for (const asked of [replyTo(mirror), named(mirror), request]) {
    const guid = `${asked.type} `.padEnd(guidLength + 1, 'x')
    await stage.other.sendEphemeral({ ...asked, guid })
    expect(await answerTo(guid)).toMatchObject(refusal)
  }
  const longest = 'x'.repeat(guidLength)
  await stage.other.sendEphemeral({ ...replyTo(mirror), guid: longest })
  expect(await outcomeOf(longest)).toBe('done')
  expect(stage.phone.answeredIds).toEqual(['r1'])
})

test('what is asked for while more notifications wait than are kept is answered, and of too many requests the last is refused', async () => {
  await paired()
  const release = holdMirrors()
  for (let id = 0; id < 150; id++) await stage.phone.notify(`0|org.example.chat|${id}|null|10001`, { actions: ['Pause'] })
  const pressed = {
    ...named({
      type: 'mirror',
      package_name: 'org.example.chat',
      notification_id: '149',
      notification_tag: null,
      source_device_iden: iden,
    }),
    trigger_action: 'Pause',
  }
  // Until the companion has read all of them.
  await vi.waitFor(async () => {
    await stage.other.sendEphemeral(pressed)
    expect(stage.phone.received.map(({ type }) => type)).toContain('notification.action')
  })
  expect(await send(pressed)).toBe('done')
  const request = { type: 'phone_request', source_user_iden: '', target_device_iden: iden, action: 'notifications' }
  for (let index = 0; index <= maxRequests; index++) await stage.other.sendEphemeral({ ...request, guid: `list ${index}` })
  expect(await outcomeOf(`list ${maxRequests}`)).toBe('busy')
  release()
  const answered = () =>
    new Set(stage.ephemerals.filter(({ type, more }) => type === 'phone_notifications' && more === false).map(({ guid }) => guid))
  await vi.waitFor(() => expect(answered().size).toBe(maxRequests))
})

test('with a password, list, reply and outcome are encrypted', async () => {
  await stage.other.encryption.setPassword('four words of mine')
  await paired('four words of mine')
  const raw: unknown[] = []
  const plain = await stage.sessions.started(stage.ana)
  plain.onEphemeral((ephemeral) => void raw.push(ephemeral))
  await stage.phone.notify('0|org.example.chat|1|null|10001', { requestReplyId: 'r1', title: 'Secret' })
  const mirror = await next('mirror')
  expect((await listed()).titles).toEqual(['Secret'])
  expect(await send(replyTo(mirror))).toBe('done')
  expect(stage.phone.answeredIds).toEqual(['r1'])
  expect(raw.filter((each) => (each as Ephemeral).type !== 'pong' && (each as Ephemeral).type !== 'ping')).toEqual([])
})

test('pages stay below the limit, have the latest first, and icons as far as they fit', () => {
  const content = (index: number, body: string) => ({
    package_name: 'org.example.chat',
    notification_id: String(index),
    body,
    created: index,
  })
  const icon = 'A'.repeat(130_000)
  const many = Array.from({ length: 500 }, (_, index) => ({ content: content(index, 'é'.repeat(3_000)), icon }))
  const pages = notificationPages(many)
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(250_000)
  expect(pages.length).toBeLessThan(8)
  const [first] = pages.flat()
  expect([first?.notification_id, first?.icon?.length]).toEqual(['499', icon.length])
  expect(pages.flat().filter((each) => 'icon' in each).length).toBe(1)
  expect(notificationPages([])).toEqual([[]])
})

test('an account mutes a bounded number of apps', () => {
  const full = { [mutedAppsPreference]: Array.from({ length: 100 }, (_, index) => `app ${index}`) }
  expect(muting(full, 'another', 'Another')).toBeUndefined()
  expect(muting(full, 'app 5', 'Five')?.[mutedAppsPreference]).toHaveLength(100)
})
