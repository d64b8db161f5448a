import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Device } from '@waypost/protocol'
import { desktopPort } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { machineType } from '../machine/machine.ts'
import { machine, server, setUpMachine } from '../test-signed-in.ts'

let users = 0

setUpMachine()

async function newUser() {
  const email = `ana${++users}@example.org`
  return { email, ...(await server.signUp(email)) }
}

async function devicesOf(token: string): Promise<Device[]> {
  return (await server.request('/v2/devices?active=true', { token })).body.devices
}

test('a token signs in and registers this machine as a device', async () => {
  const { email, token } = await newUser()
  const { code, stdout, stderr } = await machine.run('login', '--server', server.origin, '--token', token)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`You are signed in to ${server.origin} as ${email}. This machine is the device "${hostname()}".\n`)
  expect(await devicesOf(token)).toMatchObject([{ nickname: hostname(), type: machineType() }])
  expect(statSync(join(machine.settings, 'settings.json')).mode & 0o777).toBe(0o600)
  expect(await machine.run('devices')).toMatchObject({ code: 0 })
})

test('a token can be piped in, so that no process list shows it', async () => {
  const { token } = await newUser()
  const run = machine.start(['login', '--server', server.origin, '--token', '-', '--json', '--no-device'], {
    input: `${token}\n`,
  })
  const { code, stdout } = await run.ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ server: server.origin, account: { email: `ana${users}@example.org` } })
  expect(stdout).not.toContain(token)
  const empty = machine.start(['login', '--token', '-'], { input: '\n' })
  expect(await empty.ended).toMatchObject({ code: 1, stderr: 'The token is empty.\n' })
})

test('signing in again uses the last server, keeps the device, and can rename it', async () => {
  const { token } = await newUser()
  const login = (...words: string[]) => machine.run('login', '--token', token, ...words)
  await login('--server', server.origin, '--device', 'Laptop')
  await login()
  const [device, ...others] = await devicesOf(token)
  expect(device?.nickname).toBe('Laptop')
  expect(others).toEqual([])
  expect((await login('--device', 'Desk')).stdout).toContain('the device "Desk"')
  expect(await devicesOf(token)).toMatchObject([{ iden: device?.iden, nickname: 'Desk' }])

  // A device is recognized by its iden even if the machine's fingerprint has changed.
  await server.request(`/v2/devices/${device?.iden}`, { token, body: { fingerprint: 'another machine' } })
  await login()
  expect(await devicesOf(token)).toMatchObject([{ iden: device?.iden, nickname: 'Desk' }])

  // The device was removed elsewhere, or belongs to another account: it cannot be reused.
  await server.request(`/v2/devices/${device?.iden}`, { method: 'DELETE', token })
  await login()
  expect(await devicesOf(token)).toMatchObject([{ nickname: hostname() }])
  const other = await newUser()
  await machine.run('login', '--server', server.origin, '--token', other.token)
  expect(await devicesOf(other.token)).toHaveLength(1)
})

test('--no-device registers no device', async () => {
  const { token } = await newUser()
  const { code, stdout } = await machine.run('login', '--server', server.origin, '--token', token, '--no-device')
  expect(code).toBe(0)
  expect(stdout).not.toContain('device')
  expect(await devicesOf(token)).toEqual([])
})

test('the refusal of an unknown token is printed, and nothing is saved', async () => {
  const ended = await machine.run('login', '--server', server.origin, '--token', 'o.unknown')
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'Access token is missing or invalid.\n' })
  expect(readdirSync(machine.settings)).toEqual([])
})

test.each([[['--token', 'o.some']], [[]]])('a server that cannot be reached is named (%j)', async (words) => {
  const ended = await machine.run('login', '--server', 'localhost:1', ...words)
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'Could not connect to server at http://localhost:1.\n' })
})

