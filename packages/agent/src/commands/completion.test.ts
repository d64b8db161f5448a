import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../desktop/program.ts'
import { environmentOf, openTestMachine, program, type TestMachine } from '../test-cli.ts'

const run = promisify(execFile)
let server: TestServer
let machine: TestMachine
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await startTestServer()
  machine = openTestMachine()
  const { token } = await server.signUp('ana@example.org')
  await machine.run('login', '--server', server.origin, '--token', token, '--device', 'Desk')
  await server.request('/v2/devices', { token, body: { nickname: "Ana's phone", type: 'android' } })
  await server.request('/v2/contacts', { token, body: { email: 'bo@example.org', name: 'Bo Larsen' } })
  const bin = join(machine.settings, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'waypost'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(join(bin, 'waypost'), 0o755)
  env = { ...environmentOf(machine.settings), PATH: `${bin}${delimiter}${process.env.PATH}` }
})
afterAll(async () => {
  await machine.close()
  await server.close()
})

const offered = async (...words: string[]) => (await machine.run('complete', '--', ...words)).stdout.split('\n').slice(0, -1)

test('commands, their options and values are completed', async () => {
  expect(await offered('')).toEqual(expect.arrayContaining(['push', 'login', 'files', 'completion']))
  expect(await offered('')).not.toContain('complete')
  expect(await offered('p')).toEqual(['push', 'phone'])
  expect(await offered('push', '--ti')).toEqual(['--title'])
  expect(await offered('push', '--to', '')).toEqual(['me', 'Desk', "Ana's phone", 'Bo Larsen'])
  expect(await offered('push', 'hello', '--to', 'b')).toEqual(['Bo Larsen'])
  expect(await offered('push', '--file', 'a.txt', '')).toEqual([':files'])
  expect(await offered('push', '--', '--t')).toEqual([])
  expect(await offered('settings', '')).toEqual(['set', 'reset'])
  expect(await offered('settings', 'set', 'clip')).toEqual(['clipboard'])
  expect(await offered('settings', 'set', 'clipboard', 'o')).toEqual(['on', 'off'])
  expect(await offered('settings', 'set', 'folders', '')).toEqual([':files'])
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
})

test('without a sign-in, values from the server are left out without an error', async () => {
  const empty = openTestMachine()
  expect(await empty.run('complete', '--', 'push', '--to', '')).toEqual({ code: 0, stdout: '', stderr: '' })
  await empty.close()
})

test('Bash completes with the printed script, including names with spaces', async () => {
  const script = `eval "$(waypost completion bash)"
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _waypost; printf '[%s]' "\${COMPREPLY[@]}"; echo; }
complete_line waypost pu
complete_line waypost push --to Bo
complete_line waypost settings set n`
  const { stdout } = await run('bash', ['-c', script], { env: env })
  expect(stdout).toBe('[push]\n[Bo\\ Larsen]\n[notifications]\n')
})

test.runIf(findProgram('fish'))('fish completes with the printed script', async () => {
  const script = 'waypost completion fish | source; complete -C "waypost pu"; complete -C "waypost push --to Bo"'
  expect((await run('fish', ['-c', script], { env: env })).stdout.trim().split('\n')).toEqual(['push', 'Bo Larsen'])
})

test.runIf(findProgram('zsh'))('zsh accepts the printed script', async () => {
  const script = `autoload -U compinit && compinit -u -d "$HOME/.zcompdump"
eval "$(waypost completion zsh)"
compadd() { print -rl -- "\${@:#--}" }
words=(waypost push --to Bo) CURRENT=4
_waypost`
  const { stdout } = await run('zsh', ['-fc', script], { env: { ...env, HOME: machine.settings } })
  expect(stdout.trim()).toBe('Bo Larsen')
})
