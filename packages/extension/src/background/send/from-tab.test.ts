import { addressLength, bodyLength, titleLength } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { pageOf, sendableOf, textOf } from './from-tab.ts'

const page = 'https://example.org/soup'
const tab = { url: page, title: ' Soup ' }

test('a page is sent as a link with its title', () => {
  expect(sendableOf('page', { pageUrl: page }, tab)).toEqual({ draft: { url: page, title: 'Soup' } })
  expect(sendableOf('page', { pageUrl: page }, undefined)).toEqual({ draft: { url: page } })
  // Until a page has a title, browsers report its address instead.
  expect(pageOf({ url: page, title: 'example.org/soup' })).toEqual({ draft: { url: page } })
  expect(pageOf({ url: page, title: 'x'.repeat(titleLength + 1) })).toEqual({
    draft: { url: page, title: 'x'.repeat(titleLength) },
  })
})

test('a link, a selection, a picture, a video and a sound are sent as what they are', () => {
  expect(sendableOf('link', { linkUrl: `${page}?a`, pageUrl: page }, tab)).toEqual({ draft: { url: `${page}?a` } })
  expect(sendableOf('link', { linkUrl: page, linkText: ' The\nsoup ' }, tab)).toEqual({ draft: { url: page, title: 'The soup' } })
  expect(sendableOf('selection', { selectionText: ' boil it ', pageUrl: page }, tab)).toEqual({ draft: { body: 'boil it' } })
  const picture = 'https://example.org/soup.png'
  expect(sendableOf('image', { srcUrl: picture }, tab)).toEqual({ picture, instead: { draft: { url: picture } } })
  expect(sendableOf('image', { srcUrl: 'data:image/png;base64,AA==' }, tab)).toMatchObject({
    picture: 'data:image/png;base64,AA==',
  })
  for (const context of ['video', 'audio'] as const) {
    expect(sendableOf(context, { srcUrl: `${page}.mp4`, pageUrl: page }, tab)).toEqual({ draft: { url: `${page}.mp4` } })
    // A player's blob address works nowhere else.
    expect(sendableOf(context, { srcUrl: `blob:${page}`, pageUrl: page }, tab)).toEqual({ draft: { url: page, title: 'Soup' } })
  }
})

test('the address of a person in a link is sent as text', () => {
  expect(sendableOf('link', { linkUrl: 'mailto:ana%40example.org?subject=x' }, tab)).toEqual({
    draft: { body: 'ana@example.org' },
  })
  expect(sendableOf('link', { linkUrl: 'tel:+49%2030' }, tab)).toEqual({ draft: { body: '+49 30' } })
  expect(sendableOf('link', { linkUrl: 'mailto:%E0%A4%A' }, tab)).toEqual({ draft: { body: '%E0%A4%A' } })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'chrome://settings/',
  'about:blank',
  'blob:https://a/b',
  '',
])('%s is refused in words as page, link and picture', (url) => {
  for (const sent of [
    pageOf({ url, title: 'x' }),
    sendableOf('link', { linkUrl: url }, tab),
    sendableOf('image', { srcUrl: url }, tab),
    sendableOf('video', { srcUrl: url }, { url }),
  ])
    expect(sent).toEqual({ refused: expect.stringMatching(/^[A-Z].*\.$/) })
})

test('what is too long or empty is refused in words', () => {
  expect(pageOf({ url: `https://a.example/${'x'.repeat(addressLength)}` })).toHaveProperty('refused')
  expect(textOf('x'.repeat(bodyLength + 1))).toEqual({
    refused: 'The selection is too long to send. The limit is 131,072 characters.',
  })
  expect(textOf('x'.repeat(bodyLength))).toHaveProperty('draft')
  for (const nothing of [undefined, '', ' \n ']) expect(textOf(nothing)).toEqual({ refused: 'No text is selected.' })
})
