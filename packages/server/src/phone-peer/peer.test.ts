import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { programs, signUp } from '../test-program.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

const own = programs()
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => own.close())

const environment = { WAYPOST_PHONES: 'on', WAYPOST_PHONES_HOST: '127.0.0.1', WAYPOST_LOG: 'silent' }
const phoneTimes = { look: 50, pause: 50 }
const patience = { timeout: 30_000, interval: 50 }

async function start(more: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ ...environment, ...more }, { nodes: 1, phoneTimes })
  servers.push(server)
  return server
}

const devicesOf = async (server: TestServer, token: string): Promise<Json[]> =>
  (await server.request('/v2/devices?active_only=true', { token })).body.devices

const serverDevice = (server: TestServer, token: string): Promise<Json> =>
  vi.waitFor(async () => {
    const device = (await devicesOf(server, token)).find(({ nickname }) => nickname === 'Waypost server')
    expect(device).toBeDefined()
    return device
  }, patience)

/** Whether a process is running; a zombie is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z'
  } catch {
    return false
  }
}

test('the program for phones starts when the first account exists, is a device of it, and ends with the server', async () => {
  const server = await start()
  expect(server.app.phonesPid).toBeUndefined()
  await vi.waitFor(() => expect(server.app.deps.phones?.state().problem).toBe('There is no account for them yet.'), patience)
  const ana = await server.signUp('ana@example.org')
  const { iden } = await serverDevice(server, ana.token)
  const { access_tokens } = (await server.request('/v3/access-tokens', { token: ana.token })).body
  expect(access_tokens).toMatchObject([{ name: 'Waypost server' }])
  const folder = join(server.app.deps.config.data, 'phones', ana.account.iden)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of ['server.json', 'settings.json']) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  expect((await server.request('/v3/admin/version', { token: ana.token })).body.phones).toEqual({
    account: 'ana@example.org',
    running: true,
  })
  const pid = server.app.phonesPid as number
  await server.stop()
  expect(isAlive(pid)).toBe(false)
  await server.restart()
  await vi.waitFor(() => expect(server.app.phonesPid).toBeGreaterThan(0), patience)
  expect((await serverDevice(server, ana.token)).iden).toBe(iden)
  expect((await server.request('/v3/access-tokens', { token: ana.token })).body.access_tokens).toHaveLength(1)
})

test('the program is started again after it has crashed, and is the same device', async () => {
  const server = await start()
  const ana = await server.signUp('ana@example.org')
  const { iden } = await serverDevice(server, ana.token)
  const pid = server.app.phonesPid as number
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => {
    expect(server.app.phonesPid).toBeGreaterThan(0)
    expect(server.app.phonesPid).not.toBe(pid)
  }, patience)
  expect((await server.request('/healthz')).status).toBe(200)
  expect((await serverDevice(server, ana.token)).iden).toBe(iden)
})

test('whoever removes the device of the server signs it out until the next start of the server', async () => {
  const server = await start()
  const ana = await server.signUp('ana@example.org')
  const { iden } = await serverDevice(server, ana.token)
  await vi.waitFor(() => expect(stateOf(server, ana.account.iden).device).toBe(iden), patience)
  await server.request(`/v2/devices/${iden}`, { token: ana.token, method: 'DELETE' })
  await vi.waitFor(async () => {
    expect(server.app.phonesPid).toBeUndefined()
    expect((await server.request('/v3/access-tokens', { token: ana.token })).body.access_tokens).toEqual([])
  }, patience)
  await server.restart()
  expect((await serverDevice(server, ana.token)).iden).not.toBe(iden)
})

test('the phones of another account are chosen by its address; the program ends while that is suspended, and its keys go with it', async () => {
  const server = await start({ WAYPOST_PHONES: 'BEN@example.org' })
  const ana = await server.signUp('ana@example.org')
  const ben = await server.signUp('ben@example.org')
  await serverDevice(server, ben.token)
  expect(await devicesOf(server, ana.token)).toEqual([])
  await server.request(`/v3/admin/people/${ben.account.iden}/suspend`, { token: ana.token, method: 'POST' })
  await vi.waitFor(() => expect(server.app.phonesPid).toBeUndefined(), patience)
  await server.request(`/v3/admin/people/${ben.account.iden}/unsuspend`, { token: ana.token, method: 'POST' })
  await vi.waitFor(() => expect(server.app.phonesPid).toBeGreaterThan(0), patience)
  await server.request(`/v3/admin/people/${ben.account.iden}?email=ben@example.org`, { token: ana.token, method: 'DELETE' })
  await vi.waitFor(() => {
    expect(server.app.phonesPid).toBeUndefined()
    expect(existsSync(join(server.app.deps.config.data, 'phones', ben.account.iden))).toBe(false)
  }, patience)
})

test('a server that is killed leaves no program for phones behind', async () => {
  const server = own.run('killed', environment)
  const token = await signUp(await server.ready)
  expect(token).toBeTruthy()
  const phones = join(own.root, 'killed', 'phones')
  const pid = await vi.waitFor(() => {
    const [account = ''] = readdirSync(phones)
    const lock = readdirSync(join(phones, account)).find((name) => name.endsWith('.lock')) ?? ''
    return JSON.parse(readFileSync(join(phones, account, lock), 'utf8')).pid as number
  }, patience)
  expect(isAlive(pid)).toBe(true)
  server.child.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience)
})

const stateOf = (server: TestServer, account: string): Json => {
  return JSON.parse(readFileSync(join(server.app.deps.config.data, 'phones', account, 'server.json'), 'utf8'))
}
