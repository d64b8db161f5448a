import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { type Ghost, ghostOf, ghostText, isMadeOf, readGhost } from './ghost.ts'

const fields = { guid: 'g', type: 'note', body: 'hi' } as const
const all: Ghost = {
  ...ghostOf(fields, 7, 'news'),
  ...{ error: 'No.', waits: 'ratelimited', tried: 5, size: 9, upload: { window: 'w', id: 'up' } },
}

test('what is saved of a push is read as it was, without what lives in one window, and by its own account', () => {
  const least = ghostOf({ ...fields, email: 'Bob@example.org' }, 7)
  for (const ghost of [least, all, { ...least, waits: 'unavailable' as const, upload: { window: 'w' } }])
    expect(readGhost(ghostText({ ...ghost, lost: true, progress: 0.5, preview: 'drawn' }, 'ann'), 'ann')).toStrictEqual(ghost)
  expect(least).toMatchObject({ conversation: 'email:bob@example.org', push: { iden: '', created: 7, direction: 'outgoing' } })
  expect(all).toMatchObject({ channel: 'news', conversation: 'channel:news', push: { direction: 'self' } })
  expect(readGhost(ghostText(all, 'ann'), 'bob')).toBeUndefined()
  // Not yet known who is signed in, or saved by a version that did not say.
  expect(readGhost(ghostText(all, 'ann'))).toStrictEqual(all)
  expect(readGhost(ghostText(all), 'bob')).toStrictEqual(all)
})

test('what is no saved push is not read, and of a damaged one no field that is not as it should be', () => {
  const saved = (odd: object) => JSON.stringify({ guid: 'g', created: 7, fields, ...odd })
  for (const text of [undefined, '', '5', 'null', '{}', saved({ guid: 5 }), saved({ created: '7' }), saved({ fields: [] })])
    expect(readGhost(text), text).toBeUndefined()
  for (const upload of ['w', { id: 'up' }, null])
    expect(readGhost(saved({ error: 5, waits: 'network', channel: 5, tried: '5', size: '9', upload }))).toStrictEqual(
      ghostOf(fields, 7),
    )
})

test('a push to a channel is what became of one that was sent without its guid, when all that it says is the same', () => {
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
