import { expect, test } from 'vitest'
import { webUrl } from './windows.ts'

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'chrome://settings', 'x', '', undefined])(
  '%s is no address of the web',
  (text) => expect(webUrl(text)).toBeUndefined(),
)

test('addresses of the web are', () => {
  expect(webUrl('HTTP://Example.org')).toBe('http://example.org/')
  expect(webUrl('https://example.org/a b')).toBe('https://example.org/a%20b')
})
