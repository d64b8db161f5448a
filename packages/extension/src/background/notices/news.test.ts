import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { webUrl } from '../../browser/windows.ts'
import { type Here, shownOf, tellableOf, verdictOn } from './news.ts'

const theirs: Push = {
  iden: 'p',
  active: true,
  created: 10,
  modified: 10,
  type: 'note',
  direction: 'incoming',
  body: 'hello',
  sender_email_normalized: 'ana@example.org',
}
const mine: Push = { ...theirs, direction: 'self', sender_email_normalized: undefined, source_device_iden: 'phone' }
const link: Push = { ...mine, type: 'link', url: 'https://a.example/', target_device_iden: 'here' }
const always = { on: true, zone: 'UTC', spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }] }
const here: Here = {
  device: 'here',
  told: { has: () => false, wasOpening: () => false },
  isQuiet: false,
  quiet: { at: 0, hours: undefined },
  muted: false,
  readTo: 0,
  settings: { notifyOfMessages: true, openLinksHere: true, openLinksFrom: [] },
  webUrl,
}

test.each<[string, Push, Partial<Here>, ReturnType<typeof verdictOn>]>([
  ['of a person', theirs, {}, 'notify'],
  ['from another device to all', mine, {}, 'notify'],
  ['from another device to this one', { ...mine, target_device_iden: 'here' }, {}, 'notify'],
  ['from another device to a third one', { ...mine, target_device_iden: 'tablet' }, {}, 'none'],
  ['from here', { ...mine, source_device_iden: 'here' }, {}, 'none'],
  ['to others', { ...mine, direction: 'outgoing' }, {}, 'none'],
  ['told of before', theirs, { told: { has: () => true, wasOpening: () => false } }, 'none'],
  ['of a muted person', theirs, { muted: true }, 'silent'],
  ['of a muted person that has come back', { ...theirs, reminded: 20 }, { muted: true }, 'notify'],
  ['of a conversation that is gone', theirs, { muted: undefined }, 'none'],
  ['that was read elsewhere', theirs, { readTo: 10 }, 'silent'],
  ['that was dismissed elsewhere', { ...theirs, dismissed: true }, {}, 'none'],
  ['that was deleted', { ...theirs, active: false }, {}, 'none'],
  ['while it is quiet here', theirs, { isQuiet: true }, 'later'],
  ['in the quiet hours', theirs, { quiet: { at: 0, hours: always } }, 'later'],
  [
    'in the quiet hours that breaks through',
    { ...theirs, priority: 5 },
    { quiet: { at: 0, hours: { ...always, breaks_through: 4 } } },
    'notify',
  ],
  ['that breaks through quiet hours, while it is quiet here', { ...theirs, priority: 5 }, { isQuiet: true }, 'later'],
  [
    'of a source that ignores quiet hours',
    theirs,
    { quiet: { at: 0, hours: always, source: { ignores_quiet_hours: true } } },
    'notify',
  ],
  ['where nobody wants to be notified', theirs, { settings: { ...here.settings, notifyOfMessages: false } }, 'silent'],
  ['with a link that opens by itself', link, {}, { opens: 'https://a.example/' }],
  ['with a link, while it is quiet here', link, { isQuiet: true }, 'later'],
  ['with a link that may have opened before a crash', link, { told: { has: () => false, wasOpening: () => true } }, 'notify'],
  [
    'with a link that opens, where nobody wants to be notified',
    link,
    { settings: { ...here.settings, notifyOfMessages: false } },
    { opens: 'https://a.example/' },
  ],
])('a push %s', (_what, push, more, verdict) => expect(verdictOn(push, { ...here, ...more })).toEqual(verdict))

test('a push that comes back is told of once more', () => {
  expect(tellableOf(theirs)).toEqual({ name: 'p', stamp: 10 })
  expect(tellableOf({ ...theirs, reminded: 20 })).toEqual({ name: 'p 20', stamp: 20 })
  expect(tellableOf({ ...theirs, reminded: 20, dismissed: true })).toEqual({ name: 'p', stamp: 10 })
})

test('of many at once, the latest few are told of, and the others by a sum', () => {
  const news = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  expect(shownOf(news(5))).toEqual({ single: [1, 2, 3, 4, 5], sum: 0 })
  expect(shownOf(news(20))).toEqual({ single: [18, 19, 20], sum: 17 })
  expect(shownOf(news(3), 2)).toEqual({ single: [2, 3], sum: 1 })
  expect(shownOf(news(2), 0)).toEqual({ single: [], sum: 2 })
})
