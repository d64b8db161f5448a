import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { createSoftPasskey, type SoftPasskey } from './test-authenticator.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url }, { config: { proveAddresses: true } })
  await server.signUp('host@example.org')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const post = (path: string, body: object) => server.request(path, { body })

async function begin(email: string): Promise<{ body: Json; passkey: SoftPasskey }> {
  const { body: asked } = await post('/provider/passkey/sign-up-options', { email })
  const { response, passkey } = createSoftPasskey(server.origin, asked.options)
  return { body: (await post('/provider/passkey/sign-up', { passkey: response })).body, passkey }
}

async function signIn(passkey: SoftPasskey): Promise<Json> {
  const { body } = await post('/provider/passkey/sign-in-options', {})
  return (await post('/provider/passkey/sign-in', { passkey: passkey.prove(body.options) })).body
}

async function proofTo(email: string) {
  await server.app.jobs.processAll()
  const { text = '' } = mailbox.received.filter(({ to }) => to.includes(email)).at(-1) ?? {}
  return { code: /^(\d{6})\r?$/m.exec(text)?.[1] ?? '', token: /[#&](?:confirm|token)=(\w+)/.exec(text)?.[1] ?? '' }
}

test('where people prove their address, a passkey signs in once the emailed code was typed', async () => {
  const { body, passkey } = await begin('ana@example.org')
  expect(body).toEqual({ handle: expect.stringMatching(/^\w{32}$/), expires_in: 1_800 })
  expect((await signIn(passkey)).error.code).toBe('passkey_unknown')
  const { code } = await proofTo('ana@example.org')
  const { body: granted } = await post('/provider/local/confirm-sign-up', { handle: body.handle, code })
  const { body: account } = await post('/v2/authenticate', { type: 'local', access_token: granted.access_token })
  expect(account.email).toBe('ana@example.org')
  expect((await signIn(passkey)).type).toBe('passkey')
})

test('a taken address is answered like a free one', async () => {
  expect((await begin('host@example.org')).body).toEqual({ handle: expect.any(String), expires_in: 1_800 })
})

test("a stranger's passkey does not open the account of the person who confirms the address in another browser", async () => {
  const { passkey } = await begin('victim@example.org')
  const { token } = await proofTo('victim@example.org')
  expect((await post('/provider/local/confirm-sign-up', { token })).body.error.param).toBe('password')
  const confirmed = await post('/provider/local/confirm-sign-up', { token, password: 'lamp river seventeen' })
  expect((await post('/v2/authenticate', { type: 'local', access_token: confirmed.body.access_token })).status).toBe(200)
  expect((await signIn(passkey)).error.code).toBe('passkey_unknown')
  expect(await server.app.db.all('SELECT 1 AS one FROM passkey WHERE credential = $1', [passkey.id])).toEqual([])
})
