import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { phonebookKey, textMilliseconds, threadKey, threadsKey } from '@waypost/protocol'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hasGammu } from '../../phone/test-modem.ts'
import {
  ask,
  becomes,
  create,
  eventually,
  messagesOf,
  run,
  setUpSmsStage,
  stage,
  statusOf,
  stop,
  threadsOf,
} from './test-sms-stage.ts'

setUpSmsStage()

describe.skipIf(!hasGammu)('with gammu-smsd (the packages gammu and gammu-smsd)', () => {
  test('TEXT-001 TEXT-008 TEXT-014 API-041 GAP-068 GAP-087 a text is sent by the modem, and its conversation is published', async () => {
    await run()
    const text = await create({ guid: 'one', message: 'Grüße, ☃ & 😀' })
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { guid: 'one', status: 'queued' } }]))
    stage.modem.switchOn()
    await becomes(text, 'sent')
    expect(stage.modem.texts('sent')).toMatchObject([{ number: '+15550100', words: 'Grüße, ☃ & 😀' }])
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { status: 'sent' } }]))
    const [thread] = await threadsOf()
    expect(thread?.recipients).toEqual([{ name: '+15550100', address: '+15550100', number: '+15550100' }])
    expect(await messagesOf(thread?.id ?? '')).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'sms',
        direction: 'outgoing',
        timestamp: expect.any(Number),
        body: 'Grüße, ☃ & 😀',
        status: 'sent',
        guid: 'one',
      },
    ])
  })

  test('TEXT-008 GAP-068 a message that arrives is in its conversation, with the name from the phone book, and the clients are notified', async () => {
    writeFileSync(join(stage.data, 'contacts.vcf'), 'BEGIN:VCARD\nFN:Ben Ode\nTEL;TYPE=cell:+1 (555) 0999\nEND:VCARD\n')
    const web = await stage.sessions.started(stage.ana)
    const told: unknown[] = []
    web.onEphemeral((ephemeral) => void (ephemeral.type === 'sms_changed' && told.push(ephemeral)))
    await run()
    stage.modem.switchOn()
    await eventually(async () => expect((await ask(`/v2/permanents/${phonebookKey(stage.device)}`)).phonebook).toHaveLength(1))
    stage.modem.receive('+15550999', 'in € 😀')
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { body: 'in € 😀' } }]))
    const [thread] = await threadsOf()
    expect(thread?.recipients[0]?.name).toBe('Ben Ode')
    await eventually(() =>
      expect(told).toContainEqual({
        type: 'sms_changed',
        source_device_iden: stage.device,
        notifications: [{ thread_id: thread?.id, title: 'Ben Ode', body: 'in € 😀', timestamp: expect.any(Number) }],
      }),
    )
    // The answer joins the same conversation, however the number is written.
    await becomes(await create({ addresses: ['555-0999'], message: 'out' }), 'sent')
    await eventually(async () => expect((await messagesOf(thread?.id ?? '')).map(({ body }) => body)).toEqual(['out', 'in € 😀']))
    expect(await threadsOf()).toHaveLength(1)
    expect(await ask(`/v2/permanents/${phonebookKey(stage.device)}`)).toEqual({
      phonebook: [{ name: 'Ben Ode', phone: '+1 (555) 0999', phone_type: 'mobile' }],
    })
  })

  test('TEXT-014 GAP-087 ten texts at once are sent in order, and an invalid number fails without blocking the others', async () => {
    const texts = []
    for (let index = 0; index < 10; index++) texts.push(await create({ message: `number ${index}` }))
    const bad = [
      await create({ addresses: ['fridge'] }),
      await create({ addresses: ['-c /etc/passwd'] }),
      await create({ message: 'x', addresses: ['../../1'] }),
    ]
    await run()
    for (const text of bad) await becomes(text, 'failed')
    expect(stage.logLines.join('\n')).toContain('"fridge" is not a phone number.')
    expect(stage.modem.texts('outbox').map(({ words }) => words)).toEqual(texts.map((_, index) => `number ${index}`))
    expect(await Promise.all(texts.map(statusOf))).toEqual(texts.map(() => 'queued'))
    stage.modem.switchOn()
    for (const text of texts.slice(0, 2)) await becomes(text, 'sent')
  })

  test('TEXT-014 texts stay queued while the phone is off, through a restart and after the server has deleted them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const text = await create({ message: 'for tomorrow' })
    const session = await run()
    await eventually(() => expect(stage.modem.texts('outbox')).toHaveLength(1))
    vi.setSystemTime(Date.now() + textMilliseconds + 60_000)
    await stage.server.app.jobs.processAll()
    expect(await statusOf(text)).toBeUndefined()
    await session.mirror.catchUp()
    expect(session.mirror.of('texts').get().entries.size).toBe(0)
    await stop()
    expect(stage.modem.texts('outbox')).toHaveLength(1)
    await run()
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { status: 'queued' } }]))
    stage.modem.switchOn()
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { status: 'sent' } }]))
    expect(stage.modem.texts('sent')).toHaveLength(1)
  })

  test('TEXT-014 a text that smsd moves to its folder for errors has failed', async () => {
    const sent = await create({ message: 'fine' })
    const lost = await create({ message: 'lost', addresses: ['5550200'] })
    await run()
    await eventually(() => expect(stage.modem.texts('outbox')).toHaveLength(2))
    stage.modem.spoil(stage.modem.texts('outbox')[1]?.path ?? '')
    stage.modem.switchOn()
    await becomes(lost, 'failed')
    await becomes(sent, 'sent')
    expect(stage.modem.texts('error')).toHaveLength(1)
    await eventually(async () =>
      expect(await threadsOf()).toMatchObject([{ latest: { body: 'lost', status: 'failed' } }, { latest: { body: 'fine' } }]),
    )
    await ask('/v3/delete-text', { iden: lost.iden })
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { body: 'fine', status: 'sent' } }]))
  })

  test('TEXT-026 (deviates) TEXT-025 (deviates) without MMS a picture fails, and is not sent as a text without it', async () => {
    await run()
    await becomes(await create({ file_type: 'image/png' }, { file_url: 'https://example.org/a.png' }), 'failed')
    expect(stage.logLines).toContain('A text could not be sent: This phone cannot send pictures.')
    expect(await threadsOf()).toEqual([])
  })

  test('GAP-068 a reply from a notification is sent once, and a refresh publishes everything again', async () => {
    const web = await stage.sessions.started(stage.ana)
    const told: unknown[] = []
    await run()
    stage.modem.switchOn()
    const reply = {
      type: 'messaging_extension_reply',
      package_name: 'sms',
      target_device_iden: stage.device,
      conversation_iden: '+15550100',
    }
    await web.sendEphemeral({ ...reply, source_user_iden: stage.ana.account.iden, message: 'from the notification', guid: 'r1' })
    await web.sendEphemeral({ ...reply, source_user_iden: stage.ana.account.iden, message: 'from the notification', guid: 'r1' })
    await web.sendEphemeral({ ...reply, target_device_iden: 'another', message: 'not mine' })
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { status: 'sent', guid: 'r1' } }]))
    expect(stage.modem.texts('sent').map(({ words }) => words)).toEqual(['from the notification'])

    await ask('/v3/set-permanent', { key: threadsKey(stage.device), data: {} })
    web.onEphemeral((ephemeral) => void (ephemeral.type === 'sms_changed' && told.push(ephemeral)))
    await web.sendEphemeral({ type: 'refresh_sms', source_user_iden: stage.ana.account.iden, target_device_iden: stage.device })
    await eventually(() =>
      expect(told).toContainEqual({ type: 'sms_changed', source_device_iden: stage.device, notifications: [] }),
    )
    expect(await threadsOf()).toHaveLength(1)
  })

  test('only changes are published', async () => {
    stage.modem.switchOn()
    const first = await run()
    await becomes(await create({ message: 'one' }), 'sent')
    await eventually(async () => expect(await threadsOf()).toMatchObject([{ latest: { status: 'sent' } }]))
    const call = vi.spyOn(first, 'call')
    await becomes(await create({ message: 'two', addresses: ['5550177'] }), 'sent')
    await eventually(async () => expect((await threadsOf())[0]?.latest).toMatchObject({ body: 'two', status: 'sent' }))
    const keys = call.mock.calls.flatMap(([{ name }, input]) => (name === 'setPermanent' ? (input as { key: string }).key : []))
    expect(new Set(keys)).toEqual(new Set([threadsKey(stage.device), threadKey(stage.device, '2')]))
  })
})
