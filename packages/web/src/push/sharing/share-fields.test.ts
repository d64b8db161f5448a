import { expect, test } from 'vitest'
import { shareFields } from './share-fields.ts'

const given = (fields: Partial<Parameters<typeof shareFields>[0]>) =>
  shareFields({ title: '', text: '', url: '', files: [], ...fields })

test('a link keeps its title and its text', () => {
  expect(given({ title: 'A page', text: 'Look', url: 'https://example.org/' })).toEqual({
    title: 'A page',
    body: 'Look',
    url: 'https://example.org/',
  })
})

test('a link in the text, as Android shares it, becomes the link of the message', () => {
  const link = 'https://example.org/a?b=c'
  expect(given({ title: 'A page', text: link })).toEqual({ title: 'A page', body: '', url: link })
  expect(given({ text: `A page\n${link}` })).toEqual({ title: '', body: 'A page', url: link })
  expect(given({ text: `${link} A page` })).toEqual({ title: '', body: 'A page', url: link })
  expect(given({ title: 'A page', text: `A page ${link}` })).toEqual({ title: 'A page', body: '', url: link })
  expect(given({ title: 'A page', text: `A page ${link}`, url: link })).toEqual({ title: 'A page', body: '', url: link })
})

test('a sentence around a link, and a text with several links, stay as they are', () => {
  for (const text of ['See https://example.org/a for more', 'https://example.org/a https://example.org/b'])
    expect(given({ text })).toEqual({ title: '', body: text, url: '' })
})

test('anything but a web address is text', () => {
  expect(given({ text: 'Look', url: 'javascript:alert(1)' })).toEqual({ title: '', body: 'Look\njavascript:alert(1)', url: '' })
})

test('a title that is the name of a file says nothing more', () => {
  const files = [{ name: 'holiday.jpg' }]
  expect(given({ title: 'holiday', files })).toEqual({ title: '', body: '', url: '' })
  expect(given({ title: 'Holiday in May', files })).toEqual({ title: 'Holiday in May', body: '', url: '' })
})
