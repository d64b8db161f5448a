import type { Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestMachine, type TestMachine } from '../test-cli.ts'

const ana = 'ana@example.org'
let server: TestServer
let machine: TestMachine
let token: string

beforeEach(async () => {
  server = await startTestServer()
  machine = openTestMachine()
  token = (await server.signUp(ana)).token
  await machine.run('login', '--server', server.origin, '--token', token, '--no-device')
})
afterEach(async () => {
  await machine.close()
  await server.close()
})

async function push(body: string, owner = token, email?: string): Promise<Push> {
  return (await server.request('/v2/pushes', { token: owner, body: { type: 'note', body, email } })).body
}

async function watch(...words: string[]) {
  const run = machine.start(['watch', ...words])
  await run.shows(/Connected to http:\S+ as ana@example\.org\.\n/, 'stderr')
  return run
}

test('a push is printed once, when it arrives', async () => {
  const bob = await server.signUp('bob@example.org')
  const earlier = await push('earlier')
  const run = await watch()
  const own = await push('own')
  await run.shows(/own\n/)
  for (const { iden } of [earlier, own]) await server.request(`/v2/pushes/${iden}`, { token, body: { dismissed: true } })
  await push('from \u001b[31mbob', bob.token, ana)
  await run.shows(/bob\n/)
  run.signal('SIGINT')
  const { code, stdout } = await run.ended
  expect(code).toBe(0)
  expect(stdout.replaceAll(/^\S+ \S+ {2}/gm, '')).toBe('me → me  note  own\nbob@example.org → me  note  from bob\n')
})

test('--json prints one object per line', async () => {
  const run = await watch('--json')
  const sent = [await push('one'), await push('two\nlines')]
  await run.shows(/lines.*\n/)
  run.signal('SIGTERM')
  const { code, stdout } = await run.ended
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(sent)
})

test('a restart of the server loses no pushes', async () => {
  const run = await watch()
  await server.stop()
  await run.shows(/Connection lost\. Reconnecting\.\n/, 'stderr')
  await server.restart()
  await push('while it was away')
  await run.shows(/while it was away\n/)
  await run.shows(/Reconnecting\.\nConnected to/, 'stderr')
  await push('back again')
  await run.shows(/back again\n/)
})

test('it waits for a server that is down', async () => {
  await server.stop()
  const run = machine.start(['watch'])
  await run.shows(new RegExp(`^Could not connect to server at ${server.origin}\\. Trying again\\.\n`), 'stderr')
  await server.restart()
  await run.shows(/Connected to/, 'stderr')
  await push('hello')
  await run.shows(/hello\n/)
})

test('Ctrl+C ends it while it waits', async () => {
  await server.stop()
  const run = machine.start(['watch'])
  await run.shows(/Trying again/, 'stderr')
  run.signal('SIGINT')
  expect(await run.ended).toMatchObject({ code: 0, stdout: '' })
})

test('a reader that closes the output ends it without a message', async () => {
  const run = await watch()
  run.stopReading()
  await push('hello')
  const { code, stderr } = await run.ended
  expect(code).toBe(0)
  expect(stderr).toBe(`Connected to ${server.origin} as ${ana}.\n`)
})

test('a revoked token ends it', async () => {
  const run = await watch()
  await server.request('/v3/delete-all-access-tokens', { token, body: {} })
  const { code, stderr } = await run.ended
  expect(code).toBe(1)
  expect(stderr).toContain(`Access token is missing or invalid. Run: waypost login --server ${server.origin}\n`)
  expect(await machine.run('watch')).toMatchObject({ code: 1 })
})
