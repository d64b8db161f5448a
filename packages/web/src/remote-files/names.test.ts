import { expect, test } from 'vitest'
import { crumbsOf, shownName } from './names.ts'

test('FILES-001 a name can neither break its line nor turn its direction', () => {
  expect(shownName('photo\u202egpj.exe')).toBe('photo\ufffdgpj.exe')
  expect(shownName('a\nb\tc\u0000d\u2066e\u200ff')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
  expect(shownName('x\ud800y')).toBe('x\ufffdy')
  for (const plain of ['Grüße 🐈.txt', 'שלום.txt', '写真.jpg']) expect(shownName(plain)).toBe(plain)
})

test('FILES-007 FILES-009 the way to a folder is told in crumbs, from the home, the root or a drive on', () => {
  const way = (path: string) => crumbsOf(path).map(({ name, path }) => [name, path])
  expect(way('~')).toEqual([[undefined, '~']])
  expect(way('~/Pictures/Trips')).toEqual([
    [undefined, '~'],
    ['Pictures', '~/Pictures'],
    ['Trips', '~/Pictures/Trips'],
  ])
  expect(way('/')).toEqual([['/', '/']])
  expect(way('/srv/a')).toEqual([
    ['/', '/'],
    ['srv', '/srv'],
    ['a', '/srv/a'],
  ])
  expect(way('C:\\Users\\ana')).toEqual([
    ['C:', 'C:\\'],
    ['Users', 'C:\\Users'],
    ['ana', 'C:\\Users\\ana'],
  ])
  expect(way('~/a\\b/')).toEqual([
    [undefined, '~'],
    ['a\\b', '~/a\\b'],
  ])
  expect(way('/srv//')).toEqual(way('/srv'))
  expect(way('\\')).toEqual([['\\', '\\']])
  expect(way('')).toHaveLength(1)
  expect(way('~/a\u202eb')[1]).toEqual(['a\ufffdb', '~/a\u202eb'])
})
