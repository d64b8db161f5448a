import type { ThreadMessage } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { notOpened } from '../session/key/obstacle.ts'
import type { Entry } from './outbox/entry.ts'
import type { ServerText } from './server-texts.ts'
import { itemsOf, linesOf, newThreadAddresses, outgoingOf, outgoingTo, recipientsOf } from './view.ts'

const now = 1_700_000_100_000
const dana = { name: 'Dana', address: '+15550100199' }
const eli = { name: '', number: '+15550100142' }

const entry = (guid: string, fields: Partial<Entry> = {}): Entry => ({
  ...{ guid, user: 'ana', device: 'phone', addresses: [dana.address], message: guid, created: now - 10_000 },
  ...fields,
})
const text = (iden: string, fields: Partial<ServerText> = {}): ServerText => ({
  ...{
    iden,
    device: 'phone',
    created: now / 1_000 - 20,
    status: 'queued',
    content: { addresses: [dana.address], message: iden },
  },
  ...fields,
})
const message = (id: string, fields: Partial<ThreadMessage> = {}): ThreadMessage => ({
  ...{ id, timestamp: 1_700_000_000, direction: 'incoming', body: id },
  ...fields,
})

test('TEXT-013 an SMS from here has its state, and counts as stuck after 30 seconds', () => {
  const file = { name: 'beach.png', type: 'image/png', window: 'w' }
  const url = 'https://example.org/beach.png'
  const entries = [
    entry('late', { created: now - 30_000, error: 'No.', upgrade: true }),
    entry('young', { created: now - 29_999, file: { ...file, url } }),
    entry('picture', { file, progress: 0, preview: 'drawn', lost: true }),
    entry('done'),
  ]
  const outgoing = outgoingOf(entries, [text('1', { guid: 'done', status: 'sent' }), text('2', { guid: 'late' })], now)
  const common = { device: 'phone', addresses: [dana.address], stuck: false }
  expect(outgoing).toEqual([
    {
      ...{ ...common, key: 'late', iden: '2', body: 'late', created: now / 1_000 - 30, state: 'failed', stuck: true },
      ...{ error: 'No.', upgrade: true },
    },
    {
      ...{ ...common, key: 'young', body: 'young', created: (now - 29_999) / 1_000, state: 'pending' },
      picture: { name: 'beach.png', type: 'image/png', url },
    },
    {
      ...{ ...common, key: 'picture', body: 'picture', created: now / 1_000 - 10, state: 'failed' },
      ...{ picture: { name: 'beach.png', type: 'image/png' }, progress: 0, preview: 'drawn', lost: true },
    },
    { ...common, key: 'done', iden: '1', body: 'done', created: now / 1_000 - 10, state: 'sent' },
  ])
  const items = itemsOf([], outgoing, [dana])
  expect(items.map(({ key, state, stuck, pictures, picture }) => [key, state, stuck, pictures, picture])).toEqual([
    ['late', 'failed', false, [], undefined],
    ['young', 'pending', false, [url], 'beach.png'],
    ['picture', 'failed', false, [], 'beach.png'],
    ['done', 'settled', false, [], undefined],
  ])
  expect(items[2]).toMatchObject({ progress: 0, preview: 'drawn', lost: true })
  expect(items[0]).toMatchObject({ error: 'No.', upgrade: true, own: true })
  expect(items[1]).not.toHaveProperty('preview')
})

test('GAP-087 an SMS from elsewhere is shown once, unless one from here replaces it or it cannot be decrypted', () => {
  const content = { addresses: [dana.address], message: 'look', file_type: 'image/png' }
  const texts = [
    text('1', { guid: 'mine' }),
    text('2', { guid: 'theirs', created: now / 1_000 - 30, content, file_url: 'https://example.org/a' }),
    text('3', { status: 'failed', failure: 'cannot_open', created: now / 1_000 - 29 }),
    text('4'),
    { iden: '5', device: 'phone', created: now / 1_000, status: 'queued' as const },
    text('6', { status: 'sent' }),
  ]
  const outgoing = outgoingOf([entry('mine', { replaces: '4' })], texts, now)
  expect(outgoing.map(({ key, state, stuck }) => [key, state, stuck])).toEqual([
    ['theirs', 'pending', true],
    ['3', 'failed', false],
    ['6', 'sent', false],
    ['mine', 'pending', false],
  ])
  expect(outgoing[0]?.picture).toEqual({ url: 'https://example.org/a', name: 'image/png', type: 'image/png' })
  expect(outgoing[1]?.error).toBe(notOpened)
  expect(outgoing[2]).not.toHaveProperty('error')
})

test('TEXT-008 the sender of a message is shown in group conversations', () => {
  const senders = (recipients: object[], ...messages: Partial<ThreadMessage>[]) =>
    itemsOf(
      messages.map((fields, index) => message(`${index}`, { timestamp: 1_700_000_000 - index, ...fields })),
      [],
      recipients,
    ).map(({ sender }) => sender)
  const both = [{ recipient_index: 1 }, { recipient_index: 0 }, {}, { recipient_index: 0, direction: 'outgoing' as const }]
  expect(senders([dana, eli], ...both)).toEqual([undefined, undefined, 'Dana', '+15550100142'])
  expect(senders([dana], ...both)).toEqual([undefined, undefined, undefined, undefined])
})

test('TEXT-007 a conversation in the list shows the latest message or outgoing SMS', () => {
  const outgoing = outgoingOf([entry('new', { created: 1_700_000_050_000 })], [], now)
  const latest = (timestamp: number, fields: Partial<ThreadMessage> = {}) => message('m', { timestamp, ...fields })
  const shown = (one: ThreadMessage | undefined) =>
    linesOf([{ id: '7', recipients: [dana], ...(one && { latest: one }) }], outgoing, []).map((line) => line.latest)
  expect(shown(latest(1_700_000_051, { image_urls: ['a'] }))).toEqual([
    { body: 'm', created: 1_700_000_051, side: 'in', state: 'settled', picture: true },
  ])
  const own = { body: 'new', created: 1_700_000_050, side: 'out', state: 'pending', picture: false }
  for (const one of [latest(1_700_000_050), undefined]) expect(shown(one)).toEqual([own])
  // In the same second as an SMS that the phone has sent, the phone's latest message came later.
  const sent = outgoingOf([], [text('4', { status: 'sent', created: 1_700_000_050.4 })], now)
  const after = linesOf([{ id: '7', recipients: [dana], latest: latest(1_700_000_050) }], sent, [])
  expect(after.map(({ latest }) => latest?.body)).toEqual(['m'])
  // The phone has it already.
  expect(shown(latest(1_700_000_040, { guid: 'new', direction: 'outgoing', status: 'queued' }))).toEqual([
    { body: 'm', created: 1_700_000_040, side: 'out', state: 'pending', picture: false },
  ])
  const phonebook = [{ phone: '(555) 010-0199', name: 'Dana' }]
  expect(linesOf([{ id: '8', recipients: [eli] }], outgoing, phonebook)).toMatchObject([
    { id: `to:${dana.address}`, recipients: [dana], latest: own },
    { id: '8' },
  ])
  expect(outgoingTo(outgoing, 'other phone', [dana.address])).toEqual([])
  expect(recipientsOf([dana.address, '5'], phonebook)).toEqual([dana, { address: '5' }])
  expect([newThreadAddresses('to:1,,2'), newThreadAddresses('7')]).toEqual([['1', '2'], undefined])
})
