import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Push, phonebookKey, threadKey } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { ask, next, pair, request, run, setUpPhonesStage, stage, stop } from './test-phones-stage.ts'

setUpPhonesStage()

const pushes = async (): Promise<Push[]> => (await ask('/v2/pushes')).pushes
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a phone is found, paired with the code that both show, and becomes a device of its own', async () => {
  await run()
  const iden = await pair()
  const { devices } = await ask('/v2/devices')
  expect(devices.find((each: { iden: string }) => each.iden === iden)).toMatchObject({
    nickname: 'Pixel',
    type: 'android',
    has_sms: true,
    has_mms: true,
  })
  await vi.waitFor(async () =>
    expect((await request('list')).phones[0]).toMatchObject({ state: 'paired', is_connected: true, battery: 71 }),
  )
})

test('a phone at an address that somebody typed is found there, also when it misses the first announcement', async () => {
  await run()
  stage.phone.protocolVersion = 7
  await request('find', { address: stage.phone.host })
  await vi.waitFor(() => expect(stage.ephemerals.map(({ error }) => error).join()).toContain('is too old'))
  stage.phone.protocolVersion = 8
  await vi.waitFor(async () => expect((await request('list')).phones).toMatchObject([{ name: 'Pixel', state: 'unpaired' }]))
})

test('a phone that was refused is not paired', async () => {
  await run()
  await request('find')
  stage.phone.announce(stage.host)
  await stage.phone.linked()
  stage.phone.askedBy = 'waits'
  stage.phone.ask()
  await vi.waitFor(async () => expect((await request('list')).phones[0]?.state).toBe('asked'))
  await request('refuse', { phone: stage.phone.deviceId })
  await vi.waitFor(() => expect(stage.phone.askedBy).toBeUndefined())
  expect((await request('list')).phones).toMatchObject([{ state: 'unpaired' }])
  expect((await request('accept', { phone: stage.phone.deviceId })).error).toBe('The phone does not ask any more.')
})

test('a phone with an app that is too old is reported with the version that is needed', async () => {
  await run()
  stage.phone.protocolVersion = 7
  await request('find')
  stage.phone.announce(stage.host)
  const sentence = 'The KDE Connect app on "Pixel" is too old. Update it to version 1.33 or later.'
  await vi.waitFor(() => expect(stage.ephemerals.map(({ error }) => error)).toContain(sentence))
})

test('a paired phone is connected again after a restart, as the same device', async () => {
  await run()
  const iden = await pair()
  await stop()
  await run()
  await vi.waitFor(async () => expect((await request('list')).phones).toMatchObject([{ device_iden: iden, is_connected: true }]))
})

test('the phone rings, and is removed', async () => {
  await run()
  const iden = await pair()
  await request('ring', { phone: stage.phone.deviceId })
  await stage.phone.next('findmyphone.request')
  await request('remove', { phone: stage.phone.deviceId })
  await vi.waitFor(() => expect(stage.phone.isPaired).toBe(false))
  expect((await request('list')).phones.filter(({ state }) => state === 'paired')).toEqual([])
  await vi.waitFor(async () => expect((await ask(`/v2/devices/${iden}`)).has_sms ?? false).toBe(false))
  expect((await request('ring', { phone: stage.phone.deviceId })).error).toBeDefined()
})

