import { expect, test } from 'vitest'
import { goalOf, mayFollow, withQuery } from './answers.ts'
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

test('GAP-083 a browser is sent to https, to this computer and to apps, and never to what runs or shows something', () => {
  const good = ['https://lamp.example.org/back?a=1', 'http://localhost:80/x', 'http://127.0.0.1:9/', 'http://[::1]/', 'lamp://x']
  for (const address of good) expect([address, mayFollow(address)]).toEqual([address, true])
  const bad = ['', 'back', '//x.org', 'javascript:alert(1)', 'JAVASCRIPT:1', 'java\tscript:1', 'data:text/html,x', 'blob:x']
  const worse = [
    'vbscript:x',
    'file:///x',
    'http://x.org/',
    'https://me@x.org/',
    'https://x.org\\@y.org/',
    ' javascript:1',
    'about:x',
  ]
  for (const address of [...bad, ...worse]) expect([address, mayFollow(address)]).toEqual([address, false])
})

test('the place of an answer is named by its host, as browsers write it, or by its scheme', () => {
  expect(goalOf('https://lamp.example.org:8443/back')).toEqual({ kind: 'site', host: 'lamp.example.org:8443' })
  expect(goalOf('https://lämp.example.org/')).toEqual({ kind: 'site', host: 'xn--lmp-qla.example.org' })
  expect(goalOf('http://localhost:8080/back')).toEqual({ kind: 'here', host: 'localhost:8080' })
  expect(goalOf('lamp-app://back')).toEqual({ kind: 'app', scheme: 'lamp-app:' })
})

test('OAUTH-018 an answer joins the query that is there', () => {
  const answer = { error: 'access_denied', state: undefined }
  expect(withQuery('https://x.org/back', answer)).toBe('https://x.org/back?error=access_denied')
  expect(withQuery('https://x.org/back?a=b', { error: 'access_denied', state: 'a b&c' })).toBe(
    'https://x.org/back?a=b&error=access_denied&state=a+b%26c',
  )
  expect(withQuery('https://x.org/back?', answer)).toBe('https://x.org/back?error=access_denied')
})
