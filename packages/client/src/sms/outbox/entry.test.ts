import { expect, test } from 'vitest'
import { withChanges } from '../../queue/entries.ts'
import { type Entry, entryText, laneOf, readEntry } from './entry.ts'

const least: Entry = { guid: 'g', user: 'u', device: 'd', addresses: ['2', '1'], message: 'hi', created: 7 }
const file = { name: 'beach.png', type: 'image/png', window: 'w' }
const all: Entry = {
  ...least,
  file: { ...file, url: 'https://example.org/beach.png', upload: 'up' },
  ...{ iden: 'i', replaces: 'r', error: 'No.', upgrade: true },
}

test('a saved entry is restored without the fields of one window', () => {
  for (const entry of [least, all, { ...least, file }])
    expect(readEntry(entryText({ ...entry, lost: true, progress: 0.5, preview: 'drawn' }))).toStrictEqual(entry)
  expect(withChanges(all, { error: undefined, message: 'ho' })).toStrictEqual({
    ...{ ...least, file: all.file, iden: 'i', replaces: 'r', upgrade: true },
    message: 'ho',
  })
})

test('malformed saved entries are not restored, and malformed fields are dropped', () => {
  expect([undefined, '', '{', '5', 'null', '[]'].map(readEntry)).toEqual(Array(6).fill(undefined))
  for (const odd of [
    { guid: 5 },
    { user: null },
    { message: undefined },
    { created: '7' },
    { addresses: '1' },
    { addresses: [1] },
  ])
    expect(readEntry(JSON.stringify({ ...least, ...odd })), JSON.stringify(odd)).toBeUndefined()
  const damaged = { ...least, file: { ...file, type: 5 }, iden: 5, replaces: {}, error: null, upgrade: 'yes' }
  expect(readEntry(JSON.stringify(damaged))).toStrictEqual(least)
  const half = { ...least, file: { ...file, url: 5, upload: null } }
  expect(readEntry(JSON.stringify(half))).toStrictEqual({ ...least, file })
})

test('entries with the same recipients in any order share a lane, but not on different phones', () => {
  expect(laneOf({ ...least, addresses: ['1', '2'] })).toBe(laneOf(least))
  expect(laneOf({ ...least, device: 'other' })).not.toBe(laneOf(least))
})