test('notifications are mirrored with icon, actions and reply; each reply works once', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  const id = '0|org.example.chat|1|null|10001'
  await stage.phone.notify(id, { requestReplyId: 'r1', actions: ['Mark as read'] }, png)
  const mirror = await next('mirror')
  expect(mirror).toMatchObject({
    source_device_iden: iden,
    package_name: 'org.example.chat',
    notification_id: '1',
    notification_tag: null,
    application_name: 'Chat',
    title: 'Ana',
    body: 'Hi',
    dismissable: true,
    icon: png.toString('base64'),
    actions: [{ label: 'Mark as read', trigger_key: 'Mark as read' }],
    conversation_iden: { package_name: 'org.example.chat', tag: null, id: '1' },
  })
  const reply = {
    type: 'messaging_extension_reply',
    target_device_iden: iden,
    conversation_iden: mirror.conversation_iden,
    message: 'Yes',
  }
  await stage.other.sendEphemeral(reply)
  expect((await stage.phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'Yes' })
  await stage.other.sendEphemeral(reply)
  await vi.waitFor(() => expect(stage.logLines.join()).toContain('A reply to a notification was not sent'))
  expect(stage.phone.answeredIds).toEqual(['r1'])
  await stage.phone.notify(id, { text: 'More' }, png)
  expect(await next('mirror')).toMatchObject({ body: 'More', icon: png.toString('base64') })
})

test('a notification that is dismissed on the phone is dismissed everywhere, and the other way round', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  await stage.phone.notify('0|org.example.chat|1|tag|10001')
  await next('mirror')
  stage.phone.cancel('0|org.example.chat|1|tag|10001')
  expect(await next('dismissal')).toMatchObject({
    package_name: 'org.example.chat',
    notification_id: '1',
    notification_tag: 'tag',
  })
  await stage.phone.notify('0|org.example.chat|2|null|10001', { actions: ['Archive'] })
  const { type: _, ...mirrored } = await next('mirror')
  const named = {
    package_name: mirrored.package_name,
    notification_id: mirrored.notification_id,
    notification_tag: null,
    source_user_iden: '',
  }
  await stage.other.sendEphemeral({ type: 'dismissal', ...named, source_device_iden: iden })
  expect((await stage.phone.next('notification.request', 'cancel')).body).toEqual({ cancel: '0|org.example.chat|2|null|10001' })
  await stage.phone.notify('0|org.example.chat|3|null|10001', { actions: ['Archive'] })
  await next('mirror')
  await stage.other.sendEphemeral({ type: 'dismissal', ...named, notification_id: '3', trigger_action: 'Archive' })
  expect((await stage.phone.next('notification.action')).body).toEqual({
    key: '0|org.example.chat|3|null|10001',
    action: 'Archive',
  })
})

test('notifications that the phone showed already are not shown again, and can be dismissed', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  await stage.phone.notify('0|org.example.chat|1|null|10001', { silent: true })
  await stage.phone.notify('0|org.example.chat|2|null|10001', { title: 'New' })
  expect((await next('mirror')).title).toBe('New')
  stage.phone.cancel('0|org.example.chat|1|null|10001')
  expect((await next('dismissal')).notification_id).toBe('1')
})

test('notifications that went while the phone was away are dismissed, and those that stayed are not shown again', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  await stage.phone.notify('0|org.example.chat|1|null|10001', { title: 'Goes' })
  await stage.phone.notify('0|org.example.chat|2|null|10001', { title: 'Stays' })
  await next('mirror')
  await next('mirror')
  stage.phone.leave()
  stage.phone.cancel('0|org.example.chat|1|null|10001')
  await stage.phone.next('notification.request')
  const gone = await next('dismissal')
  expect(gone.notification_id).toBe('1')
  await stage.phone.notify('0|org.example.chat|3|null|10001', { title: 'New' })
  expect((await next('mirror')).title).toBe('New')
})

test('an incoming call is shown until it ends', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  stage.phone.send('telephony', { event: 'ringing', phoneNumber: '+15550100', contactName: 'Ben' })
  expect(await next('mirror')).toMatchObject({ title: 'Incoming call', body: 'Ben' })
  stage.phone.send('telephony', { event: 'ringing', phoneNumber: '+15550100', contactName: 'Ben', isCancel: 'true' })
  expect((await next('dismissal')).package_name).toBe('waypost.calls')
})

