import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runAdmin } from '../admin.ts'
import { readConfig } from '../config.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { call, programs, signUp } from '../test-program.ts'

const { root, run, close } = programs()
afterAll(close)

const admin = (folder: string, words: string[], environment: Record<string, string> = {}) =>
  runAdmin(words, readConfig({ WAYPOST_DATA: join(root, folder), WAYPOST_SIGNUP: 'invite', ...environment }))
const secretIn = (words: string) => /invite=(\w{32})/.exec(words)?.[1] as string

test('a person is invited on the command line in the name of the first administrator, and the link works; then the invitation is revoked', async () => {
  const server = run('link', { WAYPOST_SIGNUP: 'invite' })
  const origin = await server.ready
  await expect(admin('link', ['invite', 'b@example.org'])).rejects.toThrow('This server has no account yet.')
  await signUp(origin, 'first@example.org')
  const printed = await admin('link', ['invite', 'b@example.org'])
  expect(printed).toMatch(
    /^Invited b@example\.org in the name of first@example\.org\. Not sent: there is no mail server\. Here is the link; it works once, within 14 days:\nhttp/,
  )
  const join = (email: string, invite: string) =>
    call(origin, '/provider/local/sign-up', undefined, { email, password: 'lamp river seventeen', invite })
  expect((await join('b@example.org', secretIn(printed))).status).toBe(200)
  const other = await admin('link', ['invite', 'c@example.org'])
  expect(await admin('link', ['invitations', 'c@'])).toMatch(
    /^c@example\.org {2}open until \S+ {2}by first@example\.org on \S+ {2}link only$/,
  )
  expect(await admin('link', ['revoke-invitation', 'C@example.org'])).toBe('The invitation of C@example.org is revoked.')
  expect((await join('c@example.org', secretIn(other))).body.error.code).toBe('invite_ended')
  expect(await admin('link', ['invitations', 'c@'])).toContain('  revoked  ')
  await expect(admin('link', ['revoke-invitation', 'c@example.org'])).rejects.toThrow(
    'There is no open invitation for this address.',
  )
  await expect(admin('link', ['invite', 'first@example.org'])).rejects.toThrow('An account with this address already exists.')
  expect(await admin('link', ['invitations', 'nobody'])).toBe('There is no such invitation.')
  expect(await admin('link', ['audit'])).toMatch(
    /command line {2}revoke-invitation {2}first@example\.org {2}email=c@example\.org\n.*command line {2}invite {2}first@example\.org {2}email=c@example\.org/,
  )
})

test('with a mail server, the running server emails what the command line invites', async () => {
  const mailbox = await startMailbox()
  const environment = { WAYPOST_SMTP_URL: mailbox.url }
  const server = run('mail', environment)
  const origin = await server.ready
  await signUp(origin, 'first@example.org')
  expect(await admin('mail', ['invite', 'b@example.org'], environment)).toMatch(/They get an email\. This link works too;/)
  await vi.waitFor(() => expect(mailbox.received.map(({ to }) => to)).toContainEqual(['b@example.org']))
  expect(secretIn(mailbox.received.at(-1)?.text ?? '')).toBeTruthy()
  server.child.kill('SIGTERM')
  await server.exited
  await mailbox.close()
})
