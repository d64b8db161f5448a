import { limits } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { describeMachine, machineType } from './machine.ts'

test.each([
  ['win32', 'windows'],
  ['darwin', 'mac'],
  ['linux', 'linux'],
  ['freebsd', 'linux'],
  ['android', 'android'],
] as const)('API-083 on %s it is a device of type %s', (platform, type) => {
  expect(machineType(platform)).toBe(type)
})

test('GAP-002 its fingerprint stays the same, and tells nothing but that', () => {
  vi.stubEnv('WAYPOST_SETTINGS', '/one')
  const { fingerprint } = describeMachine()
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(describeMachine('Another name').fingerprint).toBe(fingerprint)
  vi.stubEnv('WAYPOST_SETTINGS', '/two')
  expect(describeMachine().fingerprint).not.toBe(fingerprint)
})

test('it takes a name of its owner, as long as a name may be', () => {
  expect(describeMachine(` ${'x'.repeat(limits.nameLength + 5)} `).nickname).toBe('x'.repeat(limits.nameLength))
})
