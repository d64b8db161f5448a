import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { forNetwork, isLoopbackOrigin, networkOrigin } from './network-origin.ts'

const at = (address: string, internal = false, family = 'IPv4') =>
  ({
    address,
    internal,
    family,
    netmask: '',
    mac: '',
    cidr: null,
    ...(family === 'IPv6' && { scopeid: 0 }),
  }) as NetworkInterfaceInfo

test('the origin in the network is that of a private address, and of containers and tunnels only if there is nothing else', () => {
  const loopback = [at('127.0.0.1', true), at('::1', true, 'IPv6')]
  expect(networkOrigin('4280', { lo: loopback })).toBeUndefined()
  const bridge = [at('172.17.0.1')]
  expect(networkOrigin('4280', { lo: loopback, docker0: bridge })).toBe('http://172.17.0.1:4280')
  const public_ = [at('198.51.100.7')]
  expect(networkOrigin('4280', { docker0: bridge, eth1: public_ })).toBe('http://198.51.100.7:4280')
  const wifi = [at('fe80::1', false, 'IPv6'), at('192.168.178.23')]
  expect(networkOrigin('4280', { docker0: bridge, eth1: public_, wlan0: wifi })).toBe('http://192.168.178.23:4280')
  expect(networkOrigin('', { wlan0: wifi })).toBe('http://192.168.178.23')
})

test('an origin leads to the machine itself by name and by number', () => {
  for (const origin of ['http://localhost:4280', 'http://127.0.0.1', 'http://127.9.9.9:1', 'http://[::1]:4280'])
    expect(isLoopbackOrigin(origin)).toBe(true)
  for (const origin of ['https://push.example.org', 'http://192.168.178.23:4280', 'http://localhost.example.org'])
    expect(isLoopbackOrigin(origin)).toBe(false)
})

test('for phones the server listens on all addresses, at one that they reach; what is set stays', () => {
  const network = { wlan0: [at('192.168.178.23')] }
  expect(forNetwork({}, network)).toEqual({ WAYPOST_HOST: '0.0.0.0', WAYPOST_ORIGIN: 'http://192.168.178.23:4280' })
  expect(forNetwork({ WAYPOST_PORT: '80', WAYPOST_DATA: 'here' }, network)).toMatchObject({
    WAYPOST_DATA: 'here',
    WAYPOST_ORIGIN: 'http://192.168.178.23:80',
  })
  const set = { WAYPOST_HOST: '192.168.178.23', WAYPOST_ORIGIN: 'https://push.example.org' }
  expect(forNetwork(set, network)).toEqual(set)
  expect(() => forNetwork({}, {})).toThrow('This machine is in no network.')
  expect(() => forNetwork({ WAYPOST_PORT: '0' }, network)).toThrow('WAYPOST_PORT is 0')
})
