import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { webUrl } from '../../browser/windows.ts'
import { mayOpen, opensByItself } from './auto-open-rule.ts'

const base = { iden: 'p', active: true, created: 1, modified: 1, type: 'link', url: 'https://a.example/' } as const
const mine: Push = { ...base, direction: 'self', source_device_iden: 'phone', target_device_iden: 'here' }
const anas: Push = { ...base, direction: 'incoming', sender_email_normalized: 'ana@example.org' }
const all = { openLinksHere: true, openLinksFrom: ['ana@example.org'] }

test.each<[string, Push, typeof all]>([
  ['a link that another device sent to this one', mine, all],
  ['the same from the web client, which is no device', { ...mine, source_device_iden: undefined }, all],
  ['a link over plain http', { ...mine, url: 'http://nas.local/' }, all],
  ['a link with words', { ...mine, type: 'link', title: 'Soup', body: 'x' }, all],
  ['a link of a chosen person', anas, all],
  ['a link of a chosen person, where links to this browser do not open', anas, { ...all, openLinksHere: false }],
])('opens: %s', (_what, push, settings) => expect(opensByItself(push, 'here', settings, webUrl)).toBe(push.url))

test.each<[string, Push, typeof all]>([
  ['a link to this browser that is not asked for', mine, { ...all, openLinksHere: false }],
  ['a link of a person who was not chosen', anas, { ...all, openLinksFrom: ['bo@example.org'] }],
  ['a link to all devices', { ...mine, target_device_iden: undefined }, all],
  ['a link to another device', { ...mine, target_device_iden: 'phone' }, all],
  ['what was sent from here to here', { ...mine, source_device_iden: 'here' }, all],
  ['what was sent to others', { ...mine, direction: 'outgoing' }, all],
  ['a post of a channel whose owner was chosen', { ...anas, channel_iden: 'c' }, all],
  ['a message of an app that names a chosen person', { ...anas, client_iden: 'c' }, all],
  ['a message of a source that names a chosen person', { ...anas, source_iden: 's' }, all],
  ['a link in the words of a note', { ...mine, type: 'note', url: undefined, body: 'see https://a.example/' }, all],
  ['a file', { ...mine, type: 'file', url: undefined, file_url: 'https://a.example/f.png' }, all],
  ['what was dismissed elsewhere', { ...mine, dismissed: true }, all],
  ['what was deleted', { ...mine, active: false }, all],
  ['what its sender deleted', { ...anas, deleted_by_sender: true }, all],
  ['what has come back as a reminder', { ...mine, reminded: 2 }, all],
  ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'chrome://settings', 'about:blank', 'x', ''].map(
    (url): [string, Push, typeof all] => [`the address ${url}`, { ...mine, url }, all],
  ),
])('does not open: %s', (_what, push, settings) => expect(opensByItself(push, 'here', settings, webUrl)).toBeUndefined())

test('up to a number open at once, and later ones again', () => {
  expect(mayOpen([], 3, 100_000)).toBe(3)
  expect(mayOpen([99_000, 99_000], 3, 100_000)).toBe(1)
  expect(mayOpen([99_000, 99_000, 99_000, 99_000], 3, 100_000)).toBe(0)
  expect(mayOpen([60_000, 60_000, 60_000], 3, 100_000)).toBe(3)
})
