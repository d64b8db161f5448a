import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { until } from '@waypost/client/ground/until'
import { testSessions } from '@waypost/client/session/test-sessions'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasRealBus, openTestDesktop } from './desktop/test-desktop.ts'
import { killedWithParent } from './test-process.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const program = 'packages/agent/dist/waypost.mjs'
const home = mkdtempSync(join(tmpdir(), 'waypost-home-'))
let server: TestServer

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/bundle.mjs')])
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** A machine with Node.js and npm, but nothing of this project. */
function strange(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !resolve(folder).startsWith(root))
  return { PATH: path.join(delimiter), HOME: home, XDG_CONFIG_HOME: join(home, 'settings'), TMPDIR: home }
}

test('the build is reproducible', async () => {
  const hash = () =>
    createHash('sha256')
      .update(readFileSync(join(root, 'packages/agent/dist/waypost.tgz')))
      .digest('hex')
  const before = hash()
  await run(process.execPath, [join(root, 'scripts/bundle.mjs')])
  expect(hash()).toBe(before)
})

test('FILES-001 GAP-068 on an empty machine, the package from the server becomes a device that shares a folder', async () => {
  const { token } = await server.signUp('ana@example.org')
  const env = strange()
  const options = { env: env, cwd: home }
  // The optional packages can't be installed here: the program has to work without them.
  const unreachable = ['--registry=http://127.0.0.1:9', '--fetch-retries=0', '--no-audit', '--no-fund', '--update-notifier=false']
  await run('npm', ['install', '-g', '--prefix', join(home, 'npm'), `${server.origin}/apps/waypost.tgz`, ...unreachable], options)
  const installed = join(home, 'npm/bin/waypost')
  const waypost = (...words: string[]) => run(installed, words, options)

  const signedIn = await waypost('login', '--server', server.origin, '--token', token, '--device', 'Closet')
  expect(signedIn.stdout).toContain('This machine is the device "Closet".')
  await waypost('push', 'from', 'the', 'closet')
  expect((await server.request('/v2/pushes', { token })).body.pushes[0]).toMatchObject({ body: 'from the closet' })

  mkdirSync(join(home, 'shared'))
  writeFileSync(join(home, 'shared', 'a.txt'), 'words')
  await waypost('settings', 'set', 'notifications', 'off')
  await waypost('settings', 'set', 'folders', join(home, 'shared'))
  const running = killedWithParent(spawn(installed, ['run'], { ...options, stdio: 'pipe' }))
  const ended = new Promise((resolve) => running.once('close', resolve))
  try {
    let said = ''
    for (const stream of [running.stdout, running.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    }
    await vi.waitFor(() => expect(said).toContain(`Connected to ${server.origin} as "Closet"`))
    await vi.waitFor(async () =>
      expect((await waypost('files', 'closet', '--json', '--wait', '1')).stdout).toContain('"~/a.txt"'),
    )
    const { devices } = (await server.request('/v2/devices?active=true', { token })).body
    expect(devices).toMatchObject([{ nickname: 'Closet', remote_files: 'enabled' }])
    expect((await waypost('files', 'get', 'closet', 'a.txt', '-o', '-')).stdout).toBe('words')
  } finally {
    running.kill('SIGTERM')
    await ended
  }
})

test.runIf(hasRealBus)('GAP-068 notifications work over the message bus on the Node.js of the machine', async () => {
  const sessions = testSessions(() => server.origin)
  const desktop = await openTestDesktop()
  const cy = await server.signUp('cy@example.org')
  const settings = join(home, 'desk')
  const options = { env: { ...strange(), ...desktop.env, WAYPOST_SETTINGS: settings }, cwd: home }
  // The Node.js in PATH is not the one that the project installs.
  const waypost = (...words: string[]) => run('node', [join(root, program), ...words], options)
  await waypost('login', '--server', server.origin, '--token', cy.token, '--device', 'Desk')
  await waypost('settings', 'set', 'mirror', 'on')
  const running = killedWithParent(
    spawn('node', [join(root, program), 'run', '--json'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const ended = new Promise((resolve) => running.once('close', resolve))
  try {
    let said = ''
    running.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    await vi.waitFor(() => expect(said).toContain('"ready"'))
    const { body: pushed } = await server.request('/v2/pushes', {
      token: cy.token,
      body: { type: 'note', body: 'over the bus' },
    })
    const note = await desktop.until(() => desktop.notes.find(({ body }) => body === 'over the bus'))
    desktop.dismiss(note)
    const dismissed = async () => (await server.request(`/v2/pushes/${pushed.iden}`, { token: cy.token })).body.dismissed
    await vi.waitFor(async () => expect(await dismissed()).toBe(true))

    const other = await sessions.started(cy)
    const mirrors: unknown[] = []
    other.onEphemeral((ephemeral) => void (ephemeral.type === 'mirror' && mirrors.push(ephemeral)))
    await until(other.$connection, (connection) => connection === 'connected')
    await desktop.notify('Mail', 'A letter', 'from far away')
    await vi.waitFor(() =>
      expect(mirrors).toMatchObject([{ application_name: 'Mail', title: 'A letter', body: 'from far away' }]),
    )
  } finally {
    running.kill('SIGTERM')
    await ended
    sessions.closeAll()
    await desktop.close()
  }
})

test('a Node.js that is too old is reported, also by npm', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.8.1' } })`
  const told = run(process.execPath, [
    `--import=data:text/javascript,${encodeURIComponent(older)}`,
    join(root, program),
    '--version',
  ])
  await expect(told).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^waypost needs Node\.js 20\.9 or newer, and this is v.*\.\n$/),
  })
  const { stdout } = await run('tar', ['-xzOf', join(root, 'packages/agent/dist/waypost.tgz'), 'package/package.json'])
  expect(JSON.parse(stdout).engines).toEqual({ node: '>=20.9' })
})
