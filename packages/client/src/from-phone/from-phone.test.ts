import { createDevice, mutedApps, mutedAppsPreference, setPermanent } from '@waypost/protocol'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../ground/test-clock.ts'
import { until } from '../ground/until.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { type FromPhone, openFromPhone, type PhoneNotification } from './from-phone.ts'

let people = 0
const opened: FromPhone[] = []

setUpPeople()
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

async function stage(fields: object = {}) {
  const person = await server.signUp(`ana${++people}@example.org`)
  const [own, phone] = [await started(person), await started(person)]
  const { iden } = await phone.call(createDevice, {
    nickname: 'Pixel',
    type: 'android',
    mirroring: 'enabled',
    fingerprint: 'kdeconnect here there',
    ...fields,
  })
  await until(own.device.$all, (devices) => devices.some((device) => device.iden === iden))
  const clock = manualClock(Date.now())
  const fromPhone = openFromPhone(own, { platform: clock })
  opened.push(fromPhone)
  const notification = (id: number, more: object = {}) => ({
    source_user_iden: person.account.iden,
    source_device_iden: iden,
    package_name: 'org.example.chat',
    notification_id: String(id),
    notification_tag: null,
    application_name: 'Chat',
    title: `Title ${id}`,
    body: 'Hi',
    created: 1_700_000_000 + id,
    conversation_iden: { package_name: 'org.example.chat', tag: null, id: String(id) },
    ...more,
  })
  const heard: Ephemeral[] = []
  phone.onEphemeral((ephemeral) => void heard.push(ephemeral))
  const next = async (type: string) => {
    for (;;) {
      const at = heard.findIndex((each) => each.type === type)
      if (at >= 0) return heard.splice(at, 1)[0] as Ephemeral
      await new Promise(setImmediate)
    }
  }
  const list = (notifications: object[], more: object = {}) =>
    phone.sendEphemeral({
      type: 'phone_notifications',
      source_device_iden: iden,
      page: 0,
      more: false,
      notifications,
      is_connected: true,
      ...more,
    })
  const mirror = (id: number, more: object = {}) => phone.sendEphemeral({ type: 'mirror', ...notification(id, more) })
  const outcome = ({ guid }: Ephemeral, refused?: string) =>
    phone.sendEphemeral({ type: 'phone_notification_outcome', source_device_iden: iden, guid, ...(refused && { refused }) })
  const shown = (titles: string[]) =>
    until(fromPhone.$notifications, (all) => all.map(({ title }) => title).join() === titles.join())
  const one = async (is: (each: PhoneNotification) => boolean) => {
    const all = await until(fromPhone.$notifications, (each) => each.some(is))
    return all.find(is) as PhoneNotification
  }
  return { person, own, phone, iden, clock, fromPhone, notification, next, list, mirror, outcome, shown, one }
}

test('who looks asks each phone, and what it lists replaces what was known, newest first', async () => {
  const { iden, fromPhone, notification, next, list, mirror, shown } = await stage()
  await mirror(5)
  await shown(['Title 5'])
  expect(fromPhone.$phones.get()).toMatchObject([{ device: iden, name: 'Pixel', state: 'asking' }])
  fromPhone.follow()
  expect(await next('phone_request')).toMatchObject({ target_device_iden: iden, action: 'notifications' })
  await list([notification(3), notification(1)], { more: true })
  await list([notification(2)], { page: 1 })
  await shown(['Title 3', 'Title 2', 'Title 1'])
  expect(fromPhone.$phones.get()[0]?.state).toBe('there')
  await mirror(2, { title: 'Changed', created: 1_700_000_009 })
  await shown(['Changed', 'Title 3', 'Title 1'])
})

test('a phone whose companion does not answer is silent, one that is away says since when; a pong of it asks again', async () => {
  const { iden, phone, clock, fromPhone, notification, next, list } = await stage()
  fromPhone.follow()
  await next('phone_request')
  clock.advance(8_000)
  expect(fromPhone.$phones.get()[0]?.state).toBe('silent')
  await list([notification(1)], { is_connected: false, connected_at: 1_700_000_000 })
  await until(fromPhone.$phones, ([first]) => first?.state === 'away')
  expect(fromPhone.$phones.get()[0]?.connectedAt).toBe(1_700_000_000)
  await phone.sendEphemeral({ type: 'pong', device_iden: iden })
  await next('phone_request')
  clock.advance(10 * 60_000)
  await next('phone_request')
})

test('a reply is confirmed; one that was not handed over stays with the reason, and is sent again under its guid', async () => {
  const { fromPhone, mirror, next, one, outcome } = await stage()
  await mirror(1)
  const { key } = await one(({ title }) => title === 'Title 1')
  const first = fromPhone.reply(key, 'Yes')
  const sent = await next('messaging_extension_reply')
  expect(sent).toMatchObject({ message: 'Yes', conversation_iden: { package_name: 'org.example.chat', tag: null, id: '1' } })
  await outcome(sent, 'away')
  expect(await first).toBe(false)
  expect([(await one(() => true)).trouble, fromPhone.draftOf(key)]).toEqual(['away', 'Yes'])
  const second = fromPhone.reply(key, 'Yes')
  const again = await next('messaging_extension_reply')
  expect(again.guid).toBe(sent.guid)
  await outcome(again)
  expect(await second).toBe(true)
  expect(await one(() => true)).toMatchObject({ answered: 'Yes', trouble: undefined, conversation: undefined })
  expect([await fromPhone.reply(key, 'Once more'), fromPhone.draftOf(key)]).toEqual([false, ''])
})

