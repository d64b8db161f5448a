import { expect, test } from 'vitest'
import { readShareLink } from './share-link.ts'

test('a link names a conversation to open', () => {
  expect(readShareLink('web+waypost:people/ana@example.org')).toEqual({ open: { section: 'people', item: 'ana@example.org' } })
  expect(readShareLink('web+waypost:people/ana%40example.org')).toEqual({ open: { section: 'people', item: 'ana@example.org' } })
  expect(readShareLink('web+waypost://people/me')).toEqual({ open: { section: 'people', item: 'me' } })
  expect(readShareLink('web+waypost:devices/ujA0sjB1')).toEqual({ open: { section: 'devices', item: 'ujA0sjB1' } })
  expect(readShareLink('web+waypost:following/garden')).toEqual({ open: { section: 'following', item: 'garden' } })
})

test('a link names what to send, and to whom', () => {
  expect(readShareLink('web+waypost:send?text=Hello%20you&url=https%3A%2F%2Fexample.org%2Fa&title=A&to=ana@example.org')).toEqual(
    {
      share: { title: 'A', text: 'Hello you', url: 'https://example.org/a', files: [], to: 'ana@example.org' },
    },
  )
  expect(readShareLink('web+waypost:send?to=devices/ujA0sjB1')).toEqual({
    share: { title: '', text: '', url: '', files: [], to: 'devices/ujA0sjB1' },
  })
  expect(readShareLink('web+waypost://send/?text=a+b')).toEqual({ share: { title: '', text: 'a b', url: '', files: [] } })
})

test('any other link is refused', () => {
  const wrong = [
    '',
    'https://example.org/',
    'web+waypost:',
    'web+waypost:settings/account',
    'web+waypost:people',
    'web+waypost:people/',
    'web+waypost:people/new',
    'web+waypost:people/ana@example.org/more',
    'web+waypost:people/ana@example.org?x=1',
    'web+waypost:people/%E0%A4%A',
    'web+waypost:people/a%0Ab@example.org',
    'web+waypost:devices/new',
    'web+waypost:devices/../../signout',
    'web+waypost:constructor/x',
    'web+waypost:send?text=a&text=b',
    'web+waypost:send?body=a',
    'web+waypost:send?url=javascript:alert(1)',
    'web+waypost:send?to=everybody',
    'web+waypost:send?text=a#b',
    `web+waypost:send?text=${'a'.repeat(9_000)}`,
  ]
  expect(wrong.filter((link) => readShareLink(link) !== undefined)).toEqual([])
})
