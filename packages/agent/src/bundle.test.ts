import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endingWithUs } from './test-process.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'waypost-home-'))
let server: TestServer

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/bundle.mjs')])
  server = await startTestServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** A machine that has Node.js and npm and nothing of this project. */
function strange(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !resolve(folder).startsWith(root))
  return { PATH: path.join(delimiter), HOME: home, XDG_CONFIG_HOME: join(home, 'settings'), TMPDIR: home }
}

test('the same sources make the same bytes', async () => {
  const hash = () =>
    createHash('sha256')
      .update(readFileSync(join(root, 'packages/agent/dist/waypost.tgz')))
      .digest('hex')
  const before = hash()
  await run(process.execPath, [join(root, 'scripts/bundle.mjs')])
  expect(hash()).toBe(before)
})

test('FILES-001 GAP-068 on an empty machine, the package that the server hands out becomes a device that shares a folder', async () => {
  const { token } = await server.signUp('ana@example.org')
  const environment = strange()
  const options = { env: environment, cwd: home }
  // The optional packages are not to be had: it has to do without.
  const unreachable = ['--registry=http://127.0.0.1:9', '--fetch-retries=0', '--no-audit', '--no-fund', '--update-notifier=false']
  await run('npm', ['install', '-g', '--prefix', join(home, 'npm'), `${server.origin}/apps/waypost.tgz`, ...unreachable], options)
  const program = join(home, 'npm/bin/waypost')
  const waypost = (...words: string[]) => run(program, words, options)

  const signedIn = await waypost('login', '--server', server.origin, '--token', token, '--device', 'Closet')
  expect(signedIn.stdout).toContain('This machine is the device "Closet".')
  await waypost('push', 'from', 'the', 'closet')
  expect((await server.request('/v2/pushes', { token })).body.pushes[0]).toMatchObject({ body: 'from the closet' })

  mkdirSync(join(home, 'shared'))
  writeFileSync(join(home, 'shared', 'a.txt'), 'words')
  await waypost('settings', 'set', 'notifications', 'off')
  await waypost('settings', 'set', 'folders', join(home, 'shared'))
  const running = endingWithUs(spawn(program, ['run'], { ...options, stdio: 'pipe' }))
  const ended = new Promise((resolve) => running.once('close', resolve))
  try {
    let said = ''
    for (const stream of [running.stdout, running.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    }
    await vi.waitFor(() => expect(said).toContain(`Connected to ${server.origin} as "Closet"`), { timeout: 20_000 })
    await vi.waitFor(
      async () => expect((await waypost('files', 'closet', '--json', '--wait', '1')).stdout).toContain('"~/a.txt"'),
      {
        timeout: 20_000,
      },
    )
    const { devices } = (await server.request('/v2/devices?active=true', { token })).body
    expect(devices).toMatchObject([{ nickname: 'Closet', remote_files: 'enabled' }])
    expect((await waypost('files', 'get', 'closet', 'a.txt', '-o', '-')).stdout).toBe('words')
  } finally {
    running.kill('SIGTERM')
    await ended
  }
}, 60_000)
