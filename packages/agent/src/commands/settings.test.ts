import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealKey } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { machineType } from '../machine/machine.ts'
import { defaultCompanionSettings } from '../settings/companion-settings.ts'
import { changeCompanionSettings, companionSettings, keepSignIn } from '../settings/settings.ts'
import { machine, server, setUpMachine } from '../test-signed-in.ts'
import { type SettingName, settingDefinitions } from './setting-definitions.ts'

setUpMachine()

const file = () => join(machine.settings, 'settings.json')

test('all settings are listed with their descriptions and their file', async () => {
  const { code, stdout } = await machine.run('settings')
  expect(code).toBe(0)
  for (const part of ['notifications', 'on', 'folders', 'clipboard', 'off', `They are kept in ${file()}\n`]) {
    expect(stdout).toContain(part)
  }
  expect(JSON.parse((await machine.run('settings', '--json')).stdout)).toEqual({
    file: file(),
    notifications: true,
    clipboard: false,
    mirror: false,
    folders: [],
    password: false,
  })
})

test('settings are set and reset in a readable file', async () => {
  vi.stubEnv('WAYPOST_SETTINGS', machine.settings)
  const folders = ['Pictures', 'Mu sic'].map((name) => join(machine.settings, name))
  for (const folder of folders) mkdirSync(folder)
  expect(await machine.run('settings', 'set', 'folders', ...folders)).toEqual({
    code: 0,
    stdout: `folders: ${folders.join(', ')}\n`,
    stderr: '',
  })
  const set = (name: SettingName, ...values: string[]) => changeCompanionSettings(settingDefinitions[name].read(values))
  set('downloads', '~')
  set('clipboard', 'ON')
  set('phone', 'simulated')
  const all = { folders, downloads: homedir(), clipboard: true, phone: 'simulated' }
  expect(companionSettings()).toEqual({ ...all, mirror: false, notifications: true })
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ signIns: [], companion: all })

  // A mistake in a hand-edited file switches nothing on.
  writeFileSync(file(), JSON.stringify({ signIns: [], companion: { mirror: true, clipboard: 'yes', folders: [3], future: 1 } }))
  expect(companionSettings()).toMatchObject({ mirror: true, clipboard: false, folders: [] })
  expect(await machine.run('settings', 'reset', 'mirror')).toMatchObject({ code: 0, stdout: 'mirror: off\n' })
  expect(companionSettings()).toEqual(defaultCompanionSettings)
})

test.each<[string[], string]>([
  [['set', 'colour', 'red'], 'There is no setting "colour". There are: notifications, '],
  [['show'], `Say 'set' or 'reset', not "show": waypost settings --help\n`],
  [['reset', 'folders', '/'], 'To reset a setting, give only its name.\n'],
  [['set', 'password'], 'You are not signed in.'],
  [['set', 'clipboard', 'maybe'], 'clipboard can be on or off, not "maybe".\n'],
])('an impossible change (%j) is reported and changes nothing', async (words, sentence) => {
  const { code, stdout, stderr } = await machine.run('settings', ...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(readdirSync(machine.settings)).toEqual([])
})

test.each<[SettingName, string[], string]>([
  ['clipboard', [], 'Give on or off: waypost settings set clipboard ...'],
  ['folders', ['/nowhere/at/all'], 'There is no folder /nowhere/at/all. Create it first.'],
  ['folders', [import.meta.filename], `${import.meta.filename} is not a folder.`],
  ['folders', [], 'Say which folders: waypost settings set folders ~/Pictures'],
  ['downloads', ['/', tmpdir()], 'Give a folder: waypost settings set downloads ...'],
  ['phone', ['fax'], '"fax" is not a phone.'],
  ['phone', ['gammu:/nowhere/smsdrc'], 'The configuration of gammu-smsd in /nowhere/smsdrc cannot be read (ENOENT).'],
  ['phone', ['termux'], 'termux-sms-list is missing.'],
])('an invalid value of %s (%j) is reported', (name, values, sentence) => {
  expect(() => settingDefinitions[name].read(values)).toThrow(sentence)
})

test('E2E-002 E2E-004 only the key of the password is saved, readable by its owner only, and kept through another sign-in', async () => {
  const { token, account } = await server.signUp('ana@example.org')
  vi.stubEnv('WAYPOST_SETTINGS', machine.settings)
  const login = () => keepSignIn({ server: server.origin, token, account: { iden: account.iden, email: account.email } })
  login()
  const refused = await machine.run('settings', 'set', 'password', 'hunter2')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Do not give the password in the command') })
  const set = (input: string) => machine.start(['settings', 'set', 'password'], { input }).ended
  expect(await set('\n')).toMatchObject({ code: 1, stderr: expect.stringContaining('The password is empty.') })
  expect(await set('hunter2\n')).toEqual({ code: 0, stdout: 'The password is set.\n', stderr: '' })

  const kept = () => JSON.parse(readFileSync(file(), 'utf8')).signIns[0].key
  expect(kept()).toBe(await sealKey('hunter2', account.iden))
  expect(readFileSync(file(), 'utf8')).not.toContain('hunter2')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  login()
  expect(kept()).toBe(await sealKey('hunter2', account.iden))
  expect((await machine.run('settings')).stdout).not.toContain(kept())
  expect(await machine.run('settings', 'reset', 'password')).toMatchObject({ code: 0, stdout: 'The password is cleared.\n' })
  expect(kept()).toBeUndefined()
})

test('a folder without permission is refused, and a clipboard that does not work is reported', async () => {
  const folder = join(machine.settings, 'closed')
  const unseen = join(machine.settings, 'unseen')
  mkdirSync(folder, { mode: 0o500 })
  mkdirSync(unseen, { mode: 0o300 })
  // Root can read everything, so test as another user.
  const asNobody = process.getuid?.() === 0
  if (asNobody) {
    chmodSync(machine.settings, 0o755)
    process.seteuid?.(65_534)
  }
  try {
    expect(() => settingDefinitions.downloads.read([folder])).toThrow(`Nothing can be saved in ${folder} (EACCES).`)
    expect(() => settingDefinitions.folders.read([unseen])).toThrow(`This user cannot look into ${unseen} (EACCES).`)
  } finally {
    if (asNobody) process.seteuid?.(0)
  }
  const environment = { DISPLAY: '', WAYLAND_DISPLAY: '' }
  if (machineType() !== 'linux') return
  const { code, stdout, stderr } = await machine.start(['settings', 'set', 'clipboard', 'on'], { env: environment }).ended
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: 'clipboard: on\n',
    stderr: 'It will not work here yet: there is no desktop session here.\n',
  })
})
