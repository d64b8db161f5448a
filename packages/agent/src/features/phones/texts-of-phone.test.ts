import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Session } from '@waypost/client'
import { smsFields } from '@waypost/client/sms/fields'
import { createText, getPermanent, type ThreadMessage, threadKey } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { next, pair, run, setUpPhonesStage, stage } from './test-phones-stage.ts'

setUpPhonesStage()

const ben = { address: '+15550100' }
const cleo = { address: '+15550200' }
const password = 'correct horse'
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(200_000)])

async function published(iden: string, session: Session = stage.other): Promise<readonly ThreadMessage[]> {
  const [message] = stage.phone.messages
  const { data } = await session.call(getPermanent, { key: threadKey(iden, String(message?.thread_id)) })
  return ((await session.encryption.openData(data))?.thread ?? []) as ThreadMessage[]
}

/** Requests the pictures of the conversation, like a client that shows it. */
async function show(iden: string): Promise<void> {
  const [message] = stage.phone.messages
  await stage.other.sendEphemeral({
    type: 'sms_page_request',
    source_user_iden: '',
    target_device_iden: iden,
    guid: crypto.randomUUID(),
    thread_id: String(message?.thread_id),
    pictures: true,
  })
}

async function send(iden: string, message: string, file?: { url: string; type: string }): Promise<void> {
  const text = { guid: crypto.randomUUID(), user: '', device: iden, addresses: [ben.address, cleo.address], message, created: 0 }
  const picture = file && { file: { ...file, name: 'a.png', size: 1, window: '' } }
  await stage.other.call(createText, await smsFields({ ...text, ...picture }, stage.other.encryption))
}

test.each([undefined, password])('pictures go both ways in a group (password: %s)', async (secret) => {
  const attachments = [{ part_id: 1, mime_type: 'image/jpeg', encoded_thumbnail: '/9j/4AAQ', unique_identifier: 'a' }]
  stage.phone.attachments.set('a', jpeg)
  const group = { addresses: [cleo, ben], event: 3 }
  stage.phone.messages = [stage.phone.message({ ...group, body: 'Look', attachments, date: Date.now() - 60_000 })]
  if (secret) await stage.other.encryption.setPassword(secret)
  await run(secret)
  const iden = await pair()
  await vi.waitFor(async () => expect(await published(iden)).toMatchObject([{ image_urls: ['data:image/jpeg;base64,/9j/4AAQ'] }]))
  await show(iden)
  const [url] = await vi.waitFor(async () => {
    const [message] = await published(iden)
    expect(message).toMatchObject({ body: 'Look', type: 'mms', recipient_index: 0, image_urls: [expect.stringMatching(/^http/)] })
    return message?.image_urls as [string]
  })
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(jpeg)).toBe(true)
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), randomBytes(1_000)])
  const files = createServer((_, response) => response.end(png)).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(files.listening).toBe(true))
  const { port } = files.address() as { port: number }
  await send(iden, 'Nice', { url: `http://127.0.0.1:${port}/a.png`, type: 'image/png' })
  const { body } = await stage.phone.next('sms.request')
  expect(body).toMatchObject({
    messageBody: 'Nice',
    attachments: [{ mimeType: 'image/png', base64EncodedFile: png.toString('base64') }],
  })
  expect(new Set((body.addresses as { address: string }[]).map(({ address }) => address))).toEqual(
    new Set([ben.address, cleo.address]),
  )
  files.close()
})

test('with a password, notifications, texts and what they answer are readable with it only', async () => {
  const without = await stage.sessions.started(stage.ana)
  const seen: unknown[] = []
  without.onEphemeral((ephemeral) => void seen.push(ephemeral))
  await stage.other.encryption.setPassword(password)
  stage.phone.messages = [stage.phone.message({ addresses: [ben, cleo], body: 'Psst', event: 3, date: Date.now() - 60_000 })]
  await run(password)
  const iden = await pair()
  await stage.phone.next('notification.request')
  await stage.phone.notify('0|org.example.chat|1|null|10001', { title: 'Ana', text: 'Secret words', requestReplyId: 'r1' })
  const mirror = await next('mirror')
  expect(mirror).toMatchObject({ title: 'Ana', body: 'Secret words' })
  await stage.other.sendEphemeral({
    type: 'messaging_extension_reply',
    target_device_iden: iden,
    conversation_iden: mirror.conversation_iden,
    message: 'Secret answer',
  })
  expect((await stage.phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'Secret answer' })
  await vi.waitFor(async () => expect(await published(iden)).toMatchObject([{ body: 'Psst' }]))
  await expect(published(iden, without)).resolves.toEqual([])
  await send(iden, 'Secret text')
  expect((await stage.phone.next('sms.request')).body.messageBody).toBe('Secret text')
  stage.phone.receive(stage.phone.message({ addresses: [ben, cleo], body: 'Secret news', event: 3 }))
  await vi.waitFor(() => expect(JSON.stringify(stage.ephemerals)).toContain('Secret news'))
  const { texts } = (await stage.server.request('/v2/texts', { token: stage.ana.token })).body
  expect(texts).toMatchObject([{ data: { encrypted: true } }])
  expect(JSON.stringify([texts, seen])).not.toMatch(/Secret|Psst/)
})
