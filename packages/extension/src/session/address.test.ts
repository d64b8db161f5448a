import { expect, test } from 'vitest'
import { isOpenToNetwork, readAddress } from './address.ts'

test.each([
  ['push.example.org', 'https://push.example.org'],
  ['  Push.Example.org/  ', 'https://push.example.org'],
  ['push.example.org:8443/some/page?x#y', 'https://push.example.org:8443'],
  ['http://push.example.org', 'http://push.example.org'],
  ['HTTPS://push.example.org', 'https://push.example.org'],
  ['localhost:4280', 'http://localhost:4280'],
  ['waypost.localhost:4280', 'http://waypost.localhost:4280'],
  ['127.0.0.1:4280', 'http://127.0.0.1:4280'],
  ['[::1]:4280', 'http://[::1]:4280'],
  ['192.168.1.5', 'https://192.168.1.5'],
  ['https://localhost', 'https://localhost'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
])('%s is %s', (typed, origin) => expect(readAddress(typed)).toBe(origin))

test.each([
  ['', 'Enter your server’s address'],
  ['   ', 'Enter your server’s address'],
  ['javascript://alert(1)', 'begins with'],
  ['ftp://push.example.org', 'begins with'],
  ['ann@example.org', 'not an email address'],
  ['two words', 'not an address'],
  ['https://', 'not an address'],
])('%s is refused', (typed, words) => expect(() => readAddress(typed)).toThrow(words))

test('only plain http to another machine is open to the network', () => {
  expect(isOpenToNetwork('http://push.example.org')).toBe(true)
  expect(isOpenToNetwork('http://localhost:4280')).toBe(false)
  expect(isOpenToNetwork('https://push.example.org')).toBe(false)
})