test('AUTH-036 GAP-064 the browser sends the token to port 20807', async () => {
  const { email, token } = await newUser()
  const run = machine.start(['login', '--server', server.origin])
  const page = new URL((await run.shows(/^http:.*\n/m, 'stderr')).trim())
  expect(page.origin + page.pathname).toBe(`${server.origin}/desktop_auth`)
  const query = Object.fromEntries(page.searchParams)
  expect(query).toEqual({ platform: machineType(), source: 'cli', type: 'local', state: expect.stringMatching(/^[\w-]{43}$/) })

  const local = `http://localhost:${desktopPort}`
  const forged = await fetch(`${local}/?${new URLSearchParams({ api_key: 'o.forged', state: 'forged' })}`)
  expect(forged.status).toBe(403)
  const answer = await fetch(`${local}/?${new URLSearchParams({ api_key: token, state: query.state ?? '' })}`)
  expect(answer.url).toBe(`${local}/done`)
  expect(await answer.text()).toContain('You are signed in. You can close this window.')

  const { code, stdout } = await run.ended
  expect(code).toBe(0)
  expect(stdout).toContain(`as ${email}.`)
  expect(readFileSync(join(machine.settings, 'settings.json'), 'utf8')).toContain(token)
})

test('a port 20807 that is in use is reported in one sentence', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(desktopPort, '127.0.0.1', resolve))
  try {
    const { code, stderr } = await machine.run('login', '--server', server.origin)
    expect(code).toBe(1)
    expect(stderr).toBe('Port 20807 is in use by another program, so the browser cannot reach this one.\n')
  } finally {
    await new Promise((resolve) => taken.close(resolve))
  }
})

test('logout removes the sign-in', async () => {
  const { token } = await newUser()
  await machine.run('login', '--server', server.origin, '--token', token, '--no-device')
  expect(await machine.run('logout')).toEqual({ code: 0, stdout: `You are signed out of ${server.origin}.\n`, stderr: '' })
  expect(readdirSync(machine.settings)).toEqual([])
  expect(await machine.run('logout')).toMatchObject({ code: 1, stderr: 'You are not signed in. Run: waypost login\n' })
})

test('a machine without a browser shows a code, and is signed in when the code is typed on another device', async () => {
  const { email, token } = await newUser()
  const run = machine.start(['login', '--server', server.origin, '--code', '--device', 'Media server'])
  const code = (await run.shows(/^ {2}[A-Z]{4}-[A-Z]{4}$/m, 'stderr')).trim()
  expect(await run.shows(/^ {2}http.*$/m, 'stderr')).toBe(`  ${server.origin}/device`)
  const { body: found } = await server.request('/v3/device-sign-in/find', { token, body: { user_code: code } })
  expect(found).toMatchObject({ name: 'Media server', type: machineType() })
  await server.request('/v3/device-sign-in/answer', { token, body: { user_code: code, approve: true } })
  const { code: exit, stdout } = await run.ended
  expect(exit).toBe(0)
  expect(stdout).toBe(`You are signed in to ${server.origin} as ${email}. This machine is the device "Media server".\n`)
  expect(await devicesOf(token)).toMatchObject([{ nickname: 'Media server' }])
  expect(readFileSync(join(machine.settings, 'settings.json'), 'utf8')).not.toContain(token)
})

test('a code that is denied or expires ends the login with a sentence, and nothing is saved', async () => {
  const { token } = await newUser()
  const start = () => machine.start(['login', '--server', server.origin, '--code'])
  const codeOf = async (run: ReturnType<typeof start>) => (await run.shows(/^ {2}[A-Z]{4}-[A-Z]{4}$/m, 'stderr')).trim()
  const refused = start()
  const body = { user_code: await codeOf(refused), approve: false }
  await server.request('/v3/device-sign-in/answer', { token, body })
  const first = await refused.ended
  expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('The sign-in was refused on the other device.\n')])
  const expired = start()
  await codeOf(expired)
  await server.app.db.write((tx) => tx.run('UPDATE device_sign_in SET expires = 0'))
  const second = await expired.ended
  expect([second.code, second.stderr]).toEqual([
    1,
    expect.stringContaining('The code has expired. Run the command again for a new one.\n'),
  ])
  expect(readdirSync(machine.settings)).toEqual([])
})

test('a code is the default without a screen; otherwise the browser page tells how to get one', async () => {
  const screenless = { WAYPOST_BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '' }
  if (machineType() === 'linux') {
    const run = machine.start(['login', '--server', server.origin], { env: screenless })
    await run.shows(/^ {2}[A-Z]{4}-[A-Z]{4}$/m, 'stderr')
    run.signal('SIGKILL')
    await run.ended
  }
  const browser = machine.start(['login', '--server', server.origin])
  await browser.shows(new RegExp(`run: waypost login --server ${server.origin} --code`), 'stderr')
  browser.signal('SIGKILL')
  await browser.ended
})
