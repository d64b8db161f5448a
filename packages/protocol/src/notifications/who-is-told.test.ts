import { expect, test } from 'vitest'
import type { Push } from '../push.ts'
import { isTold, type Listener, notifiesAnybody } from './who-is-told.ts'

const listeners = {
  window: { kind: 'window', appGuid: 'web-1' },
  device: { kind: 'device', device: 'd' },
  downloads: { kind: 'downloads', device: 'd' },
} satisfies Record<string, Listener>

const file = { type: 'file', file_url: 'https://files.example/f' } as const

const cases: [what: string, push: Partial<Push>, told: (keyof typeof listeners)[]][] = [
  ['of another person', { direction: 'incoming' }, ['window', 'device']],
  ['a file of another person', { direction: 'incoming', ...file }, ['window', 'device']],
  ['of a followed channel', { direction: 'incoming', channel_iden: 'c' }, ['window', 'device']],
  ['of an app', { direction: 'incoming', client_iden: 'o' }, ['window', 'device']],
  ['to another person', { direction: 'outgoing' }, []],
  ['a file to another person', { direction: 'outgoing', ...file }, []],
  ['of another person, deleted', { direction: 'incoming', active: false }, []],
  ['of another person, deleted by them', { direction: 'incoming', deleted_by_sender: true }, []],
  ['of another person, dismissed', { direction: 'incoming', dismissed: true }, []],
  ['dismissed as another browser was awake', { direction: 'incoming', dismissed: true, awake_app_guids: ['web-2'] }, []],
  ['dismissed as this browser was awake', { direction: 'incoming', dismissed: true, awake_app_guids: ['web-1'] }, ['window']],
  [
    'deleted by its sender, dismissed as this browser was awake',
    { direction: 'incoming', dismissed: true, awake_app_guids: ['web-1'], deleted_by_sender: true },
    [],
  ],
  ['to all own devices', { direction: 'self' }, ['device']],
  ['a file to all own devices', { direction: 'self', ...file }, ['device', 'downloads']],
  ['a file without an address', { direction: 'self', type: 'file' }, ['device']],
  ['of another device to this one', { direction: 'self', source_device_iden: 'e', target_device_iden: 'd' }, ['device']],
  [
    'a file of another device to this one',
    { direction: 'self', source_device_iden: 'e', target_device_iden: 'd', ...file },
    ['device', 'downloads'],
  ],
  ['a file to another device', { direction: 'self', target_device_iden: 'e', ...file }, []],
  ['a file of this device', { direction: 'self', source_device_iden: 'd', ...file }, []],
  ['a file of this device to itself', { direction: 'self', source_device_iden: 'd', target_device_iden: 'd', ...file }, []],
  ['a file to all own devices, dismissed', { direction: 'self', dismissed: true, ...file }, ['downloads']],
  ['a file to all own devices, deleted', { direction: 'self', active: false, ...file }, []],
  ['a file posted to an own channel', { direction: 'self', channel_iden: 'c', ...file }, []],
  ['a file posted to the users of an own app', { direction: 'self', client_iden: 'o', ...file }, []],
  ['to another person, come back', { direction: 'outgoing', reminded: 2 }, ['window', 'device']],
  ['of this device, come back', { direction: 'self', source_device_iden: 'd', reminded: 2 }, ['window', 'device']],
  ['to another person, come back and dismissed', { direction: 'outgoing', reminded: 2, dismissed: true }, []],
  ['of another person, come back and deleted by them', { direction: 'incoming', reminded: 2, deleted_by_sender: true }, []],
]

test.each(cases)('SYNC-034 SYNC-035 a push %s tells whom it concerns', (_what, fields, told) => {
  const push: Push = { iden: 'p', active: true, created: 1, modified: 1, ...fields }
  const names = Object.keys(listeners) as (keyof typeof listeners)[]
  expect(names.filter((name) => isTold(push, listeners[name]))).toEqual(told)
  if (told.includes('device')) expect(notifiesAnybody(push)).toBe(true)
})

test('a push from one device to another notifies until it is dismissed', () => {
  const push: Push = { iden: 'p', active: true, created: 1, modified: 1, direction: 'self', source_device_iden: 'e' }
  expect(notifiesAnybody(push)).toBe(true)
  expect(notifiesAnybody({ ...push, dismissed: true })).toBe(false)
})

test('a window that has no guid is told of nothing that was dismissed', () => {
  const push: Push = {
    iden: 'p',
    active: true,
    created: 1,
    modified: 1,
    direction: 'incoming',
    dismissed: true,
    awake_app_guids: [''],
  }
  expect(isTold(push, { kind: 'window', appGuid: undefined })).toBe(false)
})
