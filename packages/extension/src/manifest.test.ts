import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { geckoId, manifest } from './manifest.ts'

test('no manifest asks for access to pages, and each has the background that its browser knows', () => {
  const [chromium, firefox] = [manifest('chromium', '1.2.3'), manifest('firefox', '1.2.3')]
  for (const made of [chromium, firefox]) {
    expect(made).toMatchObject({ manifest_version: 3, version: '1.2.3' })
    expect(made).not.toHaveProperty('host_permissions')
    expect(made.permissions).not.toContain('tabs')
  }
  expect(chromium.background).toEqual({ service_worker: 'background.js', type: 'module' })
  expect(firefox.background).toEqual({ scripts: ['background.js'], type: 'module' })
  expect(firefox).toMatchObject({ browser_specific_settings: { gecko: { id: geckoId } } })
})

/** The rows of the permission table in docs/extension.md: name, reason, the browser's warning. */
const table = readFileSync(join(import.meta.dirname, '../../../docs/extension.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter((cells) => cells.length === 3)

test('the table of permissions in docs/extension.md has exactly those of the manifests, and only one warns at installation', () => {
  const named = table.map(([name = '', , says]) => ({
    names: [...name.matchAll(/`(\w+)`/g)].map(([, each]) => each),
    isOptional: name.includes('optional'),
    says,
  }))
  const inTable = (optional: boolean) => named.filter((row) => row.isOptional === optional).flatMap(({ names }) => names)
  const [chromium, firefox] = [manifest('chromium', '1.2.3'), manifest('firefox', '1.2.3')]
  for (const made of [chromium, firefox]) expect(inTable(false).sort()).toEqual([...made.permissions].sort())
  expect(inTable(true).sort()).toEqual([...chromium.optional_permissions].sort())
  for (const each of firefox.optional_permissions) expect(inTable(true)).toContain(each)
  const warned = named.filter(({ says, isOptional }) => !isOptional && says !== 'nothing')
  expect(warned.flatMap(({ names }) => names)).toEqual(['notifications'])
})
