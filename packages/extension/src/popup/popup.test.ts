import type { HistoryItem, LastMessage } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { channel, device, me, person } from '../targets/test-targets.ts'
import { placesOf } from './conversation/places.ts'
import { addressOf, copyOf, labelOf } from './conversation/words.ts'
import { lastLineOf } from './list/last-line.ts'
import { conversationsOf } from './list/order.ts'

const push = (fields: Partial<Push>): Push => ({ iden: 'p', active: true, created: 1, modified: 1, ...fields })
const last = (fields: Partial<Push>): LastMessage => ({ push: push(fields), state: 'settled' })
const item = (fields: Partial<Push>, more: Partial<HistoryItem> = {}): HistoryItem => ({
  key: 'p',
  push: push(fields),
  side: 'in',
  state: 'settled',
  timeBar: false,
  ...more,
})

test('oneself comes first, then what is pinned, then all others by their last message', () => {
  const [ana, ben, old, phone, news] = [
    person('Ana'),
    person('Ben'),
    person('Old', { archived: true }),
    device('phone'),
    channel('news'),
  ]
  const pinned = person('Pinned', { obj: { pinned: 1 } as never })
  const lasts = new Map(
    Object.entries({ phone: last({ created: 9 }), [ben.key]: last({ created: 5 }), [old.key]: last({ created: 99 }) }),
  )
  expect(
    conversationsOf({ me, people: [ana, ben, old, pinned], devices: [phone], following: [news], sources: [], last: lasts }).map(
      ({ name }) => name,
    ),
  ).toEqual(['Me', 'Pinned', 'phone', 'Ben', 'Ana', 'news'])
})

test('the line of a last message says who sent what', () => {
  const ana = person('Ana')
  const nameOf = (iden: string) => ({ d1: 'Phone' })[iden]
  const line = (fields: Partial<Push>, target = ana) => lastLineOf(last(fields), target, nameOf)
  expect(line({ direction: 'incoming', body: 'a\nb' })).toEqual({ words: 'a b' })
  expect(line({ direction: 'outgoing', type: 'link', url: 'https://a.example/' })).toEqual({
    sender: 'You:',
    icon: 'link',
    kind: 'Link',
    words: 'https://a.example/',
  })
  expect(line({ direction: 'incoming', type: 'file', file_type: 'image/png', file_name: 'a.png' })).toEqual({
    icon: 'image',
    kind: 'Picture',
    words: 'a.png',
  })
  expect(line({ direction: 'incoming', type: 'list', title: 'Buy', body: 'x\ny' }).words).toBe('Buy')
  expect(line({ direction: 'self', source_device_iden: 'd1', body: 'x' }, me)).toEqual({ sender: 'Phone:', words: 'x' })
  expect(line({ direction: 'self', source_device_iden: 'd1', body: 'x' }, device('d1'))).toEqual({ words: 'x' })
  expect(line({ direction: 'incoming', deleted_by_sender: true, body: 'deleted' }).words).toBe('This message was deleted.')
  expect(line({ direction: 'incoming', body: 'x'.repeat(100_000) }).words.length).toBeLessThan(200)
})

test('messages of one side within five minutes are a group, and each day begins one', () => {
  const day = new Date(2026, 10, 25, 23, 58).getTime() / 1_000
  const at = (created: number, more?: Partial<HistoryItem>) => item({ created }, more)
  const places = placesOf([at(day), at(day + 60), at(day + 150), at(day + 152, { side: 'out' }), at(day + 600, { side: 'out' })])
  expect(places.map(({ newDay, joined, close }) => [newDay, joined, close])).toEqual([
    [true, false, true],
    [false, true, false],
    [true, false, false],
    [false, false, false],
    [false, false, false],
  ])
})

test('a message is labelled, copied and opened as what it is', () => {
  expect(labelOf(item({ type: 'link', title: 'Soup', direction: 'incoming' }), 'Ana', '14:02')).toBe('Ana, link: Soup, 14:02')
  expect(labelOf(item({ body: 'x', direction: 'self' }), 'Me', '14:02')).toBe('You, message: x, 14:02')
  expect(copyOf(push({ type: 'link', title: 'Soup', url: 'https://a.example/' }))).toBe('https://a.example/')
  expect(copyOf(push({ type: 'list', title: 'Buy', items: [{ text: 'x', checked: true }] }))).toBe('Buy\nx')
  expect(copyOf(push({ title: 'A', body: 'b' }))).toBe('A\nb')
  expect(addressOf(push({ type: 'link', url: 'javascript:alert(1)' }))).toBeUndefined()
  expect(addressOf(push({ type: 'file', file_url: 'https://a.example/f' }))).toBe('https://a.example/f')
})
