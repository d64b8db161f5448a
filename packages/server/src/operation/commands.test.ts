import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runAdmin } from '../admin.ts'
import { readConfig } from '../config.ts'
import { call, programs, signUp } from '../test-program.ts'

const { root, run, close } = programs()
afterAll(close)

const admin = (folder: string, words: string[], environment: Record<string, string> = {}) =>
  runAdmin(words, readConfig({ WAYPOST_DATA: join(root, folder), ...environment }))

test('a setting changed on the command line holds in the running server a moment later, and in one that starts later', async () => {
  const server = run('settings')
  const origin = await server.ready
  await signUp(origin)
  expect(await admin('settings', ['settings'])).toMatch(/^server_name = Waypost {2}\(default\)\npicture = none/)
  expect(await admin('settings', ['set', 'sign_up', 'closed'])).toBe('sign_up is closed now.')
  const stranger = { email: 'b@example.org', password: 'lamp river seventeen' }
  await vi.waitFor(async () => expect((await call(origin, '/v3/server', undefined)).body.sign_up).toBe('closed'))
  expect((await call(origin, '/provider/local/sign-up', undefined, stranger)).status).toBe(403)
  server.child.kill('SIGTERM')
  await server.exited
  await admin('settings', ['set', 'server_name', 'The Grove'])
  await admin('settings', ['set', 'sign_up', 'default'])
  const again = await run('settings').ready
  expect((await call(again, '/v3/server', undefined)).body).toEqual({ name: 'The Grove', sign_up: 'open', plans: 'on' })
  expect(await admin('settings', ['settings'])).toMatch(/^server_name = The Grove {2}\(administrator\)/)
  expect(await admin('settings', ['audit'])).toMatch(
    /command line {2}settings {2}sign_up=default\n.*server_name=The Grove\n.*sign_up=closed/,
  )
})

test('a setting that is none, a value that is none, and one that the environment sets are refused', async () => {
  const server = run('refused')
  await server.ready
  await expect(admin('refused', ['set', 'colour', 'red'])).rejects.toThrow(
    'There is no setting colour. Settings: server_name, picture,',
  )
  await expect(admin('refused', ['set', 'sign_up', 'maybe'])).rejects.toThrow('maybe is not a valid value for sign_up.')
  await expect(admin('refused', ['set', 'free_storage', '5'])).rejects.toThrow('5 is not a valid value for free_storage.')
  await expect(admin('refused', ['set', 'sign_up', 'open'], { WAYPOST_SIGNUP: 'closed' })).rejects.toThrow('with WAYPOST_SIGNUP')
  writeFileSync(join(root, 'page.html'), '<!doctype html>')
  await expect(admin('refused', ['set', 'picture', join(root, 'page.html')])).rejects.toThrow('Choose a PNG')
  expect(await admin('refused', ['settings'])).not.toContain('administrator')
})
