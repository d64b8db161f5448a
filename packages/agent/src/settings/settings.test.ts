import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSignIn, keepSignIn, knownSignIns, type SignIn, settingsFolder, signInAt } from './settings.ts'

describe('the folder', () => {
  const home = '/home/ana'
  test.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/ana/.config/waypost'],
    ['linux', { XDG_CONFIG_HOME: '/etc/ana' }, '/etc/ana/waypost'],
    ['linux', { XDG_CONFIG_HOME: 'not/absolute' }, '/home/ana/.config/waypost'],
    ['freebsd', {}, '/home/ana/.config/waypost'],
    ['darwin', { XDG_CONFIG_HOME: '/etc/ana' }, '/home/ana/Library/Application Support/Waypost'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Waypost'],
    ['win32', {}, '/home/ana/AppData/Roaming/Waypost'],
    ['darwin', { WAYPOST_SETTINGS: '/elsewhere' }, '/elsewhere'],
  ])('on %s with %o is %s', (platform, env, folder) => {
    expect(settingsFolder(env, platform, home)).toBe(folder)
  })
})

describe('sign-ins', () => {
  let folder: string
  const here: SignIn = {
    server: 'http://localhost:4280',
    token: 'o.here',
    account: { iden: 'a', email: 'ana@example.org' },
    device: 'd',
  }
  const there: SignIn = {
    server: 'https://waypost.example.org',
    token: 'o.there',
    account: { iden: 'b', email: 'ana@example.org' },
  }

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'waypost-settings-')), 'of', 'ana')
    vi.stubEnv('WAYPOST_SETTINGS', folder)
  })
  afterEach(() => rmSync(join(folder, '../..'), { recursive: true, force: true }))

  test('are readable by their owner only', () => {
    keepSignIn(here)
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(signInAt()).toEqual(here)
  })

  test('replace files that others may read, and leave no partial ones', () => {
    keepSignIn(here)
    rmSync(join(folder, 'settings.json'))
    writeFileSync(join(folder, 'settings.json'), '{}', { mode: 0o644 })
    keepSignIn(there)
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('the token of a server is not used for another one', () => {
    keepSignIn(here)
    expect(() => signInAt(there.server)).toThrow('Run: waypost login --server https://waypost.example.org')
    keepSignIn(there)
    expect(signInAt()).toEqual(there)
    expect(signInAt(here.server)).toEqual(here)
  })

  test('a removed sign-in is gone, and with the last one the file', () => {
    keepSignIn(here)
    keepSignIn(there)
    forgetSignIn(there)
    expect(knownSignIns()).toEqual([here])
    forgetSignIn(here)
    expect(readdirSync(folder)).toEqual([])
    expect(() => signInAt()).toThrow('You are not signed in. Run: waypost login')
  })

  test.each(['', '{', '{"signIns":{}}', '{"signIns":[{"server":1}]}', 'null'])(
    'that cannot be read (%s) are reported and can be replaced',
    (text) => {
      keepSignIn(here)
      writeFileSync(join(folder, 'settings.json'), text)
      expect(() => signInAt()).toThrow('damaged')
      keepSignIn(there)
      expect(signInAt()).toEqual(there)
    },
  )
})
