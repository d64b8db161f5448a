import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from './test-ports.ts'
import { call, programs, signUp } from './test-program.ts'

const { run, close } = programs()
afterAll(close)

const origin = 'https://push.example.org'
const linkIn = (output: string) => /^https:\/\/push\.example\.org\/signin#invite=(\w{32})$/m.exec(output)?.[1]

async function join(at: string, email: string, invite?: string) {
  const secret = invite === undefined ? {} : { invite }
  const signedUp = await call(at, '/provider/local/sign-up', undefined, { email, password: 'lamp river seventeen', ...secret })
  if (signedUp.status !== 200) return signedUp
  return call(at, '/v2/authenticate', undefined, { type: 'local', access_token: signedUp.body.access_token, ...secret })
}

test('a server on a public address prints a link, and only its secret creates the first account, once', async () => {
  const port = await freePort()
  const settings = { WAYPOST_ORIGIN: origin, WAYPOST_PORT: String(port) }
  const at = `http://localhost:${port}`
  const server = run('public', settings)
  expect(await server.ready).toBe(origin)
  await vi.waitFor(() => expect(linkIn(server.output())).toBeDefined())
  const printed = linkIn(server.output()) as string
  const { body } = await call(at, '/v3/providers', undefined)
  expect(body.providers[0]).toMatchObject({ setup: true, sign_up: true })
  for (const secret of [undefined, 'x'.repeat(32)]) {
    const refused = await join(at, 'mallory@example.org', secret)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'setup_needed'])
  }
  expect((await call(at, '/v3/check-invitation', undefined, { invite: printed })).body).toEqual({ setup: true })

  const command = run('public', settings, ['admin', 'setup-link'])
  expect(await command.exited).toBe(0)
  const made = linkIn(command.output()) as string
  expect(made).not.toBe(printed)
  expect((await join(at, 'mallory@example.org', printed)).status).toBe(403)
  const first = await join(at, 'ada@example.org', made)
  expect([first.status, first.body.admin]).toEqual([200, true])

  expect((await call(at, '/v3/providers', undefined)).body.providers[0].setup).toBeUndefined()
  const second = await join(at, 'mallory@example.org', made)
  expect([second.status, second.body.error.code]).toEqual([403, 'invite_ended'])
  const late = run('public', settings, ['admin', 'setup-link'])
  expect([await late.exited, late.output()]).toEqual([1, 'This server already has an account.\n'])
  server.child.kill('SIGTERM')
  await server.exited
  const again = run('public', settings)
  await again.ready
  expect(linkIn(again.output())).toBeUndefined()
})

test('on localhost the first account needs no link', async () => {
  const server = run('local')
  const at = await server.ready
  expect((await call(at, '/v3/providers', undefined)).body.providers[0].setup).toBeUndefined()
  const token = await signUp(at)
  expect((await call(at, '/v2/users/me', token)).body.admin).toBe(true)
  expect(server.output()).not.toContain('#invite=')
})
