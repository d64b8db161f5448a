import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@waypost/client/ground/until'
import { testSessions } from '@waypost/client/session/test-sessions'
import { type Account, type Device, keyFingerprint, sealKey } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { machineType } from '../machine/machine.ts'
import { defaultCompanionSettings } from '../settings/companion-settings.ts'
import { changeCompanionSettings, forgetSignIn, keepKey, keepSignIn, type SignIn } from '../settings/settings.ts'
import { openTestMachine, type Run, type TestMachine } from '../test-cli.ts'

let server: TestServer
let machine: TestMachine
let ana: { token: string; account: Account }
let users = 0
const sessions = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  machine = openTestMachine()
  vi.stubEnv('WAYPOST_SETTINGS', machine.settings)
  ana = await server.signUp(`ana${++users}@example.org`)
  keepSignIn(signIn())
})
afterEach(async () => {
  sessions.closeAll()
  await machine.close()
})

const signIn = (): SignIn => ({
  server: server.origin,
  token: ana.token,
  account: { iden: ana.account.iden, email: ana.account.email },
})

async function devices(): Promise<Device[]> {
  return (await server.request('/v2/devices?active=true', { token: ana.token })).body.devices
}

/** Waits until the companion is connected. Nothing appears on the developer's desktop. */
async function running(...words: string[]): Promise<Run> {
  const run = machine.start(['run', ...words], { env: { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' } })
  await run.shows(/Connected to|"connected"/)
  return run
}

test('GAP-068 API-083 API-084 SYNC-026 GAP-017 it is a device of its type, announces itself, and answers until it is stopped', async () => {
  const watcher = await sessions.started(ana)
  const run = await running()
  const [device, ...others] = await devices()
  expect(others).toEqual([])
  expect(device).toMatchObject({
    type: machineType(),
    app_version: expect.toSatisfy((version: number) => version >= 256),
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    remote_files: 'disabled',
    mirroring: 'disabled',
    has_sms: false,
  })
  expect(device).not.toHaveProperty('key_fingerprint')
  await until(watcher.pinger.$online, (online) => online.has(device?.iden ?? ''))
  const session = await sessions.started(ana)
  session.pinger.ping()
  await until(session.pinger.$online, (online) => online.has(device?.iden ?? ''))

  run.signal('SIGTERM')
  expect(await run.ended).toEqual({ code: 0, stderr: '', stdout: expect.not.stringContaining('settings') })
  expect(readdirSync(machine.settings)).toEqual(['settings.json'])
})

test('E2E-007 with a password its answers are encrypted, and the device has the fingerprint of its key', async () => {
  const password = 'correct horse'
  const key = await sealKey(password, ana.account.iden)
  keepKey(signIn(), key)
  const run = await running()
  expect(await devices()).toMatchObject([{ key_fingerprint: await keyFingerprint(key) }])

  const session = await sessions.started(ana)
  const sealed: unknown[] = []
  const blind = await sessions.started(ana, {
    seal: { open: async (pushed) => void sealed.push(pushed), close: async (push) => push },
  })
  await session.encryption.setPassword(password)
  session.pinger.ping()
  const [device] = await devices()
  await until(session.pinger.$online, (online) => online.has(device?.iden ?? ''))
  // The pong sent on connecting may have been missed.
  await expect.poll(() => sealed).toContainEqual(expect.objectContaining({ encrypted: true, type: 'pong' }))
  expect(JSON.stringify(sealed)).not.toContain(password)
  blind.close()

  keepKey(signIn(), undefined)
  await run.shows(/The settings have changed\.\nConnected/)
  expect((await devices())[0]?.key_fingerprint).not.toBe(await keyFingerprint(key))
})

test('the same machine is the same device after a new installation', async () => {
  const run = await running()
  const [before] = await devices()
  run.signal('SIGTERM')
  await run.ended
  rmSync(join(machine.settings, 'settings.json'))
  expect(readdirSync(machine.settings)).toEqual([])
  keepSignIn(signIn())
  await running()
  expect(await devices()).toMatchObject([{ iden: before?.iden, nickname: before?.nickname }])
})

test('a second companion for the same device is refused, unless the first one was killed', async () => {
  const first = await running()
  const second = await machine.run('run')
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(/^The companion is already running on this machine, as process \d+\.\n$/)
  first.signal('SIGKILL')
  await first.ended
  const third = await running()
  third.signal('SIGINT')
  expect(await third.ended).toMatchObject({ code: 0 })
})

test('--json prints one event per line', async () => {
  const run = await running('--json')
  await server.request('/v2/pushes', { token: ana.token, body: { type: 'note', body: 'hello' } })
  await run.shows(/"push".*\n/)
  await server.restart()
  await run.shows(/"disconnected".*\n(.*\n)*.*"connected".*\n/)
  run.signal('SIGINT')
  const events = (await run.ended).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const where = { server: server.origin, device: (await devices())[0]?.iden }
  expect(events.filter(({ event }) => /connected$/.test(event)).slice(0, 2)).toEqual([
    { event: 'connected', ...where },
    { event: 'disconnected', ...where },
  ])
  expect(events).toContainEqual({ event: 'push', push: expect.objectContaining({ body: 'hello' }) })
  expect(events.every(({ event }) => typeof event === 'string')).toBe(true)
})

test('it waits for its server, survives its restart, and ends when the device is removed', async () => {
  await server.stop()
  const run = machine.start(['run'])
  await run.shows(/Could not connect to server at \S+ Trying again\.\n/)
  await server.restart()
  await run.shows(/Connected/)
  await server.restart()
  await run.shows(/Connection lost\. Reconnecting\.\nConnected/)

  const [device] = await devices()
  await server.request(`/v2/devices/${device?.iden}`, { method: 'DELETE', token: ana.token })
  const { code, stderr } = await run.ended
  expect(code).toBe(1)
  expect(stderr).toBe('This machine was removed from the devices of your account. To add it again, run: waypost login\n')
  expect((await machine.run('run')).stderr).toBe(stderr)

  keepSignIn(signIn())
  const again = await running()
  await server.request('/v3/delete-all-access-tokens', { token: ana.token, body: {} })
  expect((await again.ended).stderr).toContain('Run: waypost login')
})

test('changed settings take effect at once, and other devices see them', async () => {
  const run = await running()
  changeCompanionSettings({ folders: [machine.settings], phone: 'simulated' })
  await run.shows(/The settings have changed\.\nConnected/)
  expect(await devices()).toMatchObject([{ remote_files: 'enabled', shared_folders: 1, has_sms: true, has_mms: true }])
  changeCompanionSettings({ ...defaultCompanionSettings, phone: 'typewriter' })
  await run.shows(/The settings have changed\.\nTexts cannot be sent: "typewriter" is not a phone\..*\nConnected/)
  expect(await devices()).toMatchObject([{ remote_files: 'disabled', has_sms: false }])
  expect((await devices())[0]).not.toMatchObject({ has_mms: true })
  expect((await devices())[0]).not.toHaveProperty('shared_folders')
  forgetSignIn(signIn())
  expect(await run.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Run: waypost login') })
})
