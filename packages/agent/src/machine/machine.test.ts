import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@waypost/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test.runIf(machineType() === 'linux')('its maker, its model and whether it is a laptop are what its firmware says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-firmware-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const says = (fields: Record<string, string>) => {
    for (const [field, value] of Object.entries(fields)) writeFileSync(join(folder, field), `${value}\n`)
    const { icon, manufacturer, model } = describeMachine(undefined, folder)
    return { icon, manufacturer, model }
  }
  expect(says({})).toEqual({ icon: 'desktop' })
  const laptop = { icon: 'laptop', manufacturer: 'LENOVO', model: '20XW' }
  expect(says({ chassis_type: '10', sys_vendor: 'LENOVO', product_name: '20XW' })).toEqual(laptop)
  const unnamed = { sys_vendor: 'To Be Filled By O.E.M.', product_name: 'System Product Name' }
  expect(says({ chassis_type: '3', ...unnamed })).toEqual({ icon: 'desktop' })
})
