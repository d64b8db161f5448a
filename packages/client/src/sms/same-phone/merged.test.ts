import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { joinedMessages, joinedThreads, named } from './merged.ts'

const message = (fields: Partial<ThreadMessage>): ThreadMessage => ({
  id: '7',
  timestamp: 10_000,
  direction: 'incoming',
  body: 'hello',
  ...fields,
})
const sent = (fields: Partial<ThreadMessage>) => message({ direction: 'outgoing', status: 'sent', ...fields })

const cases: [what: string, own: ThreadMessage, other: ThreadMessage, isOne: boolean][] = [
  ['a text that both received', message({}), message({ id: '1', timestamp: 10_060 }), true],
  ['one with the same words, long before', message({}), message({ id: '1', timestamp: 10_200 }), false],
  ['one with other words', message({}), message({ id: '1', body: 'hi' }), false],
  ['one that was sent', message({}), sent({ id: '1', guid: 'g' }), false],
  ['a text that the server passed on, sent at once', sent({ timestamp: 10_003 }), sent({ id: '1', guid: 'g' }), true],
  ['one that waited in the server for most of an hour', sent({ timestamp: 13_500 }), sent({ id: '1', guid: 'g' }), true],
  ['one with the same words, two hours later', sent({ timestamp: 17_200 }), sent({ id: '1', guid: 'g' }), false],
  ['one that the phone sent for another device', sent({ guid: 'other' }), sent({ id: '1', guid: 'g' }), false],
  ['one that failed there and was sent again', sent({}), sent({ id: '1', guid: 'g', status: 'failed' }), false],
]

test.each(cases)('%s', (_what, own, other, isOne) => {
  expect(joinedMessages([own], [other], true)).toHaveLength(isOne ? 1 : 2)
})

test('what went through the server stands among the messages of the phone, by time, and ids do not collide', () => {
  const own = [message({ id: '2', body: 'c', timestamp: 30_000 }), message({ id: '1', body: 'a', timestamp: 10_000 })]
  const joined = joinedMessages(own, [sent({ id: '1', body: 'b', timestamp: 20_000 })], true)
  expect(joined.map(({ body }) => body)).toEqual(['c', 'b', 'a'])
  expect(new Set(joined.map(({ id }) => id)).size).toBe(3)
})

test('a message of the phone takes the guid of the text that it was sent as', () => {
  expect(joinedMessages([sent({})], [sent({ id: '1', guid: 'g' })], true)).toMatchObject([{ id: '7', guid: 'g' }])
})

test('two equal texts stay two', () => {
  const own = [sent({ id: '9', timestamp: 10_040 }), sent({ id: '8', timestamp: 10_010 })]
  const others = [sent({ id: '2', guid: 'second', timestamp: 10_038 }), sent({ id: '1', guid: 'first', timestamp: 10_008 })]
  expect(joinedMessages(own, others, true).map(({ id, guid }) => [id, guid])).toEqual([
    ['9', 'second'],
    ['8', 'first'],
  ])
})

test('what is older than the messages that were read waits until those before are', () => {
  const own = [message({ timestamp: 30_000 })]
  const other = message({ id: '1', body: 'before', timestamp: 10_000 })
  expect(joinedMessages(own, [other], false)).toHaveLength(1)
  expect(joinedMessages(own, [other], true)).toHaveLength(2)
})

const thread = (fields: Partial<PhoneThread>): PhoneThread => ({
  id: '7',
  recipients: [{ name: 'Ana', address: '+15550100', number: '+15550100' }],
  ...fields,
})
const number = [{ name: '5550100', address: '5550100', number: '5550100' }]

test('a conversation that both have is one, with the latest message of both', () => {
  const latest = message({ id: '3', body: 'news', timestamp: 20_000 })
  const joined = joinedThreads([thread({ latest: message({}) })], [thread({ id: 'abcd', recipients: number, latest })], [])
  expect(joined).toMatchObject([{ id: '7', recipients: [{ name: 'Ana' }], latest: { body: 'news' } }])
})

test('one that only went through the server has the name of the phone book', () => {
  const [joined] = joinedThreads([], [thread({ id: 'abcd', recipients: number })], [{ name: 'Ana', phone: '+15550100' }])
  expect(joined).toMatchObject({ id: 'to:5550100', recipients: [{ name: 'Ana', address: '5550100' }] })
})

test('numbers get the names of a phone book, and names stay', () => {
  const book = [{ name: 'Ana Book', phone: '+15550100' }]
  const all = named([thread({ recipients: number }), thread({})], book)
  expect(all.map(({ recipients }) => recipients[0]?.name)).toEqual(['Ana Book', 'Ana'])
})
