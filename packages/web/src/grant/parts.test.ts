import { expect, test } from 'vitest'
import { kept, partsOf, readKept } from './parts.ts'

const now = 1_800_000_000_000
const all = { client_id: 'lamp', redirect_uri: 'https://lamp.example.org/back', response_type: 'code', scope: 'push', state: 'x' }

test('OAUTH-006 the parts of an address are its five names and no others; without a client there are none', () => {
  expect(partsOf({ ...all, evil: '1' })).toEqual(all)
  expect(partsOf({ client_id: 'lamp', state: '' })).toEqual({ client_id: 'lamp' })
  expect([partsOf({}), partsOf({ client_id: '' }), partsOf({ redirect_uri: 'https://x.org/' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('OAUTH-007 GAP-084 what is kept is read back for an hour, and nothing else is', () => {
  for (const later of [0, 60_000, 60 * 60_000]) expect(readKept(kept(all, now), now + later)).toEqual(all)
  for (const text of [undefined, '', 'null', '7', '[]', '{', '{"client_id":"lamp"}', '{"client_id":7,"kept":1800000000000}'])
    expect([text, readKept(text, now)]).toEqual([text, undefined])
  expect(readKept(kept(all, now), now + 61 * 60_000)).toBeUndefined()
  expect(readKept(kept(all, now), now - 1)).toBeUndefined()
})
