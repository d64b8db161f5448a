import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing said: this machine only, data beside the program, open to sign up', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4280,
    origin: undefined,
    data: resolve('data'),
    signUp: 'open',
    plans: 'on',
    smtpUrl: undefined,
    mailFrom: 'no-reply@localhost',
    supportEmail: undefined,
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

test('mail comes from the address that is said, else from support, else from nobody at the own name', () => {
  const support = { WAYPOST_SUPPORT_EMAIL: 'help@example.org' }
  expect(readConfig({ ...support, WAYPOST_MAIL_FROM: 'post@example.org' }).mailFrom).toBe('post@example.org')
  expect(readConfig(support)).toMatchObject({ mailFrom: 'help@example.org', supportEmail: 'help@example.org' })
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org:8443' }).mailFrom).toBe('no-reply@push.example.org')
})

test.each([
  ['WAYPOST_SUPPORT_EMAIL', 'help@example.org, other@example.org'],
  ['WAYPOST_MAIL_FROM', 'Waypost <post@example.org>'],
  ['WAYPOST_PLANS', 'maybe'],
  ['WAYPOST_SMTP_URL', 'mail.example.org'],
  ['WAYPOST_SMTP_URL', 'https://user:secret@mail.example.org'],
])('%s may not be %s, and is named without telling a password', (name, value) => {
  const failing = () => readConfig({ [name]: value })
  expect(failing).toThrow(ConfigError)
  expect(failing).toThrow(name)
  expect(failing).not.toThrow('secret')
})

test('identity providers are there when they are said, and an OpenID provider only when it is said whole', () => {
  expect(readConfig({})).not.toHaveProperty('google')
  expect(readConfig({ WAYPOST_GOOGLE_CLIENT_ID: 'abc' }).google).toMatchObject({ clientId: 'abc' })
  const oidc = { WAYPOST_OIDC_ISSUER: 'https://login.example.org/realm', WAYPOST_OIDC_CLIENT_ID: 'waypost' }
  expect(readConfig(oidc).oidc).toEqual({
    issuer: 'https://login.example.org/realm',
    clientId: 'waypost',
    clientSecret: undefined,
  })
  expect(() => readConfig({ WAYPOST_OIDC_CLIENT_ID: 'waypost' })).toThrow(/^WAYPOST_OIDC_ISSUER is not set; /)
  expect(() => readConfig({ WAYPOST_OIDC_CLIENT_SECRET: 'x' })).toThrow(/^WAYPOST_OIDC_ISSUER is not set; /)
  expect(() => readConfig({ WAYPOST_OIDC_ISSUER: 'https://x.org' })).toThrow(/^WAYPOST_OIDC_CLIENT_ID is not set; /)
  expect(() => readConfig({ ...oidc, WAYPOST_OIDC_ISSUER: 'x.org' })).toThrow(/^WAYPOST_OIDC_ISSUER is 'x.org'; /)
})