test('texts, links and files that the phone shares become pushes of its device', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  stage.phone.send('share.request', { text: 'Milk' })
  stage.phone.send('share.request', { url: 'https://example.org/a' })
  stage.phone.send('share.request', { url: 'javascript:alert(1)' })
  const bytes = randomBytes(300_000)
  await stage.phone.sendPayload('share.request', { filename: '../../climb.bin' }, bytes, -1)
  stage.phone.send('share.request', { filename: 'empty.txt' })
  const all = await vi.waitFor(async () => {
    const found = await pushes()
    expect(found).toHaveLength(5)
    return found.reverse()
  })
  expect(all.map(({ source_device_iden }) => source_device_iden)).toEqual(Array(5).fill(iden))
  expect(all).toMatchObject([
    { type: 'note', body: 'Milk' },
    { type: 'link', url: 'https://example.org/a' },
    { type: 'note', body: 'javascript:alert(1)' },
    { type: 'file', file_name: 'climb.bin' },
    { type: 'file', file_name: 'empty.txt' },
  ])
  const file = Buffer.from(await (await fetch(all[3]?.file_url ?? '')).arrayBuffer())
  expect(file.equals(bytes)).toBe(true)
})

test('pushes to the phone arrive there: links are opened, files saved, anything else shown', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  await ask('/v2/pushes', { type: 'note', title: 'To do', body: 'Milk', device_iden: iden, source_device_iden: stage.companion })
  expect((await stage.phone.next('ping')).body).toEqual({ message: 'To do\nMilk' })
  await ask('/v2/pushes', { type: 'link', url: 'https://example.org/b', device_iden: iden, source_device_iden: stage.companion })
  expect((await stage.phone.next('share.request')).body).toEqual({ url: 'https://example.org/b' })
  await ask('/v2/pushes', { type: 'note', body: 'All', source_device_iden: stage.companion })
  stage.phone.isOutOfReach = true
  stage.phone.leave()
  await vi.waitFor(async () => expect((await request('list')).phones[0]?.is_connected).toBe(false))
  await ask('/v2/pushes', { type: 'note', body: 'While away', device_iden: iden, source_device_iden: stage.companion })
  stage.phone.isOutOfReach = false
  expect((await stage.phone.next('ping')).body).toEqual({ message: 'While away' })
  expect(stage.phone.received.filter(({ type }) => type === 'ping')).toEqual([])
})

test('pushes that wait for the phone all arrive, even if the position among them cannot be saved', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  stage.phone.isOutOfReach = true
  stage.phone.leave()
  await vi.waitFor(async () => expect((await request('list')).phones[0]?.is_connected).toBe(false))
  for (const body of ['one', 'two'])
    await ask('/v2/pushes', { type: 'note', body, device_iden: iden, source_device_iden: stage.companion })
  const own = join(stage.folder, stage.phone.deviceId)
  rmSync(own, { recursive: true })
  writeFileSync(own, '')
  stage.phone.isOutOfReach = false
  for (const message of ['one', 'two']) expect((await stage.phone.next('ping')).body).toEqual({ message })
})

test('a file that is pushed to the phone arrives there unchanged', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  const bytes = randomBytes(400_000)
  const server = (await import('node:http')).createServer((_, response) => response.end(bytes))
  server.listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(server.address()).not.toBeNull())
  const { port } = server.address() as { port: number }
  const file = {
    type: 'file',
    file_name: 'a.bin',
    file_type: 'application/octet-stream',
    file_url: `http://127.0.0.1:${port}/a.bin`,
  }
  await ask('/v2/pushes', { ...file, device_iden: iden, source_device_iden: stage.companion })
  await vi.waitFor(() => expect(stage.phone.files.get('a.bin')?.equals(bytes)).toBe(true))
  server.close()
})

test('text that is copied on one device is copied on the phone, and the other way round', async () => {
  await run()
  const iden = await pair()
  await stage.phone.next('notification.request')
  // A server's first account has Pro already.
  await ask('/v3/upgrade-pro', { token_id: 'tok_test_clip', plan_id: 'yearly' })
  let copied = 0
  const copy = async () => {
    const clip = { type: 'clip', body: `here ${++copied}`, source_user_iden: '', source_device_iden: 'x' }
    await stage.other.sendEphemeral(clip)
    expect(stage.phone.received.find(({ type }) => type === 'clipboard')?.body.content).toMatch(/^here \d+$/)
  }
  await vi.waitFor(copy)
  stage.phone.send('clipboard', { content: 'from the phone' })
  await vi.waitFor(() =>
    expect(stage.ephemerals).toContainEqual(
      expect.objectContaining({ type: 'clip', body: 'from the phone', source_device_iden: iden }),
    ),
  )
})

