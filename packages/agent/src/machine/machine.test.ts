import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameLength } from '@waypost/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeMachine, machineType } from './machine.ts'

test.each([
  ['win32', 'windows'],
  ['darwin', 'mac'],
  ['linux', 'linux'],
  ['freebsd', 'linux'],
  ['android', 'android'],
] as const)('API-083 on %s the device has the type %s', (platform, type) => {
  expect(machineType(platform)).toBe(type)
})

test('GAP-002 the fingerprint is stable and reveals nothing else', () => {
  vi.stubEnv('WAYPOST_SETTINGS', '/one')
  const { fingerprint } = describeMachine()
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(describeMachine('Another name').fingerprint).toBe(fingerprint)
  vi.stubEnv('WAYPOST_SETTINGS', '/two')
  expect(describeMachine().fingerprint).not.toBe(fingerprint)
})

test('the user may name it, up to the maximum length', () => {
  expect(describeMachine(` ${'x'.repeat(nameLength + 5)} `).nickname).toBe('x'.repeat(nameLength))
})

test.runIf(machineType() === 'linux')('maker, model and whether it is a laptop come from the firmware', () => {
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
