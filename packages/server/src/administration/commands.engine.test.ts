import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runAdmin } from '../admin.ts'
import { readConfig } from '../config.ts'
import { freshEngines } from '../test-engines.ts'
import { call, programs, signUp } from '../test-program.ts'

const { root, run, close } = programs()
afterAll(close)

const soon = { interval: 50 }

const commandsOver = (folder: string, environment: Record<string, string>) => {
  const config = readConfig({ WAYPOST_DATA: join(root, folder), ...environment })
  return (...words: string[]) => runAdmin(words, config)
}

async function standing(origin: string, token: string) {
  const { status, body } = await call(origin, '/v2/users/me', token)
  return body.error?.code ?? { status, admin: body.admin === true, pro: body.pro === true }
}

const plain = { status: 200, admin: false, pro: false }

test('every command works on PostgreSQL beside the running server, which notices, and while it is down', async () => {
  const { WAYPOST_NATS_URL: _, ...environment } = (await freshEngines()) as Record<string, string>
  const server = run('alone', environment)
  const origin = await server.ready
  await signUp(origin, 'first@example.org')
  const token = await signUp(origin, 'b@example.org')
  const admin = commandsOver('alone', environment)
  const usage = async (at: string) => (await call(at, '/v3/usage', token)).body.storage_limit

  expect(await admin('people', 'b@')).toMatch(/^b@example\.org {2}since .* free {2}1 session\n1 person$/)
  await admin('suspend', 'B@example.org')
  await vi.waitFor(async () => expect(await standing(origin, token)).toBe('account_suspended'), soon)
  await admin('unsuspend', 'b@example.org')
  await vi.waitFor(async () => expect(await standing(origin, token)).toEqual(plain), soon)
  await admin('make-administrator', 'b@example.org')
  await vi.waitFor(async () => expect(await standing(origin, token)).toEqual({ ...plain, admin: true, pro: true }), soon)
  await admin('unmake-administrator', 'b@example.org')
  await vi.waitFor(async () => expect(await standing(origin, token)).toEqual(plain), soon)
  await expect(admin('unmake-administrator', 'first@example.org')).rejects.toThrow('This is the last administrator.')
  await expect(admin('delete', 'first@example.org', '--yes')).rejects.toThrow('An administrator cannot be deleted.')
  expect(await admin('storage-limit', 'b@example.org', '1.5GB')).toBe('b@example.org may store 1.5GB.')
  expect(await usage(origin)).toBe(1.5 * 2 ** 30)
  await expect(admin('storage-limit', 'b@example.org', 'much')).rejects.toThrow('much is no size.')

  expect(await admin('set', 'sign_up', 'closed')).toBe('sign_up is closed now.')
  await vi.waitFor(async () => expect((await call(origin, '/v3/server', undefined)).body.sign_up).toBe('closed'), soon)
  await admin('set', 'sign_up', 'default')
  expect(await admin('settings')).toMatch(/^sign_up = open {2}\(default\)$/m)

  expect(await admin('invite', 'c@example.org')).toMatch(/^Invited c@example\.org in the name of first@example\.org\./)
  expect(await admin('invitations')).toMatch(/^c@example\.org {2}open until /)
  expect(await admin('revoke-invitation', 'c@example.org')).toBe('The invitation of c@example.org is revoked.')
  expect(await admin('invitations')).toMatch(/^c@example\.org {2}revoked /)

  expect(await admin('reset-link', 'b@example.org')).toMatch(/#reset=\w{32}$/)
  expect(await admin('remove-factors', 'b@example.org')).toBe('There were none to remove.')
  await expect(admin('setup-link')).rejects.toThrow('This server already has an account.')
  await expect(admin('backup', join(root, 'backup.zip'))).rejects.toThrow('This server stores its rows in PostgreSQL.')
  await admin('end-sessions', 'b@example.org')
  await vi.waitFor(async () => expect(await standing(origin, token)).toBe('invalid_access_token'), soon)
  expect((await admin('audit', 'b@example.org')).split('\n').map((line) => line.split(/ {2}/)[2])).toEqual([
    'end-sessions',
    'remove-factors',
    'reset-link',
    'storage-limit',
    'unmake-administrator',
    'make-administrator',
    'unsuspend',
    'suspend',
  ])

  const again = await signUp(origin, 'd@example.org')
  server.child.kill('SIGTERM')
  await server.exited
  await admin('give-pro', 'd@example.org')
  await admin('storage-limit', 'd@example.org', '20GB')
  await admin('delete', 'b@example.org', '--yes')
  const later = await run('alone', environment).ready
  expect(await standing(later, again)).toEqual({ ...plain, pro: true })
  expect((await call(later, '/v3/usage', again)).body.storage_limit).toBe(20 * 2 ** 30)
  await admin('take-pro', 'd@example.org')
  await admin('storage-limit', 'd@example.org', 'default')
  expect((await call(later, '/v3/usage', again)).body.storage_limit).toBe(2 * 2 ** 30)
  expect(await admin('people')).toMatch(/\n2 people$/)
})

test('of two nodes that share PostgreSQL and NATS, both notice what a command does', async () => {
  const environment = (await freshEngines()) as Record<string, string>
  const nodes = [await run('first', environment).ready, await run('second', environment).ready] as const
  await signUp(nodes[0], 'first@example.org')
  const token = await signUp(nodes[0], 'b@example.org')
  const admin = commandsOver('first', environment)
  for (const node of nodes) expect(await standing(node, token)).toEqual(plain)
  await admin('suspend', 'b@example.org')
  for (const node of nodes) await vi.waitFor(async () => expect(await standing(node, token)).toBe('account_suspended'), soon)
  await admin('unsuspend', 'b@example.org')
  for (const node of nodes) await vi.waitFor(async () => expect(await standing(node, token)).toEqual(plain), soon)
  await admin('set', 'server_name', 'The Grove')
  for (const node of nodes)
    await vi.waitFor(async () => expect((await call(node, '/v3/server', undefined)).body.name).toBe('The Grove'), soon)
})
