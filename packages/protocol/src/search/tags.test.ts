import { expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { isTag } from './tag.ts'
import { hasTag, splitTags, tagsOf } from './tags.ts'

const typed = (body: string) => tagsOf({ body })

test('a tag is a # with letters, digits, _ and - after it, in any script', () => {
  expect(typed('#work and #to-do, (#Trip_2026) "#café" #मराठी #東京!')).toEqual([
    'work',
    'to-do',
    'Trip_2026',
    'café',
    'मराठी',
    '東京',
  ])
  expect(typed('#work- then #home_, #a--')).toEqual(['work', 'home', 'a'])
  expect(typed('bring #milk\n#bread')).toEqual(['milk', 'bread'])
})

test('numbers, headings, colours of addresses, words with a # inside and what is too long are no tags', () => {
  for (const text of ['#1 #2026 #1-2 #_ #- # ##', '# Heading', 'a#b C# &#x27; ##two x/#y', `#${'a'.repeat(41)}`, '#😀', 'plain'])
    expect([text, typed(text)]).toEqual([text, []])
  expect(typed(`#${'a'.repeat(40)} #${'𝐁'.repeat(40)}`)).toHaveLength(2)
  expect(typed(`#${'𝐁'.repeat(41)}`)).toEqual([])
})

test('neither links nor code have tags', () => {
  expect(typed('see https://example.org/#part and https://example.org/a#b, #real')).toEqual(['real'])
  expect(typed('`#define` ```\n#include <a>\n``` #real')).toEqual(['real'])
})

test('capitals make no difference, and each tag is there once, those that were set first', () => {
  expect(tagsOf({ title: '#Work', body: '#work #home', tags: ['WORK', 'garden'] })).toEqual(['WORK', 'garden', 'home'])
  expect(hasTag({ body: 'on #Work' }, 'wORK')).toBe(true)
  expect(hasTag({ body: 'on #workshop' }, 'work')).toBe(false)
  expect(hasTag({ body: 'on #workshop' }, 'Work', true)).toBe(true)
  expect(hasTag({ tags: ['work'] }, 'work')).toBe(true)
})

test('a text is split where its tags are', () => {
  expect(splitTags('a #b-c, #d')).toEqual([
    { text: 'a ' },
    { text: '#b-c', tag: 'b-c' },
    { text: ', ' },
    { text: '#d', tag: 'd' },
  ])
  expect(splitTags('plain')).toEqual([{ text: 'plain' }])
  for (const tag of ['work', 'to-do', '2nd']) expect([tag, isTag(tag)]).toEqual([tag, true])
  for (const tag of ['', '#work', 'two words', '12', '-a', 'a\0', 'a\ud800', 'a/b'])
    expect([tag, isTag(tag)]).toEqual([tag, false])
})

test('hostile text is read in time that is linear in it', () => {
  const parts = [
    '#',
    '#a',
    '#a ',
    '#a-',
    '#-',
    '`',
    '```',
    '`#',
    '#\u0301',
    '#a\u0301',
    'https://#',
    'a#',
    '#𝐁',
    '_#_',
    '#________',
  ]
  for (const part of parts)
    expectLinear(
      part,
      131_072,
      (length) => part.repeat(Math.ceil(length / part.length)),
      (body) => tagsOf({ body }),
    )
})
