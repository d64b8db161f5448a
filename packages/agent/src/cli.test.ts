import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { openTestMachine, type TestMachine } from './test-cli.ts'

let machine: TestMachine
beforeEach(() => {
  machine = openTestMachine()
})
afterEach(() => machine.close())

const installed = join(import.meta.dirname, '..', manifest.bin.waypost)

test('the installed program runs', () => {
  const { status, stdout } = spawnSync(process.execPath, [installed, '--version'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${manifest.version}\n` })
})

test('an older Node.js is reported in one sentence', () => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, installed, 'list'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^waypost needs Node\.js 24 or newer, and this is v\S+\.\n$/)
})

test.each(['login', 'push', 'list', 'watch', 'devices', 'run', 'settings', 'logout'])(
  '%s has help with examples',
  async (command) => {
    const { code, stdout } = await machine.run(command, '--help')
    expect(code).toBe(0)
    for (const part of ['--server', '--json', `Examples:\n  $ waypost ${command}`]) expect(stdout).toContain(part)
  },
)

test.each([[[]], [['fly']], [['list', '--what']], [['list', '--server', 'ftp://x.org']], [['list', 'much']]])(
  'unknown arguments (%j) fail',
  async (words) => {
    const { code, stdout, stderr } = await machine.run(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).not.toBe('')
  },
)

test.each([
  ['localhost:4280', 'http://localhost:4280'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['waypost.example.org', 'https://waypost.example.org'],
  ['https://Waypost.example.org:443/#people', 'https://waypost.example.org'],
])('the server may be given as %s', async (address, origin) => {
  const { stderr } = await machine.run('list', '--server', address)
  expect(stderr).toBe(`You are not signed in to ${origin}. Run: waypost login --server ${origin}\n`)
})

test('a mistyped command gets a suggestion', async () => {
  const machine = openTestMachine()
  const { code, stdout, stderr } = await machine.run('psuh', 'hello')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('There is no command "psuh". Did you mean "push"? See them all with: waypost --help\n')
  expect((await machine.run('push', '--tilte', 'x')).stderr).toContain('(Did you mean --title?)')
  expect((await machine.run('settings', 'set', 'clipbord', 'on')).stderr).toContain('Did you mean "clipboard"?')
  await machine.close()
})
