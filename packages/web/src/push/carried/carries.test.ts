import type { Push } from '@waypost/protocol'
import { expect, it } from 'vitest'
import { carriesMore, clickOf, levelOf, placeOf } from './carries.ts'

const push = (fields: Partial<Push>): Push => ({ iden: 'p', active: true, created: 1, modified: 1, type: 'note', ...fields })

it('a message of plain text carries nothing more', () => {
  expect(carriesMore(push({ title: 'T', body: 'B' }))).toBe(false)
  expect(carriesMore(push({ priority: 3, labels: [], actions: [] }))).toBe(false)
  expect(carriesMore(push({ type: 'link', url: 'https://a.example/' }))).toBe(false)
  expect(carriesMore(push({ type: 'file', title: 'a.txt', file_name: 'a.txt' }))).toBe(false)
})

it.each<[string, Partial<Push>]>([
  ['a priority', { priority: 5 }],
  ['labels', { labels: ['tada'] }],
  ['actions', { actions: [{ action: 'answer', label: 'OK' }] }],
  ['an icon', { icon_url: 'https://a.example/i.png' }],
  ['Markdown', { markdown: true }],
  ['an end', { expires: 2 }],
  ['an address to press', { url: 'https://a.example/' }],
  ['a title above a file', { type: 'file', title: 'Backup', file_name: 'log.txt' }],
])('a message with %s carries more', (_what, fields) => {
  expect(carriesMore(push(fields))).toBe(true)
})

it('the usual priority has no mark', () => {
  expect([1, 2, 3, 4, 5, undefined].map((priority) => levelOf({ priority }))).toEqual([
    'min',
    'low',
    undefined,
    'high',
    'max',
    undefined,
  ])
})

it('an address that would run code is not pressed', () => {
  expect(clickOf(push({ url: 'javascript:alert(1)' }))).toBeUndefined()
  expect(clickOf(push({ url: 'geo:47,11' }))).toBe('geo:47,11')
})

it('actions are done here, at the server or not at all', () => {
  expect(placeOf({ action: 'view', label: 'V', url: 'https://a.example/' })).toBe('here')
  expect(placeOf({ action: 'copy', label: 'C', value: 'x' })).toBe('here')
  expect(placeOf({ action: 'http', label: 'H', url: 'https://a.example/' })).toBe('server')
  expect(placeOf({ action: 'answer', label: 'A' })).toBe('server')
  expect(placeOf({ action: 'broadcast', label: 'B' })).toBe('nowhere')
})
