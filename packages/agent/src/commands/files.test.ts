import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRemoteFilesStage, type RemoteFilesStage } from '../features/test-remote-files.ts'
import { openTestMachine, type TestMachine } from '../test-cli.ts'

// Each run of the program takes a moment on a busy machine.

let stage: RemoteFilesStage
let machine: TestMachine
let shared: string
let here: string

beforeAll(async () => {
  stage = await openRemoteFilesStage({})
  shared = join(stage.folder, 'shared')
  mkdirSync(join(shared, 'Pictures'), { recursive: true })
  writeFileSync(join(shared, 'Pictures', 'beach.jpg'), 'sand')
  writeFileSync(join(shared, 'a note\u001b[2J.txt'), 'words')
  writeFileSync(join(shared, 'huge.bin'), '')
  truncateSync(join(shared, 'huge.bin'), freeLimits.fileBytes + 1)
  await stage.share()
  machine = openTestMachine()
  here = mkdtempSync(join(tmpdir(), 'waypost-here-'))
  await machine.run('login', '--server', stage.server.origin, '--token', stage.person.token, '--no-device')
})
afterAll(async () => {
  await machine.close()
  await stage.close()
  rmSync(here, { recursive: true, force: true })
})

test('FILES-001 GAP-068 the files of a device are listed as a table or as JSON', async () => {
  expect(await machine.run('files', 'desk')).toEqual({
    code: 0,
    stdout: [
      'size        type        path',
      '            folder      Pictures/',
      '5           text/plain  a note.txt',
      '26,214,401              huge.bin',
      '',
    ].join('\n'),
    stderr: '',
  })
  const { stdout } = await machine.run('files', stage.device, 'Pictures/', '--json')
  expect(JSON.parse(stdout)).toEqual({
    name: 'beach.jpg',
    modified: expect.any(Number),
    path: '~/Pictures/beach.jpg',
    size: 4,
    mime_type: 'image/jpeg',
    is_directory: false,
  })
})

test('FILES-001 GAP-043 a file is saved under its own name or another one, or printed', async () => {
  const own = await machine.run('files', 'get', 'Desk', 'Pictures/beach.jpg', '-o', here)
  const path = join(here, 'beach.jpg')
  expect(own).toEqual({ code: 0, stdout: `Saved as ${path}.\n`, stderr: 'Desk is sending the file.\n' })
  const other = join(here, 'other name')
  writeFileSync(other, 'older')
  const { stdout } = await machine.run('files', 'get', 'Desk', '~/Pictures/beach.jpg', '--json', '--output', other)
  expect(JSON.parse(stdout)).toMatchObject({ type: 'file', file_name: 'beach.jpg', saved: other, size: 4 })
  expect(readdirSync(here).sort()).toEqual(['beach.jpg', 'other name'])
  for (const file of [path, other]) expect(readFileSync(file, 'utf8')).toBe('sand')
  expect((await machine.run('files', 'get', 'Desk', 'Pictures/beach.jpg', '-o', '-')).stdout).toBe('sand')
})

test.each([
  [['files', 'desk', 'gone'], 'There is no such file or folder here.\n'],
  [['files', 'desk', '../..'], 'There is no such file or folder here.\n'],
  [['files', 'get', 'desk', 'Pictures'], 'This is a folder. Open it to see what is in it.\n'],
  [
    ['files', 'get', 'desk', 'huge.bin'],
    'Desk is sending the file.\nFile is too big. A file may have up to 25 MB; with Pro up to 1 GB.\n',
  ],
  [['files', 'get', 'desk', 'huge.bin', '-o', '/no/such/file'], 'There is no folder /no/such. Create it first.\n'],
  [['files', 'laptop'], 'There is no device called "laptop". See them all with: waypost devices\n'],
  [['files', 'me'], 'There is no device called "me". See them all with: waypost devices\n'],
  [['files', 'bob@example.org'], 'There is no device called "bob@example.org". See them all with: waypost devices\n'],
])('an invalid request (%j) is reported and fails', async (words, stderr) => {
  expect(await machine.run(...words)).toEqual({ code: 1, stdout: '', stderr })
})

test('a device that is offline does not answer', async () => {
  await stage.server.request('/v2/devices', { token: stage.person.token, body: { nickname: 'Off', type: 'linux' } })
  for (const words of [
    ['files', 'off'],
    ['files', 'get', 'off', 'a.txt'],
  ])
    expect(await machine.run(...words, '--wait', '0.001')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The device did not answer.\n',
    })
  expect((await machine.run('files', 'off', '--wait', 'long')).code).toBe(1)
})

test('help describes the command', async () => {
  for (const words of [['files'], ['files', 'get']]) {
    const { code, stdout } = await machine.run(...words, '--help')
    expect(code).toBe(0)
    for (const part of ['--server', '--json', `Examples:\n  $ waypost ${words.join(' ')}`]) expect(stdout).toContain(part)
    expect(stdout).toContain('default: 30')
  }
})