test('a text goes through the phone, its outcome is reported, and the answer is published', async () => {
  const address = { address: '+15550100' }
  stage.phone.messages = [stage.phone.message({ addresses: [address], body: 'Hello', date: Date.now() - 60_000 })]
  stage.phone.contacts.set('1', 'BEGIN:VCARD\nVERSION:2.1\nFN:Ben\nTEL;CELL:+1 555 0100\nEND:VCARD')
  await run()
  const iden = await pair()
  const text = await ask('/v3/create-text', {
    data: { target_device_iden: iden, addresses: ['+1 555 0100'], message: 'On my way' },
  })
  expect((await stage.phone.next('sms.request')).body).toMatchObject({ addresses: [address], messageBody: 'On my way' })
  await vi.waitFor(async () => expect((await ask('/v2/texts')).texts[0]?.data.status).toBe('sent'))
  expect(text.iden).toBeDefined()
  stage.phone.receive(stage.phone.message({ addresses: [address], body: 'Great' }))
  const changed = await vi.waitFor(() => {
    const found = stage.ephemerals.find(
      ({ type, notifications }) => type === 'sms_changed' && (notifications as object[]).length > 0,
    )
    if (!found) throw new Error('No text arrived.')
    return found
  })
  expect(changed.notifications).toMatchObject([{ title: 'Ben', body: 'Great' }])
  const id = String(stage.phone.messages[0]?.thread_id)
  const { data } = await ask('/v3/get-permanent', { key: threadKey(iden, id) })
  expect(data.thread).toMatchObject([
    { body: 'Great', direction: 'incoming' },
    { body: 'On my way', direction: 'outgoing', status: 'sent' },
    { body: 'Hello', direction: 'incoming' },
  ])
  expect((await ask('/v3/get-permanent', { key: phonebookKey(iden) })).data.phonebook).toMatchObject([{ name: 'Ben' }])
})

test('hostile packets of a paired phone change nothing', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  const values = [undefined, null, 1, -1, '', 'x'.repeat(200_000), [], {}, [[]], [{}], true]
  const fields = [
    'id',
    'text',
    'url',
    'filename',
    'messages',
    'uids',
    'content',
    'timestamp',
    'event',
    'currentCharge',
    'actions',
    'requestReplyId',
  ]
  const types = [
    'notification',
    'share.request',
    'sms.messages',
    'contacts.response_uids_timestamps',
    'contacts.response_vcards',
    'telephony',
  ]
  for (const type of [...types, 'clipboard', 'clipboard.connect', 'battery', 'ping'])
    for (const value of values) stage.phone.send(type, Object.fromEntries(fields.map((field) => [field, value])))
  await stage.phone.notify('0|org.example.chat|9|null|10001', { title: 'Last' })
  await vi.waitFor(() => expect(stage.ephemerals).toContainEqual(expect.objectContaining({ type: 'mirror', title: 'Last' })))
  expect((await request('list')).phones).toMatchObject([{ is_connected: true }])
})

test('what is asked of the device of a phone is done by its companion', async () => {
  await run()
  const iden = await pair()
  const own = { target_device_iden: iden }
  expect(await request('list', own)).toMatchObject({ source_device_iden: stage.companion, phones: [{ device_iden: iden }] })
  expect((await request('ring', own)).error).toBeUndefined()
  await stage.phone.next('findmyphone.request')
  expect((await request('remove', own)).error).toBeUndefined()
  await vi.waitFor(() => expect(stage.phone.isPaired).toBe(false))
})
