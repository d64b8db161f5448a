import { fileWords, type NotifiedPush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { type NoticeParts, type NoticeSource, noticeOf as noticeWith, placeOfPush } from './push-notice.ts'

const push = (fields: Partial<NotifiedPush>): NotifiedPush => ({
  iden: 'p',
  active: true,
  created: 1,
  modified: 1,
  type: 'note',
  direction: 'incoming',
  source_iden: 's',
  ...fields,
})
const parts: NoticeParts = {
  actions: { open: 'Open', copy: 'Copy', reply: 'Reply', dismiss: 'Dismiss' },
  deleted: 'This message was deleted.',
  fileWords,
  reminder: (words) => `Reminder: ${words}`,
  boundedImage: () => undefined,
  ownImage: () => undefined,
}
const noticeOf = (made: NotifiedPush, source: NoticeSource) => noticeWith(made, source, parts)
const notice = (fields: Partial<NotifiedPush>, emoji?: string) =>
  noticeOf(push(fields), { name: 'NAS', icon: '/icon.png', emoji })

test('messages of a source are shown in its place, under one tag', () => {
  expect(placeOfPush(push({}))).toEqual({ section: 'sources', item: 's' })
  expect(notice({ body: 'x' })).toMatchObject({ tag: 'sources s', title: 'NAS', data: { place: '#sources/s', together: 'NAS' } })
})

test.each([
  [1, true, undefined],
  [2, true, undefined],
  [3, undefined, undefined],
  [4, undefined, undefined],
  [5, undefined, true],
])('priority %i is silent: %s, and stays until it is pressed: %s', (priority, silent, stays) => {
  const made = notice({ body: 'x', priority })
  expect([made.silent, made.data.stays]).toEqual([silent, stays])
})

test('emoji stand before the title, or before the text where there is none', () => {
  expect(notice({ title: 'Down', body: 'x' }, '🚨')).toMatchObject({ title: '🚨 Down', body: 'x' })
  expect(notice({ body: 'x' }, '🚨')).toMatchObject({ title: 'NAS', body: '🚨 x' })
  expect(notice({ title: 'Down', body: 'x' })).toMatchObject({ title: 'Down', body: 'x' })
})

test('the first two actions that a browser can do come first, and those of Android are left out', () => {
  const { actions, data } = notice({
    body: 'x',
    actions: [
      { action: 'broadcast', label: 'Torch', id: 'a' },
      { action: 'view', label: 'Page', url: 'https://a.example/', id: 'b', clear: true },
      { action: 'answer', label: 'Mine', id: 'c' },
      { action: 'copy', label: 'Code', value: '1', id: 'd' },
    ],
  })
  expect(actions?.map(({ action, title }) => [action, title])).toEqual([
    ['sender 0', 'Page'],
    ['sender 1', 'Mine'],
    ['copy', 'Copy'],
    ['dismiss', 'Dismiss'],
  ])
  expect(data.acts).toEqual([
    { label: 'Page', clear: true, opens: 'https://a.example/' },
    { label: 'Mine', presses: 'c' },
  ])
})

test('a press leads where its sender says, but not to what would run code, and not for messages of people', () => {
  expect(notice({ body: 'x', url: 'https://a.example/' }).data.leadsTo).toBe('https://a.example/')
  expect(notice({ body: 'x', url: 'javascript:alert(1)' }).data.leadsTo).toBeUndefined()
  const { source_iden: _, ...theirs } = push({ body: 'x', url: 'https://a.example/', sender_email_normalized: 'ana@example.org' })
  expect(noticeOf(theirs, { name: 'Ana', icon: '' }).data.leadsTo).toBeUndefined()
})

test('a picture on another host is not loaded before the message is seen', () => {
  expect(notice({ body: 'x', icon_url: 'https://a.example/i.png' }).icon).toBe('/icon.png')
})
