import { expect, test } from 'vitest'
import { messageOf } from './push.ts'

test('PUSH-013 title, body and url are trimmed', () => {
  expect(messageOf({ title: ' Plan\n', body: '\t at nine ', url: '  https://example.org ' })).toEqual({
    type: 'link',
    title: 'Plan',
    body: 'at nine',
    url: 'https://example.org',
  })
})

test('PUSH-014 an empty draft sends nothing', () => {
  expect(messageOf({})).toBeUndefined()
  expect(messageOf({ title: ' ', body: '\n\u00a0', url: '\t' })).toBeUndefined()
})

test('PUSH-015 a body that is a single http(s) link becomes the url', () => {
  for (const link of ['http://example.org', 'https://example.org/a?b=c#d', 'HTTPS://Example.org', 'https://exämple.org/ü']) {
    expect(messageOf({ body: ` ${link}\n` })).toEqual({ type: 'link', url: link })
  }
  expect(messageOf({ title: 'See', body: 'https://example.org' })).toEqual({
    type: 'link',
    title: 'See',
    url: 'https://example.org',
  })
})

test('PUSH-015 the signs that end a sentence in its language are not part of it', () => {
  for (const sign of ['。', '»', '،'])
    expect(messageOf({ body: `https://example.org/a${sign}` })).toEqual({ type: 'link', url: 'https://example.org/a' })
})

test('PUSH-015 any other body stays a body', () => {
  for (const body of [
    'see https://example.org',
    'https://a.org https://b.org',
    'https://',
    'ftp://example.org',
    'example.org',
    'http:',
  ]) {
    expect(messageOf({ body })).toEqual({ type: 'note', body })
  }
  expect(messageOf({ body: 'https://a.org', url: 'https://b.org' })).toEqual({
    type: 'link',
    body: 'https://a.org',
    url: 'https://b.org',
  })
})

test('PUSH-016 a url makes a link, anything else is a note', () => {
  expect(messageOf({ url: 'anything' })?.type).toBe('link')
  expect(messageOf({ title: 'only a title' })).toEqual({ type: 'note', title: 'only a title' })
})
