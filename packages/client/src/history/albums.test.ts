import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openAlbums } from './albums.ts'
import type { HistoryItem } from './history-item.ts'
import { fromBob, toBob } from './test-history.ts'

const picture = (fields: Partial<Push>) => ({ type: 'file', file_type: 'image/jpeg', body: undefined, ...fields }) as const
const out = (created: number, fields: Partial<Push> = {}) => itemOf(toBob(picture({ created, ...fields })))
const into = (created: number, fields: Partial<Push> = {}) => itemOf(fromBob(picture({ created, ...fields })))
const note = (created: number) => itemOf(fromBob({ created }))
const itemOf = (push: Push, more: Partial<HistoryItem> = {}): HistoryItem => ({
  key: (push.direction !== 'incoming' && push.guid) || push.iden,
  push,
  side: push.direction === 'incoming' ? 'in' : 'out',
  state: 'settled',
  timeBar: false,
  ...more,
})

/** The stamps of what each item shows. */
const shapeOf = (items: readonly HistoryItem[]) =>
  openAlbums()(items).map(({ album, push }) => album?.map((each) => each.push.created) ?? push.created)

test('pictures with one `album` are one item where the first is, whatever is between them', () => {
  expect(shapeOf([out(1, { album: 'a' }), note(2), out(3, { album: 'a' }), out(900, { album: 'a' })])).toEqual([[1, 3, 900], 2])
  // The other side cannot add to it, and neither can a much later picture.
  expect(shapeOf([out(1, { album: 'a' }), into(2, { album: 'a' }), out(1_000, { album: 'a' })])).toEqual([1, 2, 1_000])
  expect(shapeOf([out(1, { album: 'a' }), out(2, { album: 'b' }), out(3, { album: 'a' })])).toEqual([[1, 3], 2])
})

test('without the field, pictures of one sender are one item if each follows within ten seconds', () => {
  expect(shapeOf([into(1), into(11), into(21), into(32)])).toEqual([[1, 11, 21], 32])
  expect(shapeOf([into(1), out(2), into(3)])).toEqual([1, 2, 3])
  expect(shapeOf([into(1), note(2), into(3)])).toEqual([1, 2, 3])
  expect(shapeOf([out(1), { ...out(2), state: 'sending' }])).toEqual([1, 2])
  expect(shapeOf([into(1), into(2, { file_type: 'application/pdf' }), into(3, { reply_to: 'x' })])).toEqual([1, 2, 3])
})

test('without the field, words stand with the first or the last picture only', () => {
  const words = { body: 'words' }
  expect(shapeOf([into(1, words), into(2), into(3, words), into(4)])).toEqual([[1, 2, 3], 4])
  expect(shapeOf([into(1, words), into(2, words)])).toEqual([[1, 2]])
})

test('an album stands for the push after which it is named, so that replies and reactions go to that', () => {
  const [late, first] = [out(1, { album: 'a', guid: 'b' }), out(2, { album: 'a', guid: 'a' })]
  expect(openAlbums()([late, first])[0]?.push).toBe(first.push)
  expect(openAlbums()([out(1, { album: 'gone' }), out(2, { album: 'gone' })])[0]?.push.created).toBe(1)
})

test('the item of an album is the same one until something of it changes, and keeps its key while it grows at both ends', () => {
  const join = openAlbums()
  const [one, two, three] = [into(1, { album: 'a' }), into(2, { album: 'a' }), into(3, { album: 'a' })]
  const [alone] = join([two])
  const [both] = join([two, three])
  const [all] = join([one, two, three])
  expect(new Set([alone?.key, both?.key, all?.key]).size).toBe(1)
  expect(join([one, two, three, note(4)])[0]).toBe(all)
  expect(join([one, { ...two, state: 'failed' }, three])[0]).not.toBe(all)
})

test('the guids of incoming pushes, which others choose, give no two items one key', () => {
  const items = openAlbums()([
    out(1, { album: 'a', guid: 'a' }),
    out(2, { album: 'a' }),
    into(3, { album: 'a' }),
    into(4, { album: 'a' }),
    out(2_000, { album: 'a' }),
    out(2_001, { album: 'a' }),
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(3)
})

test('an album is being sent until its last picture is, and has failed if one of them has', () => {
  const sending = { ...out(1, { album: 'a' }), state: 'sending', uploading: true, progress: 0.5, file_size: 300 } as const
  const sent = { ...out(2, { album: 'a' }), file_size: 100 }
  const failed = { ...out(3, { album: 'a' }), state: 'failed', error: 'File is too big.', upgrade: true } as const
  const stateOf = (...members: HistoryItem[]) => openAlbums()(members)[0]
  expect(stateOf(sending, sent, failed)).toMatchObject({ state: 'sending', uploading: true, progress: 250 / 400 })
  expect(stateOf(sending, sent, failed)).not.toHaveProperty('error')
  expect(stateOf(sent, failed)).toMatchObject({ state: 'failed', error: 'File is too big.', upgrade: true })
  expect(stateOf(sent, sent)).toMatchObject({ state: 'settled' })
})

test('a picture belongs to its album before the server has it and afterwards', () => {
  const sent = out(1, { album: 'a', sender_email_normalized: 'ann@example.org', sender_iden: 'ann' })
  expect(shapeOf([sent, { ...out(2, { album: 'a' }), state: 'sending' }])).toEqual([[1, 2]])
})

test('pictures that are shown as something else are joined only with each other', () => {
  const items = [1, 2, 3, 4].map((created) => out(created, { album: 'a' }))
  const shape = openAlbums()(items, ({ push }) => push.created < 3).map(({ album }) => album?.map(({ push }) => push.created))
  expect(shape).toEqual([
    [1, 2],
    [3, 4],
  ])
})
