import { expect, test } from 'vitest'
import { readDraft } from './push.ts'

test('PUSH-013 title, body and url are trimmed', () => {
  expect(readDraft({ title: ' Plan\n', body: '\t at nine ', url: '  https://example.org ' })).toEqual({
    type: 'link',
    title: 'Plan',
    body: 'at nine',
    url: 'https://example.org',
  })
})

test('PUSH-014 an empty draft sends nothing', () => {
  expect(readDraft({})).toBeUndefined()
  expect(readDraft({ title: ' ', body: '\n\u00a0', url: '\t' })).toBeUndefined()
})

test('PUSH-015 a body that is a single http(s) link becomes the url', () => {
  for (const link of ['http://example.org', 'https://example.org/a?b=c#d', 'HTTPS://Example.org', 'https://exämple.org/ü']) {
    expect(readDraft({ body: ` ${link}\n` })).toEqual({ type: 'link', url: link })
  }
  expect(readDraft({ title: 'See', body: 'https://example.org' })).toEqual({
    type: 'link',
    title: 'See',
    url: 'https://example.org',
  })
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
    expect(readDraft({ body })).toEqual({ type: 'note', body })
  }
  expect(readDraft({ body: 'https://a.org', url: 'https://b.org' })).toEqual({
    type: 'link',
    body: 'https://a.org',
    url: 'https://b.org',
  })
})

test('PUSH-016 a url makes a link, anything else is a note', () => {
  expect(readDraft({ url: 'anything' })?.type).toBe('link')
  expect(readDraft({ title: 'only a title' })).toEqual({ type: 'note', title: 'only a title' })
})
