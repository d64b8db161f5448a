import { expect, test } from 'vitest'
import { parseRequest, requestOf, serializeRequest } from './authorize-request.ts'

const now = 1_800_000_000_000
const all = { client_id: 'lamp', redirect_uri: 'https://lamp.example.org/back', response_type: 'code', scope: 'push', state: 'x' }

test('OAUTH-006 the parts of an address are its five names and no others; without a client there are none', () => {
  expect(requestOf({ ...all, evil: '1' })).toEqual(all)
  expect(requestOf({ client_id: 'lamp', state: '' })).toEqual({ client_id: 'lamp' })
  expect([requestOf({}), requestOf({ client_id: '' }), requestOf({ redirect_uri: 'https://x.org/' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('OAUTH-007 GAP-084 a kept request is read back for an hour, and nothing else is', () => {
  for (const later of [0, 60_000, 60 * 60_000]) expect(parseRequest(serializeRequest(all, now), now + later)).toEqual(all)
  for (const text of [undefined, '', 'null', '7', '[]', '{', '{"client_id":"lamp"}', '{"client_id":7,"kept":1800000000000}'])
    expect([text, parseRequest(text, now)]).toEqual([text, undefined])
  expect(parseRequest(serializeRequest(all, now), now + 61 * 60_000)).toBeUndefined()
  expect(parseRequest(serializeRequest(all, now), now - 1)).toBeUndefined()
})
