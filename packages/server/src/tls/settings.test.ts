import { existsSync, readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { everyAddress } from './settings.ts'

const domain = { WAYPOST_DOMAIN: 'push.example.org' }

test('without a domain there is no HTTPS, and nothing else changes', () => {
  expect(readConfig({ WAYPOST_ACME_EMAIL: 'admin@example.org' })).toMatchObject({ tls: undefined, host: '127.0.0.1', port: 4280 })
})

test('a domain is all that HTTPS needs', () => {
  expect(readConfig({ ...domain, WAYPOST_PORT: '4280' })).toMatchObject({
    host: expect.stringMatching(/^(::|0\.0\.0\.0)$/),
    port: 443,
    origin: 'https://push.example.org',
    signUp: 'invite',
    setup: true,
    tls: {
      domain: 'push.example.org',
      port: 443,
      httpPort: 80,
      acme: { directory: 'https://acme-v02.api.letsencrypt.org/directory', ca: undefined, email: undefined },
      files: undefined,
    },
  })
  expect(readConfig({ WAYPOST_DOMAIN: ' Bücher.Example ' }).origin).toBe('https://xn--bcher-kva.example')
  expect(readConfig({ ...domain, WAYPOST_ORIGIN: 'https://push.example.org:8443' }).origin).toBe('https://push.example.org:8443')
  expect(readConfig({ ...domain, WAYPOST_HOST: '10.0.0.1' }).host).toBe('10.0.0.1')
})

test.each([
  ['push'],
  ['https://push.example.org'],
  ['push.example.org/'],
  ['push.example.org:443'],
  ['push.example.org,www.example.org'],
  ['push.example.org www.example.org'],
  ['*.example.org'],
  ['push..example.org'],
  ['-push.example.org'],
  ['push.example.org.'],
  ['203.0.113.5'],
  ['[2001:db8::1]'],
  ['../etc.passwd'],
  [`${'a'.repeat(64)}.example.org`],
])('WAYPOST_DOMAIN=%s is refused in a sentence', (name) => {
  expect(() => readConfig({ WAYPOST_DOMAIN: name })).toThrow(
    new ConfigError(`WAYPOST_DOMAIN is '${name}'; set it to one host name like push.example.org.`),
  )
})

test.each([
  ['WAYPOST_ORIGIN', 'http://push.example.org'],
  ['WAYPOST_ORIGIN', 'https://other.example.org'],
  ['WAYPOST_HTTPS_PORT', 'https'],
  ['WAYPOST_HTTPS_PORT', '70000'],
  ['WAYPOST_HTTP_PORT', '-1'],
  ['WAYPOST_HTTP_PORT', '443'],
  ['WAYPOST_ACME_DIRECTORY', 'http://ca.example.org/directory'],
  ['WAYPOST_ACME_DIRECTORY', 'letsencrypt'],
  ['WAYPOST_ACME_EMAIL', 'admin'],
])('with a domain, %s=%s is refused in a sentence that names it', (name, value) => {
  expect(() => readConfig({ ...domain, [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ ...domain, [name]: value })).toThrow(new RegExp(`^${name} is '${value}'[;,] .+\\.$`))
})

test('files need both a certificate and a key, and a domain', () => {
  const files = { WAYPOST_TLS_CERT: '/etc/waypost/cert.pem', WAYPOST_TLS_KEY: '/etc/waypost/key.pem' }
  expect(readConfig({ ...domain, ...files }).tls?.files).toEqual({
    certificate: '/etc/waypost/cert.pem',
    key: '/etc/waypost/key.pem',
  })
  expect(() => readConfig(files)).toThrow(/^WAYPOST_TLS_CERT is set without WAYPOST_DOMAIN; .+\.$/)
  expect(() => readConfig({ ...domain, ...files, WAYPOST_TLS_KEY: '' })).toThrow(/^WAYPOST_TLS_KEY is not set; .+\.$/)
  expect(() => readConfig({ ...domain, ...files, WAYPOST_TLS_CERT: '' })).toThrow(/^WAYPOST_TLS_CERT is not set; .+\.$/)
})

test('several nodes fetch no certificates, and may serve files', () => {
  const nodes = { ...domain, WAYPOST_DATABASE_URL: 'postgres://db/waypost', WAYPOST_NATS_URL: 'nats://bus' }
  expect(() => readConfig(nodes)).toThrow(
    /^WAYPOST_DOMAIN fetches certificates for one node only; with WAYPOST_NATS_URL, let the load balancer/,
  )
  const files = { WAYPOST_TLS_CERT: 'cert.pem', WAYPOST_TLS_KEY: 'key.pem' }
  expect(readConfig({ ...nodes, ...files }).tls?.domain).toBe('push.example.org')
})

test('all addresses are those of both kinds where the machine has an IPv6 address, also where it may not list them', () => {
  const one = (family: string) => () => ({ eth0: [{ family } as NetworkInterfaceInfo] })
  expect([everyAddress(one('IPv6')), everyAddress(one('IPv4'))]).toEqual(['::', '0.0.0.0'])
  const forbidden = () => {
    throw Object.assign(new Error('forbidden'), { code: 'ERR_SYSTEM_ERROR' })
  }
  if (existsSync('/proc/net')) expect(everyAddress(forbidden)).toBe(everyAddress(networkInterfaces))
  else expect(everyAddress(forbidden)).toBe('0.0.0.0')
})

test('WAYPOST_HOST=all listens on all addresses, with a domain and without; others stay as they are', () => {
  expect(readConfig({ WAYPOST_HOST: 'all' })).toMatchObject({ host: everyAddress(), setup: true })
  for (const host of ['all', everyAddress()]) expect(readConfig({ ...domain, WAYPOST_HOST: host }).host).toBe(everyAddress())
  for (const host of ['0.0.0.0', '::', '10.0.0.1']) expect(readConfig({ WAYPOST_HOST: host }).host).toBe(host)
})

test('the unit of systemd allows the kind of socket by which Linux lists the addresses of a machine', () => {
  const unit = readFileSync(join(import.meta.dirname, '../../../../deploy/waypost.service'), 'utf8')
  const [, allowed = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? []
  expect(allowed.split(' ')).toEqual(expect.arrayContaining(['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK']))
})
