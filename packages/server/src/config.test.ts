import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing said: this machine only, data beside the program, open to sign up', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4280,
    origin: undefined,
    data: resolve('data'),
    signUp: 'open',
    log: 'warn',
  })
})

test('a server that others can reach takes new people by invitation unless told otherwise', () => {
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org/' })).toMatchObject({
    origin: 'https://push.example.org',
    signUp: 'invite',
  })
  expect(readConfig({ WAYPOST_ORIGIN: 'http://127.0.0.1:8080' }).signUp).toBe('open')
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org', WAYPOST_SIGNUP: 'open' }).signUp).toBe('open')
})

test.each([
  ['WAYPOST_PORT', 'eighty'],
  ['WAYPOST_PORT', '70000'],
  ['WAYPOST_PORT', '-1'],
  ['WAYPOST_ORIGIN', 'push.example.org'],
  ['WAYPOST_ORIGIN', 'ftp://push.example.org'],
  ['WAYPOST_ORIGIN', 'https://push.example.org/path'],
  ['WAYPOST_SIGNUP', 'sometimes'],
  ['WAYPOST_LOG', 'loud'],
])('%s=%s is refused in a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is '${value}'; set it to .+\\.$`))
})
