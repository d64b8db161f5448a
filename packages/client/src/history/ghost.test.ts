import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { type Ghost, ghostOf, ghostText, isMadeOf, readGhost } from './ghost.ts'

const fields = { guid: 'g', type: 'note', body: 'hi' } as const
const all: Ghost = {
  ...ghostOf(fields, 7, 'news'),
  ...{ error: 'No.', waits: 'ratelimited', tried: 5, size: 9, upload: { window: 'w', id: 'up' } },
}

test('a saved ghost is restored without the fields of one window, and only by its own account', () => {
  const least = ghostOf({ ...fields, email: 'Bob@example.org' }, 7)
  for (const ghost of [least, all, { ...least, waits: 'unavailable' as const, upload: { window: 'w' } }])
    expect(readGhost(ghostText({ ...ghost, lost: true, progress: 0.5, preview: 'drawn' }, 'ann'), 'ann')).toStrictEqual(ghost)
  expect(least).toMatchObject({ conversation: 'email:bob@example.org', push: { iden: '', created: 7, direction: 'outgoing' } })
  expect(all).toMatchObject({ channel: 'news', conversation: 'channel:news', push: { direction: 'self' } })
  expect(readGhost(ghostText(all, 'ann'), 'bob')).toBeUndefined()
  // The account is not known yet, or was not saved by an earlier version.
  expect(readGhost(ghostText(all, 'ann'))).toStrictEqual(all)
  expect(readGhost(ghostText(all), 'bob')).toStrictEqual(all)
})

test('malformed saved ghosts are not restored, and malformed fields of a saved ghost are dropped', () => {
  const saved = (odd: object) => JSON.stringify({ guid: 'g', created: 7, fields, ...odd })
  for (const text of [undefined, '', '5', 'null', '{}', saved({ guid: 5 }), saved({ created: '7' }), saved({ fields: [] })])
    expect(readGhost(text), text).toBeUndefined()
  for (const upload of ['w', { id: 'up' }, null])
    expect(readGhost(saved({ error: 5, waits: 'network', channel: 5, tried: '5', size: '9', upload }))).toStrictEqual(
      ghostOf(fields, 7),
    )
})

test('a push to a channel matches a ghost that was sent without its guid if its content is the same', () => {
  const push: Push = { iden: 'p', active: true, created: 6, modified: 6, direction: 'self', channel_iden: 'news', body: 'hi' }
  expect(isMadeOf(push, all)).toBe(true)
  for (const other of [
    { channel_iden: 'weather' },
    { direction: 'outgoing' },
    { guid: 'g' },
    { created: 5 },
    { body: 'ho' },
    { title: 'Look' },
    { url: 'https://example.org/' },
    { file_url: 'https://example.org/a' },
  ] satisfies Partial<Push>[])
    expect(isMadeOf({ ...push, ...other }, all), JSON.stringify(other)).toBe(false)
  const { tried: _tried, ...untried } = all
  expect(isMadeOf(push, untried)).toBe(false)
  const { channel: _channel, ...elsewhere } = all
  expect(isMadeOf({ ...push, channel_iden: undefined }, elsewhere)).toBe(false)
})
