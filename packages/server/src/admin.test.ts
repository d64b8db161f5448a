import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runAdmin } from './admin.ts'
import { readConfig } from './config.ts'
import { call, programs, signUp } from './test-program.ts'

const { root, run, close } = programs()
const empty = mkdtempSync(join(tmpdir(), 'waypost-admin-'))
afterAll(() => {
  close()
  rmSync(empty, { recursive: true, force: true })
})

const email = 'a@example.org'

const key = async (origin: string, access_token: string): Promise<string> =>
  (await call(origin, '/v2/authenticate', undefined, { type: 'local', access_token })).body.api_key

async function admin(folder: string, words: string[], environment: Record<string, string> = {}) {
  const program = run(folder, environment, ['admin', ...words])
  return { code: await program.exited, output: program.output() }
}

test('a link to a new password is made while the server runs, and while it does not; both work', async () => {
  const server = run('both')
  const origin = await server.ready
  await signUp(origin)
  const settings = { WAYPOST_ORIGIN: origin }
  const reset = (output: string, password: string, at = origin) =>
    call(at, '/provider/local/reset', undefined, { token: /#reset=(\w+)\n$/.exec(output)?.[1] ?? '', password })
  const beside = await admin('both', ['reset-link', 'A@example.org'], settings)
  expect(beside).toEqual({ code: 0, output: expect.stringMatching(new RegExp(`^${origin}/provider/local#reset=\\w{32}\n$`)) })
  expect((await reset(beside.output, 'lamp river seventeen')).status).toBe(200)
  server.child.kill('SIGTERM')
  await server.exited
  const { output } = await admin('both', ['reset-link', email], settings)
  const again = await run('both').ready
  expect((await reset(output, 'seven rivers of lamps', again)).status).toBe(200)
  const signIn = await call(again, '/provider/local/sign-in', undefined, { email, password: 'seven rivers of lamps' })
  expect(signIn.status).toBe(200)
  expect(await admin('both', ['reset-link', 'b@example.org'])).toEqual({
    code: 1,
    output: 'There is no account with this email address.\n',
  })
  expect(await admin('both', ['remove-factors', 'A@example.org'])).toEqual({
    code: 0,
    output: 'There were none to remove.\n',
  })
  const audit = await admin('both', ['audit', 'a@example.org'])
  expect(audit).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^\S+Z {2}command line {2}remove-factors {2}a@example\.org\n(\S+Z {2}the person {2}reset-password {2}a@example\.org\n\S+Z {2}command line {2}reset-link {2}a@example\.org\n){2}$/,
    ),
  })
  const entries = (await call(again, '/v3/audit', await key(again, signIn.body.access_token))).body.entries
  const once = [{ act: 'reset-password' }, { act: 'reset-link' }]
  expect(entries).toMatchObject([{ act: 'sign-in' }, { act: 'remove-factors' }, ...once, ...once])
})

test('a link that signs in is made beside a running server, also where people have no passwords', async () => {
  const server = run('link')
  const origin = await server.ready
  await signUp(origin)
  const folder = { WAYPOST_DATA: join(root, 'link'), WAYPOST_ORIGIN: origin }
  const off = { WAYPOST_LOCAL_SIGN_IN: 'off', WAYPOST_GOOGLE_CLIENT_ID: 'abc' }
  const link = await runAdmin(['sign-in-link', 'A@example.org'], readConfig({ ...folder, ...off }))
  const [, secret = ''] = /#link=(\w+)$/.exec(link) ?? []
  expect(link).toBe(`${origin}/signin#link=${secret}`)
  const entered = await call(origin, '/v2/authenticate', undefined, { type: 'link', access_token: secret })
  expect([entered.status, entered.body.email]).toEqual([200, email])
  await expect(runAdmin(['reset-link', email], readConfig({ ...folder, ...off }))).rejects.toMatchObject({
    code: 'local_off',
    message: "This server doesn't use passwords. The command sign-in-link makes a link to sign in.",
  })
  await expect(runAdmin(['sign-in-link', 'b@example.org'], readConfig(folder))).rejects.toMatchObject({ code: 'not_found' })
})

test('another command and a wrong number of arguments are refused with how to use it, and a folder without a server is left alone', async () => {
  const config = readConfig({ WAYPOST_DATA: join(empty, 'none') })
  for (const words of [[], ['become', email], ['constructor']])
    await expect(runAdmin(words, config)).rejects.toThrow(
      /^Usage:\n\nnpm start -- admin reset-link EMAIL\n {2}Makes a link[\s\S]*admin audit/,
    )
  for (const words of [['reset-link'], ['reset-link', email, 'more']])
    await expect(runAdmin(words, config)).rejects.toThrow(/^Usage: npm start -- admin reset-link EMAIL\n/)
  await expect(runAdmin(['reset-link', email], config)).rejects.toThrow(
    /^There is no Waypost server in the folder .*none\. Set WAYPOST_DATA/,
  )
})

test('people are listed, suspended, promoted, given Pro and deleted on the command line, and a running server notices within seconds', async () => {
  const server = run('people')
  const origin = await server.ready
  await signUp(origin, 'first@example.org')
  const token = await signUp(origin, 'b@example.org')
  const act = (...words: string[]) => runAdmin(words, readConfig({ WAYPOST_DATA: join(root, 'people') }))
  const me = async (at = origin) => {
    const { status, body } = await call(at, '/v2/users/me', token)
    return body.error?.code ?? { status, admin: body.admin === true, pro: body.pro === true }
  }
  const plain = { status: 200, admin: false, pro: false }
  expect(await me()).toEqual(plain)
  expect(await act('suspend', 'B@example.org')).toBe('B@example.org is suspended.')
  await vi.waitFor(async () => expect(await me()).toBe('account_suspended'))
  expect(await act('people', 'b@')).toMatch(/^b@example\.org {2}since .* free {2}1 session {2}suspended\n1 person$/)
  await act('unsuspend', 'b@example.org')
  await vi.waitFor(async () => expect(await me()).toEqual(plain))
  await act('make-administrator', 'b@example.org')
  await vi.waitFor(async () => expect(await me()).toEqual({ ...plain, admin: true, pro: true }))
  await act('unmake-administrator', 'b@example.org')
  await vi.waitFor(async () => expect(await me()).toEqual(plain))
  await expect(act('unmake-administrator', 'first@example.org')).rejects.toThrow('This is the last administrator.')
  server.child.kill('SIGTERM')
  await server.exited

  // While no server runs.
  await act('give-pro', 'b@example.org')
  const again = await run('people').ready
  expect(await me(again)).toEqual({ ...plain, pro: true })
  await expect(act('delete', 'b@example.org', '--now')).rejects.toThrow('Add --yes to do it.')
  expect(await act('delete', 'b@example.org', '--yes')).toMatch(/^The account of b@example\.org is deleted\./)
  await vi.waitFor(async () => expect(await me(again)).toBe('invalid_access_token'))
  expect(await act('audit', 'b@example.org')).toMatch(/command line {2}delete {2}b@example\.org\n[\s\S]*command line {2}suspend /)
  await expect(act('suspend', 'none@example.org')).rejects.toThrow('There is no account with this email address.')
})