test('a reply that nobody confirms within 8 seconds is not taken as sent', async () => {
  const { clock, fromPhone, mirror, next, one } = await stage()
  await mirror(1)
  const { key } = await one(() => true)
  const sending = fromPhone.reply(key, 'Yes')
  await next('messaging_extension_reply')
  clock.advance(8_000)
  expect(await sending).toBe(false)
  expect((await one(() => true)).trouble).toBe('silent')
})

test('a notification that goes while its reply is typed stays, and says that it is gone', async () => {
  const { fromPhone, notification, mirror, one, shown, phone } = await stage()
  await mirror(1)
  const { key } = await one(() => true)
  fromPhone.keepDraft(key, 'I was about to')
  const { title: _, body: _body, ...named } = notification(1)
  await phone.sendEphemeral({ type: 'dismissal', ...named })
  await one(({ isGone }) => isGone === true)
  expect(await fromPhone.reply(key, 'I was about to')).toBe(false)
  expect((await one(() => true)).trouble).toBe('gone')
  await fromPhone.dismiss([key])
  await shown([])
})

test('a dismissal removes at once and comes back where it was not possible; one of the phone removes too', async () => {
  const { fromPhone, notification, mirror, next, one, outcome, shown, phone, clock } = await stage()
  await mirror(1)
  await mirror(2)
  await shown(['Title 2', 'Title 1'])
  const { key } = await one(({ title }) => title === 'Title 2')
  const done = fromPhone.dismiss([key])
  await shown(['Title 1'])
  await outcome(await next('dismissal'))
  await done
  const again = fromPhone.dismiss([(await one(() => true)).key])
  await next('dismissal')
  clock.advance(8_000)
  await again
  expect((await one(() => true)).trouble).toBe('silent')
  // Most phones omit the device.
  const { source_device_iden: _, title: _title, body: _body, ...named } = notification(1)
  await phone.sendEphemeral({ type: 'dismissal', ...named })
  await shown([])
})

test('an action leaves the notification of a phone that confirms it, and ends that of others', async () => {
  const actions = [{ label: 'Pause', trigger_key: 'pause' }]
  const { fromPhone, mirror, next, one, outcome } = await stage()
  await mirror(1, { actions })
  const acting = fromPhone.act((await one(() => true)).key, 'pause')
  const sent = await next('dismissal')
  expect(sent).toMatchObject({ trigger_action: 'pause', notification_id: '1' })
  await outcome(sent)
  expect([await acting, fromPhone.$notifications.get().length]).toEqual([true, 1])
  const other = await stage({ fingerprint: 'another app' })
  await other.mirror(1, { actions })
  await other.fromPhone.act((await other.one(() => true)).key, 'pause')
  await other.shown([])
})

test('what another window answers or dismisses is answered or dismissed here', async () => {
  const { person, fromPhone, mirror, next, one, outcome, shown } = await stage()
  const other = openFromPhone(await started(person), { platform: manualClock(Date.now()) })
  opened.push(other)
  await mirror(1)
  await until(other.$notifications, (all) => all.length === 1)
  const { key } = await one(() => true)
  void other.reply(key, 'From there')
  await outcome(await next('messaging_extension_reply'))
  await one(({ answered }) => answered === 'From there')
  void other.dismiss([key])
  await shown([])
  expect(fromPhone.$phones.get()).toHaveLength(1)
})

test('apps are muted and unmuted, and what is known of a muted one is not shown', async () => {
  const { own, fromPhone, mirror, shown } = await stage()
  await mirror(1)
  await mirror(2, { package_name: 'org.example.mail', application_name: 'Mail' })
  await shown(['Title 2', 'Title 1'])
  expect(await fromPhone.mute('org.example.chat', 'Chat')).toBe(true)
  await shown(['Title 2'])
  expect(own.$account.get()?.preferences?.[mutedAppsPreference]).toEqual(['org.example.chat'])
  expect(await fromPhone.unmute('org.example.chat')).toBe(true)
  await shown(['Title 2', 'Title 1'])
  const apps = Array.from({ length: 100 }, (_, index) => `app ${index}`)
  await own.call(setPermanent, { key: 'web_preferences', data: { [mutedAppsPreference]: apps } })
  await until(own.$account, (account) => mutedApps(account?.preferences).length === 100)
  expect(await fromPhone.mute('org.example.chat', 'Chat')).toBe(false)
})

test('computers, malformed notifications and more than 300 of a phone are not kept', async () => {
  const { phone, fromPhone, notification, list, mirror, one, shown } = await stage()
  const desk = await phone.call(createDevice, { nickname: 'Desk', type: 'linux', mirroring: 'enabled' })
  await mirror(1, { source_device_iden: desk.iden })
  for (const odd of [{ package_name: 5 }, { application_name: '', title: '', body: '' }, { notification_id: {} }])
    await mirror(2, odd)
  await mirror(3, { icon: '<svg>', actions: 'none', created: 9e12, body: 'x'.repeat(20_000) })
  const read = await one(() => true)
  expect([read.icon, read.actions, read.body.length, read.created <= Date.now() / 1_000 + 1]).toEqual([
    undefined,
    [],
    5_000,
    true,
  ])
  await shown(['Title 3'])
  await list(Array.from({ length: 400 }, (_, index) => notification(index)))
  const all = await until(fromPhone.$notifications, (each) => each.length > 1)
  expect([all.length, all[0]?.title]).toEqual([300, 'Title 399'])
})
